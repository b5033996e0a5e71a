import type { Database, Session } from '../../store/database.ts'
import { REVIEW_COLUMNS, toReview, type Review, type ReviewRow, type ReviewState } from '../reviews/review.ts'

export interface ReviewFilter {
  /** Default `open`. */
  readonly state?: ReviewState | 'all' | undefined
  readonly kind?: string | undefined
}

/** Streams reviews, oldest first. */
export async function* streamReviews(
  database: Database,
  { state = 'open', kind = '' }: ReviewFilter = {},
): AsyncGenerator<Review> {
  const rows = database.stream<ReviewRow>(
    `select ${REVIEW_COLUMNS} from reviews where (state = $1 or $1 = 'all') and (kind = $2 or $2 = '') order by id`,
    [state, kind],
  )
  for await (const row of rows) yield toReview(row)
}

export async function findReview(session: Session, id: number): Promise<Review | null> {
  const [row] = await session.all<ReviewRow>(`select ${REVIEW_COLUMNS} from reviews where id = $1`, [id])
  return row === undefined ? null : toReview(row)
}
