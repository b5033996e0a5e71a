/** `canonist/frontier`: what to fetch next, and when; for any number of workers on one database. */
export { openFrontier } from './frontier/open-frontier.ts'
export type { RobotsEffect } from './frontier/apply-robots.ts'
export type { CanonicalClaim } from './frontier/accept-canonicals.ts'
export type { ClockDrift } from './hosts/clock.ts'
export type { ExplainedUrl, HostState, CrashSuspicion } from './frontier/explain-url.ts'
export type { LoggedEvent } from './frontier/sql/log.sql.ts'
export type { ClaimOptions, Frontier, FrontierOptions, QueuePriority, SubmitOptions } from './frontier/frontier.ts'
export type { FrontierGauges } from './frontier/read-gauges.ts'
export type { HostCounts } from './frontier/sql/clocks.sql.ts'
export type { UrlListFilter } from './frontier/list-urls.ts'
export type { FrontierUrl, UrlFilter } from './frontier/stream-urls.ts'
export type { PageContent } from './frontier/record-contents.ts'
export type { Claim, LeaseRef } from './frontier/claim/claim.ts'
export type {
  Completed,
  Completion,
  CompletionResult,
  FailedResult,
  FetchedResult,
  HeartbeatResult,
  InvalidFinalUrl,
  LeaseLost,
  ClaimOutcome,
} from './frontier/complete/completion.ts'
export type { FrontierState } from './frontier/frontier-state.ts'
export type { Outlook, OutlookOptions } from './frontier/read-outlook.ts'
export type { PauseOptions } from './hosts/change-host.ts'
export {
  FRONTIER_REASONS,
  classifyStatus,
  type FrontierReason,
  type ReasonAction,
  type ReasonClass,
  type ReasonFilter,
} from './frontier/reasons.ts'
export type { Reservation } from './hosts/reservations.ts'
export type { HostVisit } from './frontier/host-visit.ts'
export type { RobotsState } from './hosts/robots-store.ts'
export type { FetchedRobots } from './frontier/record-robots.ts'
export type { ServerGauges } from './frontier/read-server-gauges.ts'
export type { StateCounts, ReasonCount } from './frontier/count-urls.ts'
export type { SweepReport } from './frontier/sweep.ts'
export type { WaitingUrls } from './frontier/read-waiting.ts'
export type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'
