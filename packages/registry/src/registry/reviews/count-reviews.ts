import type { Session, Transaction } from '../../store/database.ts'
import { readCounts } from '../../store/sql/read-counts.ts'
import type { ReviewState } from './review.ts'

const SUBJECT = 'reviews'

/** Updates the stored counts when a review is raised or changes its state. */
export function countReviews(
  transaction: Transaction,
  kind: string,
  { from, to }: { readonly from?: ReviewState; readonly to: ReviewState },
): void {
  if (from !== undefined) transaction.count({ subject: SUBJECT, name: `${from} ${kind}` }, -1)
  transaction.count({ subject: SUBJECT, name: `${to} ${kind}` }, 1)
}

export interface ReviewCount {
  readonly state: ReviewState
  readonly kind: string
  readonly reviews: number
}

/** Reads how many reviews there are by state and kind. */
export async function readReviewCounts(session: Session): Promise<ReviewCount[]> {
  const counts = await readCounts(session, SUBJECT)
  return [...counts].map(([name, reviews]) => {
    const space = name.indexOf(' ')
    return { state: name.slice(0, space) as ReviewState, kind: name.slice(space + 1), reviews }
  })
}
