import type { KnownPolicy } from '@canonist/core'

export interface FrontierOptions {
  /** The policy of a new database (default: `dedupe`). A policy other than the active one is refused. */
  readonly policy?: KnownPolicy | undefined
  readonly readOnly?: boolean | undefined
  /** Do not create a database. */
  readonly mustExist?: boolean | undefined
  /** The minimum time between two requests to one host. */
  readonly hostDelayMs?: number | undefined
  /** How long a lease lasts without a heartbeat. */
  readonly leaseMs?: number | undefined
  /** After this many failures a URL is dead. After this many failed requests in a row, a host is down. */
  readonly maxAttempts?: number | undefined
  /** How often a missing page (404) is requested again, at least a day later each time. It is dead meanwhile. */
  readonly confirmMissing?: number | undefined
  /** The first wait after a failure. Each further wait is twice as long. */
  readonly retryBaseMs?: number | undefined
  /** If a host is down for longer than this, its URLs are dead. */
  readonly hostDeathMs?: number | undefined
  /** When a page is fetched again: `firstMs` after the first fetch, then later each time it has not changed, sooner when it has. */
  readonly recrawl?: { readonly firstMs?: number; readonly minMs?: number; readonly maxMs?: number } | undefined
  /** Which redirects move a URL to their target. */
  readonly renameOn?: 'any' | 'permanent' | undefined
  /** How long `explain` keeps the history of a URL (default: 90 days). */
  readonly keepLogMs?: number | undefined
  /** The clock of a SQLite queue, in milliseconds since 1970. PostgreSQL always uses its own. */
  readonly now?: (() => number) | undefined
  /** Random numbers from 0 to below 1. */
  readonly random?: (() => number) | undefined
}

export type QueuePriority = 'low' | 'normal' | 'high'
