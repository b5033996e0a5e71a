export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** How a process treats hosts. All processes on a database keep to the longest `hostDelayMs` among them. */
export interface HostSettings {
  /** The minimum time between two requests to one host. */
  readonly hostDelayMs: number
  /** How long a hold on a host lasts without renewal. */
  readonly leaseMs: number
  /** A host is down after this many failed requests in a row. */
  readonly maxAttempts: number
  /** The first wait after a failure; each further one doubles it. */
  readonly retryBaseMs: number
  /** A host that has been down for longer than this is dead. */
  readonly hostDeathMs: number
  /** For SQLite, which has no clock of its own: milliseconds since 1970. */
  readonly now: () => number
  /** A random number from 0 to below 1. */
  readonly random: () => number
}

/** No request may start in this last part of a lease, so that one that has just started ends before the lease does. */
export const LEASE_MARGIN = 0.1

export type HostOptions = { readonly [Name in keyof HostSettings]?: HostSettings[Name] | undefined }

/** Fills in the defaults. */
export function resolveHostSettings(options: HostOptions): HostSettings {
  const { hostDelayMs = SECOND, leaseMs = 120 * SECOND, maxAttempts = 3, retryBaseMs = MINUTE } = options
  const { hostDeathMs = 7 * DAY, now = Date.now, random = Math.random } = options
  return { hostDelayMs, leaseMs, maxAttempts, retryBaseMs, hostDeathMs, now, random }
}
