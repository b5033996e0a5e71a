import type { IngestOptions, IngestReport, Lines } from '../registry/ingest/ingest.ts'
import type { RobotsEffect } from './apply-robots.ts'
import type { CanonicalClaim } from './accept-canonicals.ts'
import type { ClockDrift } from '../hosts/clock.ts'
import type { ExplainedUrl } from './explain-url.ts'
import type { FrontierGauges } from './read-gauges.ts'
import type { ListPart, PartOptions } from '../store/list-part.ts'
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
import type { Reservation, ReservedHost } from '../hosts/reservations.ts'
import type { RobotsState } from '../hosts/robots-store.ts'
import type { HostVisit } from './host-visit.ts'
import type { FetchedRobots } from './record-robots.ts'
import type { ServerGauges } from './read-server-gauges.ts'
import type { HostReasonCount, ReasonListFilter } from './list-reasons.ts'
import type { StateCounts, ReasonCount } from './count-urls.ts'
import type { SweepReport } from './sweep.ts'
import type { WaitingUrls } from './read-waiting.ts'

export type { FrontierOptions, QueuePriority } from './frontier-options.ts'

export interface SubmitOptions extends IngestOptions {
  readonly priority?: QueuePriority | undefined
  /** How many links away from what a person asked for. */
  readonly depth?: number | undefined
  /** Hears how many URLs led to a page by another one of its URLs: what was redirected or merged before. */
  readonly onAliasHits?: ((urls: number) => void) | undefined
}

export interface ClaimOptions {
  /** At most so many URLs, each of another host unless `perHost` says otherwise. */
  readonly limit?: number | undefined
  /** More than one at once are handed out only for hosts that ask for no pause. */
  readonly perHost?: number | undefined
  /**
   * Whether the process is still at work on earlier claims. Then it gets no URL that must be visited alone; such a URL is
   * otherwise handed out first, and nothing else with it.
   */
  readonly isBusy?: boolean | undefined
  /** Who asks, for people who look at leases. */
  readonly worker?: string | undefined
}

/** What to fetch next, and when: the pages of a registry with clocks. */
export interface Frontier {
  readonly name: string
  /** The time of the database, which is the only one that counts. */
  now(): Promise<number>

  /** How far the clock of the queue is ahead of the system's; null where it is right, and on PostgreSQL. */
  readClockDrift(): Promise<ClockDrift | null>

  /** Takes in URLs, as `ingest` of a registry does, and queues the pages that were not queued before: these are `new`. */
  submit(lines: Lines, options?: SubmitOptions): Promise<IngestReport>
  /** Hands out what is due: hosts whose time has come first, then their URLs; nobody else gets either until then. */
  claim(options?: ClaimOptions): Promise<Claim[]>
  /** Keeps leases alive. */
  heartbeat(leases: readonly LeaseRef[]): Promise<HeartbeatResult[]>
  /** Takes in results, in the order given; who has lost the lease is told so, and nothing is changed. */
  complete(completions: readonly Completion[]): Promise<CompletionResult[]>
  updateFetched(lease: LeaseRef, result: FetchedResult): Promise<Completed | LeaseLost>
  /**
   * After redirects: the URL, its key and its host move to the final URL. Where another page has that URL already, this one
   * is fetched, keeps its URL, and is remembered as leading there.
   */
  updateFetchedWithFinalUrl(lease: LeaseRef, finalUrl: string, result: FetchedResult): Promise<CompletionResult>
  updateFailed(lease: LeaseRef, result: FailedResult): Promise<Completed | LeaseLost>
  /**
   * Takes in what pages that were fetched say is their own URL. Where the page of that URL was fetched, too, and is the same
   * to the byte, it stands for both from now on; tells how many were merged so.
   */
  acceptCanonicals(claims: readonly CanonicalClaim[]): Promise<number>
  /** Remembers who was first with which content; tells for each page the URL of another one that has the same, or null. */
  recordContents(contents: readonly PageContent[]): Promise<(string | null)[]>
  /** Gives back what was claimed and not fetched: at once and without a trace. */
  release(leases: readonly LeaseRef[]): Promise<HeartbeatResult[]>

  /** Takes another host for one request, as a redirect asks for, if it is free at this moment. */
  reserve(host: string): Promise<Reservation>
  /** Keeps reserved hosts for longer, as a heartbeat does leases; tells of each whether it is still held. */
  renewReservations(reserved: readonly ReservedHost[]): Promise<boolean[]>
  /** Gives reserved hosts back, and tells how it went. */
  releaseHosts(visits: readonly HostVisit[]): Promise<void>
  /** What is known of the robots.txt of an origin such as `https://example.com`. */
  readRobots(origin: string): Promise<RobotsState | null>
  /** Keeps what was learnt of a robots.txt: leaves out what it forbids and takes back what it allows. */
  recordRobots(origin: string, file: FetchedRobots): Promise<RobotsEffect>

  /** Takes back expired leases, and passes on to URLs what became of their hosts. For workers, every few seconds. */
  sweep(): Promise<SweepReport>
  /** Whether there is anything to do, and when. */
  readOutlook(options?: OutlookOptions): Promise<Outlook>
  /** What is left when the queue is drained: how many URLs wait for hosts that nobody waits for, why, and until when. */
  readWaiting(): Promise<WaitingUrls>
  /** What those who watch the queue want to know; cheap, but not for every moment. */
  readGauges(): Promise<FrontierGauges>
  /** What a PostgreSQL server has yet to clear away; null for SQLite. */
  readServerGauges(): Promise<ServerGauges | null>

  streamUrls(filter?: UrlFilter): AsyncIterable<FrontierUrl>
  /** A part of the queue, read from an index; the cursor is the id of its last item, except with `q`. */
  listUrls(filter?: UrlListFilter, options?: PartOptions): Promise<ListPart<FrontierUrl>>
  countByState(): Promise<StateCounts>
  /** How many pages of a host were fetched; at most so many are counted. */
  countFetched(host: string, most: number): Promise<number>
  /**
   * How many URLs are in which state, and why: of all hosts, or of one. Of one host, leased URLs are counted by the state that they
   * have otherwise. Kept, not counted.
   */
  countByReason(host?: string): Promise<ReasonCount[]>
  /** The same by host as well, a part at a time. */
  listReasons(filter?: ReasonListFilter, options?: PartOptions): Promise<ListPart<HostReasonCount>>
  /** Why a URL is in its state; null where it is not queued. */
  explain(url: string): Promise<ExplainedUrl | null>
  /**
   * Dead, excluded, fetched or waiting: all that the filter lets through is due now, with all attempts, and their hosts are
   * tried again where they were down; tells how many.
   */
  requeue(filter: UrlFilter): Promise<number>
  /** Gives URLs another priority; tells how many had another one before. Leased ones keep theirs. */
  prioritize(filter: UrlFilter, priority: QueuePriority): Promise<number>
  /** Takes URLs off the queue, which then knows nothing of them; the registry keeps its pages. Leased ones stay. */
  forget(filter: UrlFilter): Promise<number>
  /** Hands out nothing of a host for a time, or until it is resumed; false where the host is unknown. */
  pauseHost(host: string, options?: PauseOptions): Promise<boolean>
  resumeHost(host: string): Promise<boolean>

  close(): Promise<void>
}
