import type { Session } from '../../store/database.ts'
import type { PageFilter } from '../page-filter.ts'
import { IDS_OF } from '../sql/where.ts'

/** A filter in portions for a host: a long list of pages is not sent along with every question about one of them. */
export type FilterParts = (hostId: number) => readonly PageFilter[]

const PAGES_AT_ONCE = 200

export async function filterParts(session: Session, filter: PageFilter): Promise<FilterParts> {
  const { host, pageIds, isAll } = filter
  if (pageIds === undefined) return () => [filter]
  const rows = await session.all<{ readonly host_id: number; readonly id: number }>(
    `select host_id, id from pages where id in (${IDS_OF[session.dialect]('$1')}) order by host_id, id`,
    [JSON.stringify(pageIds)],
  )
  const hosts = Map.groupBy(rows, ({ host_id }) => host_id)
  return (hostId) =>
    portionsOf((hosts.get(hostId) ?? []).map(({ id }) => id)).map((ids) => ({ host, isAll, pageIds: ids }))
}

function portionsOf(ids: readonly number[]): number[][] {
  const count = Math.ceil(ids.length / PAGES_AT_ONCE)
  return Array.from({ length: count }, (_, index) => ids.slice(index * PAGES_AT_ONCE, (index + 1) * PAGES_AT_ONCE))
}
