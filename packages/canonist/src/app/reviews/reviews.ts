import type { PolicySpec } from '@canonist/core'
import type { DecisionResult, ReviewDecision } from '../../registry/reviews/decide-review.ts'
import type { ReviewFilter } from '../../registry/sql/read-reviews.ts'
import type { ProposedDecision } from '../../registry/reviews/plan-decision.ts'
import type { Review } from '../../registry/reviews/review.ts'
import type { ShownReview } from '../../registry/reviews/show-review.ts'
import type { UndoRequest, UndoResult } from '../../registry/reviews/undo-decision.ts'
import type { DecisionPreview } from '../../registry/maintenance.ts'
import type { DecisionsPreview, PreviewOptions, ProposedDecisionOf } from '../../registry/reviews/preview-decisions.ts'
import type { Canonist } from '../open-canonist.ts'

export type { ReviewVerb } from '../../registry/reviews/consequence.ts'
export type { DecisionResult } from '../../registry/reviews/decide-review.ts'
export type { DecisionEffect } from '../../registry/reviews/preview-effect.ts'
export type { LearnedRuleDetail } from '../../registry/reviews/learned-rule-kind.ts'
export type { RefusedDecision } from '../../registry/reviews/plan-decision.ts'
export type { Review, ReviewState } from '../../registry/reviews/review.ts'
export type { ShownReview } from '../../registry/reviews/show-review.ts'
export type { RefusedUndo, UndoResult } from '../../registry/reviews/undo-decision.ts'
export { REVIEW_ERRORS } from '../../registry/reviews/errors.ts'
export { LEARNED_RULE } from '../../registry/reviews/learned-rule-kind.ts'

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
