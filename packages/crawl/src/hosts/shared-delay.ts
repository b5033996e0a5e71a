import { MINUTE, SECOND, type HostSettings } from './settings.ts'

/** The longest delay between two requests to a host that any process has announced. All processes keep to it. */
export interface SharedDelay {
  readonly pause_ms: number
  readonly pause_said_at: number
  readonly pause_since: number
}

/** An announcement expires after this long, because its process may have ended. */
export const DELAY_EXPIRES_MS = MINUTE
const ANNOUNCE_AGAIN_MS = 15 * SECOND

/** Applies the shared delay to the settings of this process. */
export function applySharedDelay<S extends HostSettings>(settings: S, shared: SharedDelay, now: number): S {
  const hostDelayMs = Math.max(settings.hostDelayMs, isActive(shared, now) ? shared.pause_ms : 0)
  return { ...settings, hostDelayMs }
}

/** Whether this process must announce its delay (again). */
export function isUnannounced({ hostDelayMs }: HostSettings, shared: SharedDelay, now: number): boolean {
  if (!isActive(shared, now) || shared.pause_ms < hostDelayMs) return true
  return shared.pause_ms === hostDelayMs && now - shared.pause_said_at > ANNOUNCE_AGAIN_MS
}

/**
 * When all hosts may be requested again after the shared delay became longer. Before that, the clock of a host that was requested just
 * before the change would still allow the next request after the shorter delay.
 */
export function computeQuietEnd({ hostDelayMs }: HostSettings, shared: SharedDelay, now: number): number {
  if (!isActive(shared, now)) return now
  return shared.pause_ms < hostDelayMs ? now + hostDelayMs : shared.pause_since + shared.pause_ms
}

const isActive = ({ pause_said_at }: SharedDelay, now: number): boolean => now - pause_said_at < DELAY_EXPIRES_MS
