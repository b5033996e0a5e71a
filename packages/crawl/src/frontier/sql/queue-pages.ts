import type { Transaction } from '@canonist/registry/internal/store/database'
import { parseHost } from '@canonist/registry/internal/registry/spelling'
import { getHostIds } from '@canonist/registry/internal/registry/sql/write-host-names'
import type { CountChanges } from './count-changes.ts'
import { selectJsonIds, toSqlJson, selectJsonRows } from '@canonist/registry/internal/store/json-rows'
import { wakeHosts } from '../../hosts/sql/wake-hosts.ts'
import type { FetchUrl } from '@canonist/core/internal/text/stages'

interface UnknownPage {
  readonly id: number
  readonly fetch_url: FetchUrl
}

interface QueuedPage {
  readonly page_id: number
  readonly host_id: number
}

/** Queues pages that are not queued yet. Returns their ids. */
export async function queuePages(
  transaction: Transaction,
  pageIds: readonly number[],
  now: number,
  counts: CountChanges,
  { depth = 0, trail = null }: { readonly depth?: number; readonly trail?: string | null } = {},
): Promise<number[]> {
  if (pageIds.length === 0) return []
  const pages = await transaction.all<UnknownPage>(
    `select p.id, p.fetch_url from pages p where p.id in ${selectJsonIds(transaction.dialect, '$1')} and p.merged_into is null
       and not exists (select 1 from frontier_urls u where u.page_id = p.id) order by p.id`,
    [toSqlJson([...new Set(pageIds)])],
  )
  if (pages.length === 0) return []
  const hostIds = await getHostIds(
    transaction,
    pages.map(({ fetch_url }) => parseHost(fetch_url)),
  )
  const rows = pages.map(({ id, fetch_url }) => ({ id, host_id: hostIds.get(parseHost(fetch_url)) ?? 0 }))
  // Another process may queue some of these pages at the same moment, so only the inserted rows are counted.
  const queued = await transaction.all<QueuedPage>(
    `insert into frontier_urls (page_id, host_id, state, priority, due_at, depth, trail, added_at)
     select r.id, r.host_id, 'pending', 1, $2, $3, $4, $2
     from ${selectJsonRows(transaction.dialect, '$1', { id: 'integer', host_id: 'integer' }, 'r')}
     where true on conflict do nothing returning page_id, host_id`,
    [toSqlJson(rows), now, depth, trail],
  )
  for (const { host_id } of queued) counts.put({ host_id, state: 'pending', reason: null }, 1)
  await wakeHosts(
    transaction,
    queued.map(({ host_id }) => host_id),
    now,
  )
  return queued.map(({ page_id }) => page_id)
}
