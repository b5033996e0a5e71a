import type { Session } from '@canonist/registry/internal/store/database'
import type { PageFilter } from '../page-filter.ts'
import { listHostPages } from '../sql/registry.sql.ts'
import { splitIntoChunks } from '@canonist/core/internal/text/chunks'

/** The parts of a filter for a host, so that a long list of pages is not sent with every query. */
export type ListFilterParts = (hostId: number) => readonly PageFilter[]

const PAGES_AT_ONCE = 200

export async function splitFilter(session: Session, filter: PageFilter): Promise<ListFilterParts> {
  const { host, pageIds, isAll } = filter
  if (pageIds === undefined) return () => [filter]
  const hosts = Map.groupBy(await listHostPages(session, pageIds), ({ host_id }) => host_id)
  return (hostId) =>
    [
      ...splitIntoChunks(
        (hosts.get(hostId) ?? []).map(({ id }) => id),
        PAGES_AT_ONCE,
      ),
    ].map((ids) => ({ host, isAll, pageIds: ids }))
}
