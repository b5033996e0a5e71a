import { LONGEST_WAIT_MS } from '../../hosts/pace.ts'
import type { Settings } from '../settings.ts'

/** A URL that was to blame for this many lost workers for certain is poison. */
export const POISON_STRIKES = 5
/** A URL is handed out together with others this often; from then on alone. */
const SHARED_CLAIMS = 2

export interface ExpiredLease {
  /** How many workers have had it since its last result. */
  readonly claims: number
  /** How many of them it is to blame for, for certain. */
  readonly strikes: number
}

export type ExpiryVerdict =
  | { readonly state: 'dead'; readonly reason: 'poison'; readonly dueAt: null; readonly isSuspect: false }
  | {
      readonly state: 'retry'
      readonly reason: 'lease_expired'
      readonly dueAt: number
      /** Handed out alone from now on. */
      readonly isSuspect: boolean
    }

/** What a URL becomes when its lease expires without a result. */
export function judgeExpiry({ claims, strikes }: ExpiredLease, settings: Settings, now: number): ExpiryVerdict {
  if (strikes >= POISON_STRIKES) return { state: 'dead', reason: 'poison', dueAt: null, isSuspect: false }
  const dueAt = now + waitMs(claims, settings)
  return { state: 'retry', reason: 'lease_expired', dueAt, isSuspect: claims >= SHARED_CLAIMS }
}

/** Twice as long each time, and half as long to one and a half times as long by chance: what was lost together parts. */
function waitMs(claims: number, { leaseMs, retryBaseMs, random }: Settings): number {
  const base = Math.min(leaseMs, retryBaseMs) * 2 ** Math.min(claims - 1, 40)
  return Math.floor(Math.min(LONGEST_WAIT_MS, base * (0.5 + random())))
}
