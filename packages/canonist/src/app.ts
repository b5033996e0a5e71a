/** `canonist/app`: everything on one database, and what the commands do, as functions. */
export { openCanonist, type Canonist, type CanonistOptions } from './app/open-canonist.ts'
export { APP_ERRORS, AppError, type AppErrorCode } from './app/errors.ts'
export { openInputFile, createTextInput, type Input } from './io/input.ts'
export type { InputReport } from './io/input-report.ts'
export type { Sink } from './io/sink.ts'

export { explainUrl, type ProvedChange, type ProvedExplanation } from './app/urls/explain-url.ts'
export { normalizeUrl, normalizeUrls, type NormalizedItem } from './app/urls/normalize-urls.ts'
export { dedupeList, type DedupeListOptions, type DedupeReport } from './app/lists/dedupe-list.ts'
export { normalizeList, type Jobs, type NormalizeListOptions } from './app/lists/normalize-list.ts'

export { openFetcher, openPoliteFetcher, type Fetcher } from './app/fetching/open-fetcher.ts'
export { openSharedFetcher, type SharedFetcherOptions } from './app/fetching/open-shared-fetcher.ts'
export type { NetworkOptions, PoliteOptions } from './app/fetching/network-options.ts'
export { countUrls, type UrlResult } from './app/fetching/run-urls.ts'
export {
  resolveUrl,
  resolveUrls,
  type Arrived,
  type Resolved,
  type ResolveOptions,
} from './app/fetching/resolve-urls.ts'
export { canonicalizeUrls, type CanonicalizeUrlsOptions } from './app/fetching/canonicalize-urls.ts'

export {
  createAdmissions,
  createFoundPolicy,
  reviewPolicy,
  type Admissions,
  type AdmissionsOptions,
  type RecordedAdmission,
  type ReviewedPolicy,
} from './app/admit/admissions.ts'
export { admitUrls, type AdmittedUrl, type AdmitUrlsOptions } from './app/admit/admit-urls.ts'

export {
  readLinkFiles,
  type FileFormat,
  type LinkFiles,
  type ReadLinkFilesOptions,
} from './app/links/read-link-files.ts'
export {
  LINK_RULES,
  validateLinks,
  dropFixed,
  type FileFix,
  type LinkReport,
  type ValidateLinksOptions,
} from './app/links/validate-links.ts'
export { writeFixes, type WrittenFixes } from './app/links/write-fixes.ts'
export {
  citeLinks,
  citeUrls,
  type AskedCitation,
  type Citation,
  type CiteLinksOptions,
  type UrlCitation,
} from './app/links/cite-links.ts'
export type { LinksOptions } from './app/links/open-links.ts'
export type { Finding, Level, ReportRule } from './report/finding.ts'

export { addLinks } from './app/check/add-links.ts'
export { findLinkedPages, type LinkedPages } from './app/check/linked-pages.ts'
export { runCheck, selectPages, type PageSelection, type RunCheckOptions } from './app/check/run-check.ts'
export {
  listFindingsByPage,
  reportCheck,
  listVerdictsWithEvidence,
  type CheckReport,
  type ProvedVerdict,
  type ReportCheckOptions,
} from './app/check/report-check.ts'

export {
  learnFromLogs,
  learnFromRegistry,
  type Learned,
  type LearnFromLogsOptions,
  type LearnFromRegistryOptions,
  type LearnSettings,
} from './app/learn/learn.ts'
export { probeLearned, type ProbeLearnedOptions } from './app/learn/probe-learned.ts'
export { proposeLearned, publishLearned, type LearnTier } from './app/learn/publish-learned.ts'

export { findFacts, findPages, type FoundPage, type PageQuery } from './app/find/find-pages.ts'
export { ingestLists, queueLists, type IngestListsOptions } from './app/ingest/ingest-lists.ts'
export { identifySource, type SourceOptions } from './app/ingest/identify-source.ts'
export { exportRows, type Exported, type ExportFormat, type ExportOptions } from './app/export/export-rows.ts'
export { publishSnapshot, type PublishSnapshotOptions, type PublishStep } from './app/publish/publish-snapshot.ts'
export { setPriorities, type PrioritiesReport } from './app/health/set-priorities.ts'

export {
  decideReview,
  previewDecision,
  listReviews,
  readReviewedPolicy,
  REVIEW_ERRORS,
  showReview,
  undoDecision,
  type ReviewedSpec,
} from './app/reviews/reviews.ts'

export {
  countQueuedUrls,
  countReasons,
  explainQueuedUrl,
  forgetUrls,
  listQueuedUrls,
  listQueuedUrlsFrom,
  partitionUrls,
  prioritizeUrls,
  requeueUrls,
  type PartitionOptions,
  type PartitionReport,
  type QueueCounts,
} from './app/frontier/queue.ts'
export { runWorker, type QueueLevel, type RunWorkerOptions } from './app/work/run-worker.ts'

export { loadPolicy, type LoadedPolicy } from './app/policies/load-policy.ts'
export { readPolicyFile, type PolicyFile } from './app/policies/read-policy-file.ts'
export { testPolicyFile, type ExampleFailure, type PolicyTestResult } from './app/policies/test-policy-file.ts'
export {
  describePolicy,
  listPolicies,
  type PolicyDescription,
  type PolicySummary,
} from './app/policies/describe-policies.ts'
export { comparePolicies, type ComparePoliciesOptions, type PolicyComparison } from './app/policies/compare-policies.ts'
export { moveKeys, type KeyMove, type MovedKeys } from './app/policies/move-keys.ts'
export { exportPolicy, type ExportPolicyOptions, type PolicyFormat } from './app/policies/export-policy.ts'
export { importPolicy, type ImportPolicyOptions, type PolicyListFormat } from './app/policies/import-policy.ts'

export { OPERATIONS, type OperationName } from './app/operations/index.ts'
export {
  InputError,
  runOperation,
  type InputFault,
  type Operation,
  type OperationContext,
  type Role,
} from './app/operations/operation.ts'
