/** `canonist/health`: how the links of a registry are, over time and with evidence. */
export {
  HEALTH_VERDICTS,
  HEALTH_REASONS,
  HEALTH_NOTES,
  type Drift,
  type HealthNote,
  type HealthReason,
  type HealthVerdict,
} from './health/words.ts'
export { judge, type Judgement } from './health/verdict.ts'
export { openHealth, type HealthOptions } from './health/open-health.ts'
export type { DuePage, Health } from './health/health.ts'
export type { Arrival, ChainStep, MissingSign, Observation, TakeoverSuspicion } from './health/observation.ts'
export type { Fingerprint } from './health/fingerprint.ts'
export type { Traits } from './health/traits.ts'
export type { PageFilter } from './health/page-filter.ts'
export type { CheckedPage, CheckOptions, PassReport, PausedHost } from './health/pass/pass.ts'
export type { PauseReason } from './health/sql/hosts.sql.ts'
export { CHECK_PRIORITIES, type CheckPriority } from './health/priority.ts'
export type { ListedVerdict, VerdictListFilter, PageVerdict } from './health/sql/verdicts.sql.ts'
export type { WatchedPage } from './health/sql/pages.sql.ts'
export type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'
