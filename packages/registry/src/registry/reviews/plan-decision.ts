import type { Session } from '../../store/database.ts'
import { deriveConsequence, findEditable, findFault, type Consequence, type ReviewVerb } from './consequence.ts'
import { findReview } from '../sql/reviews.sql.ts'
import type { Review } from './review.ts'

export interface ProposedDecision {
  readonly verb: ReviewVerb
  /** For `edit`: the value that replaces the proposed one. */
  readonly value?: unknown
}

/** With a code of `REVIEW_ERRORS`. */
export type RefusedDecision =
  /** Another person decided first; `review` says who, when and what. */
  | { readonly ok: false; readonly code: 'review/decided'; readonly review: Review }
  | { readonly ok: false; readonly code: 'review/not-possible'; readonly review: Review; readonly reason: string }
  | { readonly ok: false; readonly code: 'review/unknown' }

export type PlannedDecision =
  | { readonly ok: true; readonly review: Review; readonly consequence: Consequence }
  | RefusedDecision

/** Derives the consequence of a decision, or why it is not possible. Used by both preview and decision. */
export async function planDecision(
  session: Session,
  id: number,
  { verb, value }: ProposedDecision,
): Promise<PlannedDecision> {
  const review = await findReview(session, id)
  if (review === null) return { ok: false, code: 'review/unknown' }
  if (review.state !== 'open' && review.state !== 'over') return { ok: false, code: 'review/decided', review }
  const consequence = deriveConsequence(review.kind, review.subject, verb, value, review.detail)
  if (consequence === null)
    return { ok: false, code: 'review/not-possible', review, reason: describeEditable(review.kind) }
  const reason = findFault(consequence)
  if (reason !== null) return { ok: false, code: 'review/not-possible', review, reason }
  return { ok: true, review, consequence }
}

function describeEditable(kind: string): string {
  const takes = findEditable(kind)
  return takes === null ? `a ${kind} can only be accepted or rejected` : `an edit of a ${kind} needs ${takes}`
}
