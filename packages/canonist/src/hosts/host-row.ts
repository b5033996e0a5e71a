import { NEVER } from './clock.ts'
import { computeFreeTime, type HostPace } from './pace.ts'
import type { HostSettings } from './settings.ts'

/** A host with its clocks and its holder, if it has one. */
export interface HostRow extends HostPace {
  readonly hostId: number
  readonly isPaused: boolean
  /** Until when it is paused; null: until a person resumes it. */
  readonly pausedUntil: number | null
  readonly heldBy: number | null
  readonly heldUntil: number | null
  readonly inflight: number
  readonly worker: string | null
  /** Leases of one cohort are lost together when their worker dies. */
  readonly cohort: number | null
  /** When the queue next wants something of the host, and something of high priority; `NEVER` where it wants nothing. */
  readonly wantedAt: number
  readonly urgentAt: number
}

/** Whether a person has paused it, and the pause is not over. */
export function isPausedAt({ isPaused, pausedUntil }: Pick<HostRow, 'isPaused' | 'pausedUntil'>, now: number): boolean {
  return isPaused && (pausedUntil === null || pausedUntil > now)
}

/** The same in a query. @param now our own text: a value or column of the query around it */
export const formatPausedCondition = (now: string): string =>
  `(is_paused = 1 and (paused_until is null or paused_until > ${now}))`

/** When the queue may claim it. Never in the past: a claim that continues from the last host it took must not miss this one. */
export function computeReadyTime(host: HostRow, now: number): number {
  if (host.heldUntil !== null) return host.heldUntil
  // Also without anything due: a new URL does not wake a paused host.
  if (isPausedAt(host, now)) return Math.max(host.allowedAt, host.pausedUntil ?? NEVER)
  return Math.max(host.allowedAt, host.wantedAt, now)
}

/** The host after its hold has expired. */
export function expireHold(host: HostRow, settings: HostSettings): HostRow {
  const allowedAt = host.heldBy === null ? 0 : computeFreeTime(host, host.heldUntil, settings)
  return { ...releaseHold(host), allowedAt: Math.max(host.allowedAt, allowedAt) }
}

/** The host without a holder. */
export function releaseHold(host: HostRow): HostRow {
  return { ...host, heldBy: null, heldUntil: null, inflight: 0, worker: null, cohort: null }
}
