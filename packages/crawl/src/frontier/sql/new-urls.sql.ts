import type { Transaction, Dialect, Value } from '@canonist/registry/internal/store/database'
import { parseHost } from '@canonist/registry/internal/registry/spelling'
import { getHostIds } from '@canonist/registry/internal/registry/sql/hosts.sql'
import { selectJsonIds, toSqlJson, selectJsonRows } from '@canonist/registry/internal/store/json-rows'
import type { FetchUrl } from '@canonist/core/internal/text/stages'
import { PAGES_SEEN } from '@canonist/registry/internal/registry/sql/pages-read.sql'
import type { CountChanges } from './counts.sql.ts'
import { wakeHosts, formatWakeSql } from '../../hosts/sql/clocks.sql.ts'
import { notePriorityUse, type PriorityNumber } from '../../hosts/sql/shared-clock.sql.ts'

// Pages that enter the queue.

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

export interface QueueOptions {
  readonly policyId: number
  readonly now: number
  readonly priority: PriorityNumber
  readonly depth: number
}

/** The number of newly queued URLs of a host. */
export interface QueuedUrls {
  readonly host_id: number
  readonly urls: number
}

/** Queues the pages of the batch that the registry has just stored, unless they are queued already. */
export async function queueSeenPages(
  transaction: Transaction,
  { policyId, now, priority, depth }: QueueOptions,
): Promise<QueuedUrls[]> {
  await transaction.stage('queued_pages', 'page_id integer primary key, host_id integer', [])
  const found = await transaction.run(
    `insert into queued_pages select p.id, p.host_id from (${PAGES_SEEN}) seen cross join pages p
     where p.id = seen.id and not exists (select 1 from frontier_urls u where u.page_id = p.id)`,
    [policyId],
  )
  if (found === 0) return []
  await correctHosts(transaction)
  await notePriorityUse(transaction, priority)
  const made = await QUEUE[transaction.dialect](transaction, [now, priority, depth])
  await transaction.run(formatWakeSql('select distinct host_id from queued_pages'), [now, priority === 2 ? 1 : 0])
  return made
}

const INTO_QUEUE = `insert into frontier_urls (page_id, host_id, state, priority, due_at, depth, added_at)
  select page_id, host_id, 'pending', $2, $1, $3, $1 from queued_pages where true order by page_id on conflict do nothing`

/** On PostgreSQL another process may queue some of these pages at the same moment, so only the inserted rows are counted. */
const QUEUE: Readonly<Record<Dialect, (transaction: Transaction, values: readonly Value[]) => Promise<QueuedUrls[]>>> =
  {
    sqlite: async (transaction, values) => {
      await transaction.run(INTO_QUEUE, values)
      return transaction.all<QueuedUrls>('select host_id, count(*) as urls from queued_pages group by host_id')
    },
    postgres: (transaction, values) =>
      transaction.all<QueuedUrls>(
        `with made as (${INTO_QUEUE} returning host_id) select host_id, count(*) as urls from made group by host_id`,
        values,
      ),
  }

/** The fetch URL is nearly always on the host of the canonical URL; a policy may map it to another one. */
async function correctHosts(transaction: Transaction): Promise<void> {
  const others = await transaction.all<{ readonly id: number; readonly fetch_url: FetchUrl }>(
    `select p.id, p.fetch_url from queued_pages q cross join pages p cross join hosts h
     where p.id = q.page_id and h.id = q.host_id and substr(p.fetch_url, 8, length(h.host)) <> h.host
       and substr(p.fetch_url, 9, length(h.host)) <> h.host`,
  )
  if (others.length === 0) return
  const hostIds = await getHostIds(
    transaction,
    others.map(({ fetch_url }) => parseHost(fetch_url)),
  )
  const rows = others.map(({ id, fetch_url }) => ({ id, host_id: hostIds.get(parseHost(fetch_url)) ?? 0 }))
  await transaction.run(
    `update queued_pages set host_id = r.host_id
     from ${selectJsonRows(transaction.dialect, '$1', { id: 'integer', host_id: 'integer' }, 'r')} where page_id = r.id`,
    [toSqlJson(rows)],
  )
}

/** URLs of the batch whose key belongs to no page of its own: they lead to a page through a redirect or a merge. */
export async function countAliasHits(transaction: Transaction, policyId: number): Promise<number> {
  const [row] = await transaction.all<{ readonly hits: number | null }>(
    `select cast(sum(s.count) as bigint) as hits from seen_urls s where not exists
       (select 1 from pages p where p.policy_id = $1 and p.key = s.key and p.merged_into is null)`,
    [policyId],
  )
  return row?.hits ?? 0
}
