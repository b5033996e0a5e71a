import type { Transaction } from '../../store/database.ts'
import { deleteReviewInput, listReviewsOfInput, type ReviewInput } from '../sql/review-inputs.sql.ts'
import { endReview, lockReview } from '../sql/reviews.sql.ts'
import { formatCause, type Cause } from './cause.ts'

/**
 * Updates the causes of an input: reviews without any input left become `over`, unless they were decided. Returns the causes that the input
 * did not have before.
 */
export async function releaseReviews(
  transaction: Transaction,
  input: ReviewInput,
  causes: readonly Cause[],
  now: number,
): Promise<Cause[]> {
  const wanted = new Map(causes.map((cause) => [formatCause(cause), cause]))
  for (const review of await listReviewsOfInput(transaction, input)) {
    if (wanted.delete(formatCause(review))) continue
    // If two transactions release the last two inputs, the second sees that the first is gone.
    await lockReview(transaction, review.id)
    await deleteReviewInput(transaction, review.id, input)
    await endReview(transaction, review, now)
  }
  return [...wanted.values()]
}
