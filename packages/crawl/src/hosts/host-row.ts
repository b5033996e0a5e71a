import { NEVER } from './clock.ts'
import { computeFreeTime, type HostPace } from './pace.ts'
import type { HostSettings } from './settings.ts'

/** A host with its clocks and its holder, if any. */
export interface HostRow extends HostPace {
  readonly hostId: number
  readonly isPaused: boolean
  /** When the pause ends; null if it lasts until a person resumes the host. */
  readonly pausedUntil: number | null
  readonly heldBy: number | null
  readonly heldUntil: number | null
  readonly inflight: number
  readonly worker: string | null
  /** Leases of one cohort expire together when their worker dies. */
  readonly cohort: number | null
  /** When the next URL of the host is due, and the next one of high priority; `NEVER` if there is none. */
  readonly wantedAt: number
  readonly urgentAt: number
}

/** Whether a person has paused the host and the pause has not ended. */
export function isPausedAt({ isPaused, pausedUntil }: Pick<HostRow, 'isPaused' | 'pausedUntil'>, now: number): boolean {
  return isPaused && (pausedUntil === null || pausedUntil > now)
}

/** Formats `isPausedAt` as a condition. @param now our own SQL: a placeholder or a column of the surrounding query */
export const formatPausedCondition = (now: string): string =>
  `(is_paused = 1 and (paused_until is null or paused_until > ${now}))`

/** Computes when the queue may claim the host. Never in the past: a claim that continues after the last host it took would miss it. */
export function computeReadyTime(host: HostRow, now: number): number {
  if (host.heldUntil !== null) return host.heldUntil
  // Even if nothing is due: adding a URL does not wake a paused host.
  if (isPausedAt(host, now)) return Math.max(host.allowedAt, host.pausedUntil ?? NEVER)
  return Math.max(host.allowedAt, host.wantedAt, now)
}

/** Returns the host after its hold has expired. */
export function expireHold(host: HostRow, settings: HostSettings): HostRow {
  const allowedAt = host.heldBy === null ? 0 : computeFreeTime(host, host.heldUntil, settings)
  return { ...releaseHold(host), allowedAt: Math.max(host.allowedAt, allowedAt) }
}

/** Returns the host without a holder. */
export function releaseHold(host: HostRow): HostRow {
  return { ...host, heldBy: null, heldUntil: null, inflight: 0, worker: null, cohort: null }
}
