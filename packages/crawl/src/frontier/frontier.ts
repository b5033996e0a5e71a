import type { IngestOptions, IngestReport, Lines } from '@canonist/registry/internal/registry/ingest/ingest'
import type { RobotsEffect } from './apply-robots.ts'
import type { CanonicalClaim } from './accept-canonicals.ts'
import type { ClockDrift } from '../hosts/clock.ts'
import type { ExplainedUrl } from './explain-url.ts'
import type { FrontierGauges } from './read-gauges.ts'
import type { ListPart, PartOptions } from '@canonist/registry/internal/store/list-part'
import type { UrlListFilter } from './list-urls.ts'
import type { FrontierUrl, UrlFilter } from './stream-urls.ts'
import type { PageContent } from './record-contents.ts'
import type { Claim, LeaseRef } from './claim/claim.ts'
import type {
  Completed,
  Completion,
  CompletionResult,
  FailedResult,
  FetchedResult,
  HeartbeatResult,
  LeaseLost,
} from './complete/completion.ts'
import type { QueuePriority } from './frontier-options.ts'
import type { Outlook, OutlookOptions } from './read-outlook.ts'
import type { PauseOptions } from '../hosts/change-host.ts'
import type { ReadyEvents, ReadyWatch } from '../hosts/ready-watch.ts'
import type { Reservation, ReservedHost } from '../hosts/reservations.ts'
import type { RobotsState } from '../hosts/robots-store.ts'
import type { HostVisit } from './host-visit.ts'
import type { FetchedRobots } from './record-robots.ts'
import type { ServerGauges } from './read-server-gauges.ts'
import type { HostLease } from './list-leases.ts'
import type { HostReasonCount, ReasonListFilter } from './list-reasons.ts'
import type { MatchingUrls } from './count-matching.ts'
import type { StateCounts, ReasonCount } from './count-urls.ts'
import type { SweepReport } from './sweep.ts'
import type { WaitingUrls } from './read-waiting.ts'

export type { FrontierOptions, QueuePriority } from './frontier-options.ts'

export interface SubmitOptions extends IngestOptions {
  readonly priority?: QueuePriority | undefined
  /** How many links away from a URL that a person added. */
  readonly depth?: number | undefined
  /** Called with the number of URLs that lead to a known page through an earlier redirect or merge. */
  readonly onAliasHits?: ((urls: number) => void) | undefined
}

export interface ClaimOptions {
  /** The maximum number of URLs. Each is on another host unless `perHost` is more than 1. */
  readonly limit?: number | undefined
  /** The maximum number of URLs per host. More than one is handed out only for hosts without a delay. */
  readonly perHost?: number | undefined
  /**
   * Whether the process is still working on earlier claims. If not, a suspect is handed out first and alone; a busy process gets none.
   */
  readonly isBusy?: boolean | undefined
  /** The name of the worker, shown to people who look at leases. */
  readonly worker?: string | undefined
}

/** The queue of URLs to fetch: the pages of a registry, with the time when each is due. */
export interface Frontier {
  readonly name: string
  /** The time of the database, the only clock that counts. */
  now(): Promise<number>

  /** How far the clock of the queue is ahead of the system clock; null if it is right, and on PostgreSQL. */
  readClockDrift(): Promise<ClockDrift | null>

  /** Adds URLs like `ingest` of a registry, and queues the pages that were not queued before; these count as `new`. */
  submit(lines: Lines, options?: SubmitOptions): Promise<IngestReport>
  /** Hands out due URLs with a lease. No other worker gets the URL or its host while the lease lasts. */
  claim(options?: ClaimOptions): Promise<Claim[]>
  /** Renews leases. */
  heartbeat(leases: readonly LeaseRef[]): Promise<HeartbeatResult[]>
  /** Writes results, in the given order. A result whose lease was lost changes nothing and is reported as `lease_lost`. */
  complete(completions: readonly Completion[]): Promise<CompletionResult[]>
  updateFetched(lease: LeaseRef, result: FetchedResult): Promise<Completed | LeaseLost>
  /**
   * After redirects: the URL, its key and its host move to the final URL. If another page already has that URL, this one keeps its
   * URL, is `fetched`, and is recorded as leading there.
   */
  updateFetchedWithFinalUrl(lease: LeaseRef, finalUrl: string, result: FetchedResult): Promise<CompletionResult>
  updateFailed(lease: LeaseRef, result: FailedResult): Promise<Completed | LeaseLost>
  /**
   * Records the canonical URLs that fetched pages declare. If the canonical page was fetched as well and has the same bytes, the page
   * is merged into it. Returns how many were merged.
   */
  acceptCanonicals(claims: readonly CanonicalClaim[]): Promise<number>
  /** Records which page had some content first. Returns for each page the URL of another page with the same content, or null. */
  recordContents(contents: readonly PageContent[]): Promise<(string | null)[]>
  /** Returns claimed URLs that were not fetched, as if they had never been claimed. */
  release(leases: readonly LeaseRef[]): Promise<HeartbeatResult[]>

  /** Reserves another host for one request, as a redirect needs it, if it is free right now. */
  reserve(host: string): Promise<Reservation>
  /** Renews reservations. Returns for each host whether it is still held. */
  renewReservations(reserved: readonly ReservedHost[]): Promise<boolean[]>
  /** Releases reserved hosts, with the result of the request. */
  releaseHosts(visits: readonly HostVisit[]): Promise<void>
  /** The stored robots.txt of an origin such as `https://example.com`. */
  readRobots(origin: string): Promise<RobotsState | null>
  /** Stores a robots.txt, excludes the URLs that it disallows, and restores those that it allows again. */
  recordRobots(origin: string, file: FetchedRobots): Promise<RobotsEffect>

  /** Ends expired leases, and passes the state of hosts on to their URLs. Workers call it every few seconds. */
  sweep(): Promise<SweepReport>
  /** Whether there is anything to do, and when. */
  readOutlook(options?: OutlookOptions): Promise<Outlook>
  /** Tells a worker with nothing to do when to look again, instead of polling; on PostgreSQL only. */
  watchReady(events: ReadyEvents): ReadyWatch
  /** What a drained queue still holds: the URLs of hosts that are down or paused, the reasons, and the time of the next try. */
  readWaiting(): Promise<WaitingUrls>
  /** Figures for monitoring. Cheap, but do not read them more often than every few seconds. */
  readGauges(): Promise<FrontierGauges>
  /** Old row versions of a PostgreSQL server; null for SQLite. */
  readServerGauges(): Promise<ServerGauges | null>

  streamUrls(filter?: UrlFilter): AsyncIterable<FrontierUrl>
  /** A part of the queue, read from an index. The cursor is the id of the last item, except with `q`. */
  listUrls(filter?: UrlListFilter, options?: PartOptions): Promise<ListPart<FrontierUrl>>
  /** How many URLs `listUrls` has for a filter. With the beginning of a path they are counted up to about `most`. */
  countMatching(filter: UrlListFilter, most: number): Promise<MatchingUrls>
  countByState(): Promise<StateCounts>
  /** How many pages of a host were fetched, counted up to `most`. */
  countFetched(host: string, most: number): Promise<number>
  /**
   * The number of URLs by state and reason, of all hosts or of one. For one host, leased URLs are counted under the state that they
   * had before. Read from stored counters.
   */
  countByReason(host?: string): Promise<ReasonCount[]>
  /** The same by host, a part at a time. */
  listReasons(filter?: ReasonListFilter, options?: PartOptions): Promise<ListPart<HostReasonCount>>
  /** The hosts whose URLs workers hold at present, at most so many; stuck leases first. */
  listLeases(limit: number): Promise<HostLease[]>
  /** Why a URL is in its state; null if it is not queued. */
  explain(url: string): Promise<ExplainedUrl | null>
  /**
   * Makes the matching URLs due now, with all attempts, whatever their state. Hosts of these URLs that are down are tried again.
   * Returns how many URLs there were.
   */
  requeue(filter: UrlFilter): Promise<number>
  /** Changes the priority of URLs, except leased ones. Returns how many were changed. */
  prioritize(filter: UrlFilter, priority: QueuePriority): Promise<number>
  /** Removes URLs from the queue, except leased ones. The registry keeps its pages. */
  forget(filter: UrlFilter): Promise<number>
  /** Stops handing out URLs of a host for a time, or until it is resumed. False if the host is unknown. */
  pauseHost(host: string, options?: PauseOptions): Promise<boolean>
  resumeHost(host: string): Promise<boolean>

  close(): Promise<void>
}
