import type { Cause } from '../../registry/reviews/cause.ts'
import type { Consequence } from '../../registry/reviews/consequence.ts'
import type { Session } from '../../store/database.ts'

/** The decision about a review; null if it is not decided. */
export async function findReviewDecision(session: Session, { kind, subject }: Cause): Promise<Consequence | null> {
  const [row] = await session.all<{ readonly decision: string | null }>(
    'select decision from reviews where kind = $1 and subject = $2',
    [kind, subject],
  )
  return JSON.parse(row?.decision ?? 'null') as Consequence | null
}
