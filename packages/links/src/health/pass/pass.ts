import type { Policy } from '@canonist/core'
import type { HostRest } from '@canonist/crawl/internal/hosts/pace'
import type { HostSettings } from '@canonist/crawl/internal/hosts/settings'
import type { Database } from '@canonist/registry/internal/store/database'
import type { DnsFn } from '@canonist/web/internal/net/exchange'
import type { LoopGuard } from '@canonist/web/internal/net/loop-guard'
import type { Fetcher } from '@canonist/web/internal/resolve/fetcher'
import type { Observation } from '../observation.ts'
import type { PageFilter } from '../page-filter.ts'
import type { Claimant, PauseReason } from '../sql/hosts.sql.ts'
import type { WatchedPage } from '../sql/pages.sql.ts'
import type { ListFilterParts } from './split-filter.ts'
import type { Judgement } from '../verdict.ts'
import type { Witness } from '../witness.ts'

/** A checked page and its new judgement. */
export interface CheckedPage {
  readonly page: WatchedPage
  readonly observation: Observation
  readonly judgement: Judgement
  /** Whether the verdict has changed. */
  readonly isNew: boolean
}

export interface CheckOptions {
  /**
   * Must be polite: one request at a time per host, with delays, and robots.txt first. See `createPoliteFetcher`; pass it the hosts of
   * the database if other processes use it as well.
   */
  readonly fetcher: Fetcher
  /**
   * Used when a name does not resolve while no host responds: to find out whether the name does not exist or the resolver is down.
   * Default: the DNS of the system.
   */
  readonly dnsFn?: DnsFn | undefined
  /** Which pages to check. Default: all that are due. */
  readonly filter?: PageFilter | undefined
  /** The fragments of the caller's links to a page, each with its `#`. Those of its aliases are known. */
  readonly listFragments?: ((pageId: number) => readonly string[]) | undefined
  /** The maximum number of pages. */
  readonly limit?: number | undefined
  /** How many hosts are checked at once. */
  readonly concurrency?: number | undefined
  /** Whether to read pages, for soft 404s and drift, instead of only checking that they exist. */
  readonly readsContent?: boolean | undefined
  /** After how many milliseconds another process takes over the hosts of this one if it dies. */
  readonly leaseMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly onChecked?: ((checked: CheckedPage) => void) | undefined
  /** Called before the first request with the number of pages to check. */
  readonly onStart?: ((pages: number) => void | Promise<void>) | undefined
}

export interface PassReport {
  /** How many pages were checked. */
  readonly checked: number
  /** How many verdicts have changed. */
  readonly changed: number
  /** Pages that were not checked because their host is resting. */
  readonly postponed: number
  readonly pausedHosts: readonly PausedHost[]
  /** Whether no host responded at all, and no resolver said that a name does not exist. */
  readonly isNetworkSilent: boolean
  /** Whether pages were admitted under an allowlist that this pass does not have: then it cannot detect takeovers by redirects. */
  readonly lacksAllowlist: boolean
  /** Whether it was aborted. */
  readonly isInterrupted: boolean
}

export interface PausedHost {
  readonly host: string
  readonly pages: number
  /** ISO 8601; null: until a person resumes it. */
  readonly until: string | null
  readonly reason: PauseReason
}

/** The shared context of one pass. */
export interface Pass {
  readonly database: Database
  /** Gives the allowlist and the priorities. */
  readonly policy: Policy
  /** The policy that makes keys. */
  readonly keyPolicy: Policy
  readonly mayVisit: (pageHost: string, url: string) => boolean
  readonly fetcher: Fetcher
  readonly dnsFn: DnsFn
  readonly filter: PageFilter
  readonly listFilterParts: ListFilterParts
  readonly readsContent: boolean
  readonly listFragments: (pageId: number) => readonly string[]
  readonly claimant: Claimant
  readonly hostSettings: HostSettings
  /** Makes every process let a host rest for a time. */
  readonly restHost: (host: string, rest: HostRest) => Promise<void>
  readonly startedAt: number
  readonly witness: Witness
  /** The ids of the hosts that were checked, or are being checked. */
  readonly visited: Set<number>
  readonly now: () => number
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Creates a random word that no URL has. */
  readonly randomWord: () => string
  readonly signal: AbortSignal
  /** Of the signal. A pass has no deadline; each of its checks has one. */
  readonly guard: LoopGuard
  /** Takes one of the pages that may still be checked; false if none is left. */
  readonly takePage: () => boolean
  readonly isFull: () => boolean
  readonly onChecked: (checked: CheckedPage) => void
}
