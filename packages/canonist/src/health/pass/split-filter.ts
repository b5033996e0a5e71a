import type { Session } from '../../store/database.ts'
import type { PageFilter } from '../page-filter.ts'
import { selectJsonIds, toSqlJson } from '../../store/json-rows.ts'
import { splitIntoChunks } from '../../text/chunks.ts'

/** The parts of a filter for a host, so that a long list of pages is not sent with every query. */
export type ListFilterParts = (hostId: number) => readonly PageFilter[]

const PAGES_AT_ONCE = 200

export async function splitFilter(session: Session, filter: PageFilter): Promise<ListFilterParts> {
  const { host, pageIds, isAll } = filter
  if (pageIds === undefined) return () => [filter]
  const rows = await session.all<{ readonly host_id: number; readonly id: number }>(
    `select host_id, id from pages where id in ${selectJsonIds(session.dialect, '$1')} order by host_id, id`,
    [toSqlJson(pageIds)],
  )
  const hosts = Map.groupBy(rows, ({ host_id }) => host_id)
  return (hostId) =>
    [
      ...splitIntoChunks(
        (hosts.get(hostId) ?? []).map(({ id }) => id),
        PAGES_AT_ONCE,
      ),
    ].map((ids) => ({ host, isAll, pageIds: ids }))
}
