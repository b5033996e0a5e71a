import type { Cause } from '@canonist/registry/internal/registry/reviews/cause'
import type { Consequence } from '@canonist/registry/internal/registry/reviews/consequence'
import type { Session } from '@canonist/registry/internal/store/database'

/** The decision about a review; null if it is not decided. */
export async function findReviewDecision(session: Session, { kind, subject }: Cause): Promise<Consequence | null> {
  const [row] = await session.all<{ readonly decision: string | null }>(
    'select decision from reviews where kind = $1 and subject = $2',
    [kind, subject],
  )
  return JSON.parse(row?.decision ?? 'null') as Consequence | null
}
