import { LEASE_MARGIN } from '../hosts/settings.ts'
import type { WorkerClock } from './clock.ts'

/** A moment by both clocks: the monotonic one stops while the machine sleeps, the wall clock may be set back. */
export interface Moment {
  readonly now: number
  readonly wall: number
}

export function momentOf({ now, wallNow = now }: WorkerClock): Moment {
  return { now: now(), wall: wallNow() }
}

/** Until when something that was asked for at `since` may be used. */
export function usableUntil(since: Moment, leaseMs: number): Moment {
  const ms = leaseMs * (1 - LEASE_MARGIN)
  return { now: since.now + ms, wall: since.wall + ms }
}

/** By either clock: it is better to end too early than to send a request that is no longer allowed. */
export function isPast(until: Moment, at: Moment): boolean {
  return msLeft(until, at) <= 0
}

export function msLeft(until: Moment, at: Moment): number {
  return Math.min(until.now - at.now, until.wall - at.wall)
}
