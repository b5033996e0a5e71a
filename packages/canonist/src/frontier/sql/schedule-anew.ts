import type { Transaction } from '../../store/database.ts'
import { hostOf } from '../../registry/spelling.ts'
import type { CountChanges } from './counts.ts'
import { jsonIds, jsonOf, jsonRows } from './json-rows.ts'
import { wakeHosts } from './wake-hosts.ts'

interface UnknownPage {
  readonly id: number
  readonly fetch_url: string
}

/** Queues pages that are not queued yet; tells which. */
export async function scheduleAnew(
  transaction: Transaction,
  pageIds: readonly number[],
  now: number,
  counts: CountChanges,
  { depth = 0, trail = null }: { readonly depth?: number; readonly trail?: string | null } = {},
): Promise<number[]> {
  if (pageIds.length === 0) return []
  const pages = await transaction.all<UnknownPage>(
    `select p.id, p.fetch_url from pages p where p.id in ${jsonIds(transaction.dialect, '$1')} and p.merged_into is null
       and not exists (select 1 from frontier_urls u where u.page_id = p.id) order by p.id`,
    [jsonOf([...new Set(pageIds)])],
  )
  if (pages.length === 0) return []
  const hostIds = await hostIdsOf(
    transaction,
    pages.map(({ fetch_url }) => hostOf(fetch_url)),
  )
  const rows = pages.map(({ id, fetch_url }) => ({ id, host_id: hostIds.get(hostOf(fetch_url)) ?? 0 }))
  await transaction.run(
    `insert into frontier_urls (page_id, host_id, state, priority, due_at, depth, trail, added_at)
     select r.id, r.host_id, 'pending', 1, $2, $3, $4, $2
     from ${jsonRows(transaction.dialect, '$1', { id: 'integer', host_id: 'integer' }, 'r')}
     where true on conflict do nothing`,
    [jsonOf(rows), now, depth, trail],
  )
  counts.add({ state: 'pending', reason: null }, rows.length)
  await wakeHosts(
    transaction,
    rows.map(({ host_id }) => host_id),
    now,
  )
  return pages.map(({ id }) => id)
}

/** The ids of hosts by name; those that are new are made. */
export async function hostIdsOf(transaction: Transaction, names: Iterable<string>): Promise<Map<string, number>> {
  const list = [...new Set(names)].toSorted().map((host) => ({ host }))
  const rows = jsonRows(transaction.dialect, '$1', { host: 'text' }, 'r')
  const find = `select h.id, h.host from hosts h join ${rows} on r.host = h.host`
  const read = () => transaction.all<{ readonly id: number; readonly host: string }>(find, [jsonOf(list)])
  let found = await read()
  if (found.length < list.length) {
    await transaction.run(`insert into hosts (host) select r.host from ${rows} where true on conflict do nothing`, [
      jsonOf(list),
    ])
    found = await read()
  }
  return new Map(found.map(({ id, host }) => [host, id]))
}
