import type { Session } from '../../store/database.ts'
import type { ListPart, PartOptions } from '../../store/list-part.ts'
import { formatIndexedTable, type KeyRange } from '../../store/read-ranges.ts'
import { SqlValues } from '../../store/sql-values.ts'
import { readReviews, type ReviewFilter } from '../sql/read-reviews.ts'
import { REVIEW_STATES, type Review } from '../reviews/review.ts'
import { listById } from './list-by-id.ts'

/** Lists the open reviews, or those that match the filter, oldest first. */
export function listReviews(
  session: Session,
  { state = 'open', kind }: ReviewFilter,
  options: PartOptions,
): Promise<ListPart<Review>> {
  const values = new SqlValues()
  const states = state === 'all' ? REVIEW_STATES : [state]
  const ofKind = kind === undefined ? null : values.put(kind)
  const ranges = states.map((one): KeyRange => ({
    lead: [...(ofKind === null ? [] : [['kind', ofKind] as const]), ['state', `'${one}'`]],
    keys: ['id'],
    from: formatIndexedTable(session.dialect, 'reviews', ofKind === null ? 'reviews_open' : 'reviews_kind'),
  }))
  return listById(session, { ranges, values, read: readReviews }, options)
}
