import type { Policy } from '@canonist/core'
import type { HostRest } from '../../hosts/pace.ts'
import type { HostSettings } from '../../hosts/settings.ts'
import type { Database } from '../../store/database.ts'
import type { DnsFn } from '../../net/exchange.ts'
import type { Fetcher } from '../../resolve/fetcher.ts'
import type { Observation } from '../observation.ts'
import type { PageFilter } from '../page-filter.ts'
import type { Claimant } from '../sql/claim-host.ts'
import type { PauseReason } from '../sql/find-due-hosts.ts'
import type { WatchedPage } from '../sql/find-next-page.ts'
import type { ListFilterParts } from './split-filter.ts'
import type { Judgement } from '../verdict.ts'
import type { Witness } from '../witness.ts'

/** A page that was looked at, and what is held of it now. */
export interface CheckedPage {
  readonly page: WatchedPage
  readonly observation: Observation
  readonly judgement: Judgement
  /** Whether the verdict is another one than before. */
  readonly isNew: boolean
}

export interface CheckOptions {
  /**
   * Asks politely: one request at a time to a host, with pauses, and robots.txt first. See `createPoliteFetcher`, and give it the
   * hosts of the database where other processes work on it, too.
   */
  readonly fetcher: Fetcher
  /**
   * Asked about a name that does not resolve while no host at all answers: whether there is no such name, or no resolver.
   * The system's DNS where none is given.
   */
  readonly dnsFn?: DnsFn | undefined
  /** Which pages; those that are due, unless it says otherwise. */
  readonly filter?: PageFilter | undefined
  /** The fragments by which the caller's own links name parts of a page, each with its `#`; its aliases' are known. */
  readonly listFragments?: ((pageId: number) => readonly string[]) | undefined
  /** How many pages at most. */
  readonly limit?: number | undefined
  /** Hosts at once. */
  readonly concurrency?: number | undefined
  /** Whether pages are read, for soft 404s and drift; else they are only asked whether they are there. */
  readonly readsContent?: boolean | undefined
  /** How long another process waits for this one if it dies, in milliseconds. */
  readonly leaseMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly onChecked?: ((checked: CheckedPage) => void) | undefined
  /** Hears before the first request how many pages are wanted. */
  readonly onStart?: ((pages: number) => void | Promise<void>) | undefined
}

export interface PassReport {
  /** How many pages were looked at. */
  readonly checked: number
  /** How many verdicts are other ones than before. */
  readonly changed: number
  /** Pages that were wanted and not looked at, since their host is to be left alone. */
  readonly postponed: number
  readonly pausedHosts: readonly PausedHost[]
  /** Whether pages were looked at and nobody at all answered: no host, and no resolver that knows better. */
  readonly isNetworkSilent: boolean
  /** Whether pages were let in by an allowlist that this pass did not know: then takeovers were not looked for. */
  readonly lacksAllowlist: boolean
  /** Whether it was broken off. */
  readonly isInterrupted: boolean
}

export interface PausedHost {
  readonly host: string
  readonly pages: number
  /** ISO 8601; null: until a person resumes it. */
  readonly until: string | null
  readonly reason: PauseReason
}

/** What all who work in one pass share. */
export interface Pass {
  readonly database: Database
  /** Who is allowed, and what matters most. */
  readonly policy: Policy
  /** That keys are made by. */
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
  /** Has every process leave a host alone for a time. */
  readonly restHost: (host: string, rest: HostRest) => Promise<void>
  readonly startedAt: number
  readonly witness: Witness
  /** The ids of the hosts that were asked, or are being asked. */
  readonly visited: Set<number>
  readonly now: () => number
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** A word that no URL has. */
  readonly randomWord: () => string
  readonly signal: AbortSignal
  /** Takes one of the pages that may be looked at; false where none is left. */
  readonly takePage: () => boolean
  readonly isFull: () => boolean
  readonly onChecked: (checked: CheckedPage) => void
}
