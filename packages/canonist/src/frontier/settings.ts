import type { FrontierOptions } from './frontier.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The options with their defaults. */
export interface Settings {
  readonly hostDelayMs: number
  readonly leaseMs: number
  readonly maxAttempts: number
  readonly retryBaseMs: number
  readonly hostDeathMs: number
  readonly recrawl: { readonly firstMs: number; readonly minMs: number; readonly maxMs: number }
  readonly renameOn: 'any' | 'permanent'
  readonly keepLogMs: number
  readonly now: () => number
  readonly random: () => number
}

/** No request may start in this last part of a lease, so that one which is just being sent ends before the lease does. */
export const LEASE_MARGIN = 0.1

export function settle(options: FrontierOptions): Settings {
  const { hostDelayMs = SECOND, leaseMs = 120 * SECOND, maxAttempts = 3, retryBaseMs = MINUTE } = options
  const { hostDeathMs = 7 * DAY, renameOn = 'any', now = Date.now, random = Math.random } = options
  const { keepLogMs = 90 * DAY } = options
  const { firstMs = DAY, minMs = HOUR, maxMs = 90 * DAY } = options.recrawl ?? {}
  const recrawl = { firstMs, minMs, maxMs }
  return { hostDelayMs, leaseMs, maxAttempts, retryBaseMs, hostDeathMs, recrawl, renameOn, keepLogMs, now, random }
}
