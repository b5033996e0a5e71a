import type { Session, Transaction } from '../../store/database.ts'
import { readCounts } from '../../store/sql/read-counts.ts'
import type { ReviewState } from './review.ts'

const SUBJECT = 'reviews'

/** Keeps the counts when an item of a kind comes up or changes its state. */
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

/** How many items of each kind are in which state. */
export async function readReviewCounts(session: Session): Promise<ReviewCount[]> {
  const counts = await readCounts(session, SUBJECT)
  return [...counts].map(([name, reviews]) => {
    const space = name.indexOf(' ')
    return { state: name.slice(0, space) as ReviewState, kind: name.slice(space + 1), reviews }
  })
}
