/**
 * `@canonist/registry`: pages, every URL that leads to them with the evidence, and what a person must decide; on SQLite or PostgreSQL.
 *
 * @example
 * const registry = await openRegistry('canonist.db')
 * await registry.ingest(['https://example.com/?utm_source=x'])
 * await registry.close()
 */
export { openRegistry } from './registry/open-registry.ts'
export type {
  StoredAdmission,
  AdmissionChange,
  AdmissionOptions,
  AdmissionReceipt,
} from './registry/admissions/stored-admission.ts'
export type { HomePageDecision } from './registry/admissions/find-home-page-decision.ts'
export type { NamedFact } from './registry/sql/facts.sql.ts'
export type { ExportedAlias, ExportedRejected, ExportedReview } from './registry/exported.ts'
export type { IngestOptions, IngestReport, Line, Lines, InvalidLine } from './registry/ingest/ingest.ts'
export type { Alias, Evidence, Page, PageRecord } from './registry/page-record.ts'
export { REGISTRY_ERRORS, RegistryError, type RegistryErrorCode } from './registry/errors.ts'
export { openPublished, type PublishedRegistry } from './registry/publish/open-published.ts'
export type { PublishOptions, PublishReport, PublishStep } from './registry/publish/publish.ts'
export type { HostPagesOptions, KnownPage, Registry, RegistryOptions } from './registry/registry.ts'
export { LIST_ERRORS, ListError, type ListErrorCode } from './store/list-error.ts'
export type { ListPart, PartOptions } from './store/list-part.ts'
export type { AdmissionListFilter } from './registry/lists/list-admissions.ts'
export type { HostListFilter } from './registry/lists/list-host-names.ts'
export type { RejectedListFilter } from './registry/lists/list-rejected.ts'
export type { RunListFilter } from './registry/lists/list-runs.ts'
export type { RegistryRun } from './registry/sql/runs.sql.ts'
export type { PageListFilter } from './registry/lists/list-page-ids.ts'
export type { HostPageCounts, Lists, RegistryCounts } from './registry/lists/lists.ts'
export type { ReviewCount } from './registry/reviews/count-reviews.ts'
export { STORE_ERRORS, StoreError, type StoreErrorCode } from './store/errors.ts'
export type { Differences, MergeExample, SplitExample } from './registry/rekey/differences.ts'
export type { DifferenceOptions } from './registry/rekey/find-differences.ts'
export type { RekeyReport } from './registry/rekey/rekey.ts'
export type { UndoReport } from './registry/rekey/undo-rekey.ts'
export type { UnfinishedRekey } from './registry/rekey/find-unfinished-rekey.ts'
export type { Consequence, ReviewVerb } from './registry/reviews/consequence.ts'
export type { DecisionResult, ReviewDecision } from './registry/reviews/decide-review.ts'
export type { RefusedUndo, UndoRequest, UndoResult } from './registry/reviews/undo-decision.ts'
export type { DecisionEffect } from './registry/reviews/preview-effect.ts'
export type { ReviewFilter } from './registry/sql/reviews.sql.ts'
export type { RaisedReview } from './registry/reviews/raise-reviews.ts'
export type { Review, ReviewState } from './registry/reviews/review.ts'
export type { ShownReview } from './registry/reviews/show-review.ts'
export type { ProposedDecision, RefusedDecision } from './registry/reviews/plan-decision.ts'
export type { DecisionPreview, MoveOptions, Maintenance } from './registry/maintenance.ts'
export type { CanonicalUrl, FetchUrl, KeyHex, RawUrl } from '@canonist/core/internal/text/stages'
