import type { KnownPolicy } from '@canonist/core'

export interface FrontierOptions {
  /** What the first write puts in force (`dedupe` where it is not given); another than the one in force is refused. */
  readonly policy?: KnownPolicy | undefined
  readonly readOnly?: boolean | undefined
  /** Makes none where there is none. */
  readonly mustExist?: boolean | undefined
  /** The least pause between two requests to one host. */
  readonly hostDelayMs?: number | undefined
  /** How long a lease holds without a heartbeat. */
  readonly leaseMs?: number | undefined
  /** How many failures of its own a URL may have, and how many failed probes make a host down. */
  readonly maxAttempts?: number | undefined
  /** The first wait after a failure; each further one doubles it. */
  readonly retryBaseMs?: number | undefined
  /** URLs of a host that has been down for longer than this die. */
  readonly hostDeathMs?: number | undefined
  /** When a page is fetched again: first after `firstMs`, then ever later while it does not change, sooner when it does. */
  readonly recrawl?: { readonly firstMs?: number; readonly minMs?: number; readonly maxMs?: number } | undefined
  /** Which redirects move a URL to where they lead. */
  readonly renameOn?: 'any' | 'permanent' | undefined
  /** How long `explain` remembers what happened to a URL (90 days). */
  readonly keepLogMs?: number | undefined
  /** For SQLite, which has no clock of its own: milliseconds since 1970. PostgreSQL's own clock is always asked. */
  readonly now?: (() => number) | undefined
  /** Chance, from 0 to below 1. */
  readonly random?: (() => number) | undefined
}

export type QueuePriority = 'low' | 'normal' | 'high'
