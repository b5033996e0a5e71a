import type { Transaction } from '../store/database.ts'
import { readClock } from '../hosts/sql/read-clock.ts'
import { HostUpdates } from '../hosts/host-updates.ts'
import { notePriorityUse, type PriorityNumber } from '../hosts/sql/queue-priorities.ts'
import type { FrontierContext } from './context.ts'
import { splitFilter, type UrlFilter } from './stream-urls.ts'
import type { QueuePriority } from './frontier-options.ts'
import { CountChanges } from './sql/count-changes.ts'
import { dropCohorts } from './sql/expiries.ts'
import { selectJsonIds, toSqlJson } from '../store/json-rows.ts'
import { lockFreeUrls, type FreeUrl } from './sql/lock-urls.ts'
import { writeLog } from './sql/log.ts'
import { PRIORITY_NUMBERS } from './submit.ts'
import { collectChunks } from '../text/chunks.ts'

const URLS_AT_ONCE = 1000

/** Skips merged URLs: the page that they were merged into is fetched instead. */
export function requeueUrls(context: FrontierContext, filter: UrlFilter): Promise<number> {
  return changeAll(context, filter, "coalesce(reason, '') not in ('merged', 'redirected')", requeueBatch)
}

export function forgetUrls(context: FrontierContext, filter: UrlFilter): Promise<number> {
  return changeAll(context, filter, 'true', forgetBatch)
}

/** Skips leased URLs: a visit keeps the priority that it started with. */
export async function prioritizeUrls(
  context: FrontierContext,
  filter: UrlFilter,
  priority: QueuePriority,
): Promise<number> {
  const rank = PRIORITY_NUMBERS[priority]
  // Before any URL is locked, like `submit`: the opposite order could deadlock.
  await context.database.transaction((transaction) => notePriorityUse(transaction, rank))
  return changeAll(context, filter, `priority <> ${rank}`, (changing, urls) => prioritizeBatch(changing, urls, rank))
}

interface ChangeContext {
  readonly transaction: Transaction
  readonly now: number
  readonly counts: CountChanges
  readonly updates: HostUpdates
}

type ChangeBatch = (changing: ChangeContext, urls: readonly FreeUrl[]) => Promise<void>

/** In batches, so that workers do not wait for the whole change. */
async function changeAll(
  context: FrontierContext,
  filter: UrlFilter,
  where: string,
  change: ChangeBatch,
): Promise<number> {
  let total = 0
  for await (const ids of collectChunks(streamIds(context, filter), URLS_AT_ONCE))
    total += await changeBatch(context, ids, where, change)
  return total
}

async function* streamIds(context: FrontierContext, filter: UrlFilter): AsyncGenerator<number> {
  for await (const where of splitFilter(context, filter)) {
    const sql = `select u.page_id from frontier_urls u where ${where.sql} order by u.page_id`
    const rows = context.database.stream<{ readonly page_id: number }>(sql, where.list)
    for await (const { page_id } of rows) yield page_id
  }
}

async function changeBatch(
  { database, settings, slot }: FrontierContext,
  ids: readonly number[],
  where: string,
  change: ChangeBatch,
): Promise<number> {
  return database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    const urls = await lockFreeUrls(transaction, ids, where)
    if (urls.length === 0) return 0
    const [counts, updates] = [new CountChanges(), new HostUpdates()]
    for (const { host_id } of urls) updates.recheck(host_id)
    await change({ transaction, now, counts, updates }, urls)
    await updates.write(transaction, settings, now)
    counts.write(transaction, slot)
    return urls.length
  })
}

const listPageIds = (urls: readonly FreeUrl[]): number[] => urls.map(({ page_id }) => page_id)
const formatPageIds = (urls: readonly FreeUrl[]): string => toSqlJson(listPageIds(urls))

async function requeueBatch(
  { transaction, now, counts, updates }: ChangeContext,
  urls: readonly FreeUrl[],
): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = 'pending', reason = null, detail = null, attempts = 0, claims = 0, is_suspect = 0, due_at = $2,
       trail = null
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [formatPageIds(urls), now],
  )
  dropCohorts(transaction, listPageIds(urls))
  for (const url of urls) counts.move(url, { state: 'pending', reason: null })
  // A person requeued it, and may know that the host is back.
  for (const { host_id } of urls) updates.revive(host_id)
  const entries = urls.map(
    ({ page_id, state, reason }) => ({ id: page_id, event: 'requeued', reason, detail: `it was ${state}` }) as const,
  )
  writeLog(transaction, entries, now)
}

/** The due time and urgency of each host are read from its URLs again when the updates are written. */
async function prioritizeBatch(
  { transaction }: ChangeContext,
  urls: readonly FreeUrl[],
  rank: PriorityNumber,
): Promise<void> {
  await transaction.run(
    `update frontier_urls set priority = $2 where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [formatPageIds(urls), rank],
  )
}

async function forgetBatch({ transaction, counts }: ChangeContext, urls: readonly FreeUrl[]): Promise<void> {
  const those = `page_id in ${selectJsonIds(transaction.dialect, '$1')}`
  await transaction.run(`delete from frontier_urls where ${those}`, [formatPageIds(urls)])
  await transaction.run(`delete from frontier_log where ${those}`, [formatPageIds(urls)])
  dropCohorts(transaction, listPageIds(urls))
  for (const url of urls) counts.remove(url)
}
