import type { Session } from '@canonist/registry/internal/store/database'
import type { PageFilter } from '../page-filter.ts'
import { filterTurnedAway } from './page-conditions.ts'

/** Pages that are not checked because their newest admission is a rejection. */
export interface TurnedAway {
  readonly pages: number
  /** One of them; null if there is none. */
  readonly example: string | null
}

export async function countTurnedAway(session: Session, filter: PageFilter): Promise<TurnedAway> {
  const where = filterTurnedAway(filter, session.dialect)
  const [found] = await session.all<TurnedAway>(
    `select count(*) as pages, min(p.canonical_url) as example from pages p join hosts h on h.id = p.host_id where ${where.sql}`,
    where.list,
  )
  return found ?? { pages: 0, example: null }
}
