import type { ExportedReview } from '../exported.ts'

/** `over`: undecided, but no input has the cause any more. It is open again when one does. */
export const REVIEW_STATES = ['open', 'accepted', 'rejected', 'edited', 'over'] as const

export type ReviewState = (typeof REVIEW_STATES)[number]

/** A question for a person: one for each cause, however many URLs it concerns. */
export interface Review extends ExportedReview {
  readonly state: ReviewState
}
