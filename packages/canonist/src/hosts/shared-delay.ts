import type { Database } from '../store/database.ts'
import { MINUTE, SECOND, type HostSettings } from './settings.ts'

/** The longest pause between two requests to a host that any worker wants: all of them go by it. */
export interface SharedDelay {
  readonly pause_ms: number
  readonly pause_said_at: number
  readonly pause_since: number
}

export const DELAY_COLUMNS = 'pause_ms, pause_said_at, pause_since'

/** A worker that has not been heard of for so long wants nothing any more. */
const DELAY_EXPIRES_MS = MINUTE
const ANNOUNCE_AGAIN_MS = 15 * SECOND

/** The settings of one among others. */
export function applySharedDelay<S extends HostSettings>(settings: S, pause: SharedDelay, now: number): S {
  const hostDelayMs = Math.max(settings.hostDelayMs, isActive(pause, now) ? pause.pause_ms : 0)
  return { ...settings, hostDelayMs }
}

/** Whether the others have yet to hear what this one wants. */
export function isUnannounced({ hostDelayMs }: HostSettings, pause: SharedDelay, now: number): boolean {
  if (!isActive(pause, now) || pause.pause_ms < hostDelayMs) return true
  return pause.pause_ms === hostDelayMs && now - pause.pause_said_at > ANNOUNCE_AGAIN_MS
}

/**
 * When all hosts have been left alone for long enough: whoever was asked just before the pause became longer may be asked
 * again too early by what is known of it.
 */
export function computeQuietEnd({ hostDelayMs }: HostSettings, pause: SharedDelay, now: number): number {
  if (!isActive(pause, now)) return now
  return pause.pause_ms < hostDelayMs ? now + hostDelayMs : pause.pause_since + pause.pause_ms
}

/** In a transaction of its own: nobody is to wait for others here while they hold hosts. */
export async function announceDelay(database: Database, { hostDelayMs }: HostSettings, now: number): Promise<void> {
  await database.run(
    `update shared_clock set pause_ms = $1, pause_said_at = $2,
       pause_since = case when pause_ms = $1 then pause_since when pause_said_at > $3 then $2 else 0 end
     where pause_ms <= $1 or pause_said_at <= $3`,
    [Math.ceil(hostDelayMs), now, now - DELAY_EXPIRES_MS],
  )
}

const isActive = ({ pause_said_at }: SharedDelay, now: number): boolean => now - pause_said_at < DELAY_EXPIRES_MS
