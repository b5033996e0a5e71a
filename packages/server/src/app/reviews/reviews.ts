import type { PolicySpec } from '@canonist/core'
import type { DecisionResult, ReviewDecision } from '@canonist/registry/internal/registry/reviews/decide-review'
import type { ReviewFilter } from '@canonist/registry/internal/registry/sql/read-reviews'
import type { ProposedDecision } from '@canonist/registry/internal/registry/reviews/plan-decision'
import type { Review } from '@canonist/registry/internal/registry/reviews/review'
import type { ShownReview } from '@canonist/registry/internal/registry/reviews/show-review'
import type { UndoRequest, UndoResult } from '@canonist/registry/internal/registry/reviews/undo-decision'
import type { DecisionPreview } from '@canonist/registry/internal/registry/maintenance'
import type {
  DecisionsPreview,
  PreviewOptions,
  ProposedDecisionOf,
} from '@canonist/registry/internal/registry/reviews/preview-decisions'
import type { Canonist } from '../open-canonist.ts'

export type { ReviewVerb } from '@canonist/registry/internal/registry/reviews/consequence'
export type { DecisionResult } from '@canonist/registry/internal/registry/reviews/decide-review'
export type { DecisionEffect } from '@canonist/registry/internal/registry/reviews/preview-effect'
export type { LearnedRuleDetail } from '@canonist/registry/internal/registry/reviews/learned-rule-kind'
export type { RefusedDecision } from '@canonist/registry/internal/registry/reviews/plan-decision'
export type { Review, ReviewState } from '@canonist/registry/internal/registry/reviews/review'
export type { ShownReview } from '@canonist/registry/internal/registry/reviews/show-review'
export type { RefusedUndo, UndoResult } from '@canonist/registry/internal/registry/reviews/undo-decision'
export { REVIEW_ERRORS } from '@canonist/registry/internal/registry/reviews/errors'
export { LEARNED_RULE } from '@canonist/registry/internal/registry/reviews/learned-rule-kind'

/** What a person must decide, or has decided; without a filter what is open. */
export async function* listReviews(canonist: Canonist, filter: ReviewFilter = {}): AsyncGenerator<Review> {
  yield* (await canonist.registry()).streamReviews(filter)
}

/** A review with examples and with what each decision would change; null where there is none of this id. */
export async function showReview(canonist: Canonist, id: number): Promise<ShownReview | null> {
  return (await canonist.registry()).showReview(id)
}

/** What a decision would change, or why it cannot be made. Nothing is written. */
export async function previewDecision(
  canonist: Canonist,
  id: number,
  decision: ProposedDecision,
): Promise<DecisionPreview> {
  return (await canonist.registry()).previewDecision(id, decision)
}

/** What several decisions would change together. Nothing is written. */
export async function previewDecisions(
  canonist: Canonist,
  decisions: readonly ProposedDecisionOf[],
  options: PreviewOptions = {},
): Promise<DecisionsPreview> {
  return (await canonist.registry()).previewDecisions(decisions, options)
}

/** Decides once: if several people decide at the same time, one succeeds, and the others learn who it was. */
export async function decideReview(
  canonist: Canonist,
  id: number,
  decision: Omit<ReviewDecision, 'at'>,
): Promise<DecisionResult> {
  return (await canonist.registry()).decideReview(id, decision)
}

/** Takes a decision back with what it changed, and asks again; refused where something was built on the decision since. */
export async function undoDecision(canonist: Canonist, id: number, undo: Omit<UndoRequest, 'at'>): Promise<UndoResult> {
  return (await canonist.registry()).undoDecision(id, undo)
}

export interface ReviewedSpec {
  readonly spec: PolicySpec
  /** Whether nothing was decided that the registry does not follow already. */
  readonly isActive: boolean
}

/** The policy of the newest admission, or else the active one, with all decisions of reviewers. */
export async function readReviewedPolicy(canonist: Canonist): Promise<ReviewedSpec> {
  const registry = await canonist.registry()
  // Keys of admissions are made by a part of their policy: it has no hosts, so admitting by it would reject every URL.
  const admitted = await registry.findAdmissionPolicy()
  const { spec, fingerprint } = await registry.readReviewedPolicy(admitted ?? undefined)
  return { spec, isActive: admitted === null && fingerprint === registry.policy.fingerprint }
}
