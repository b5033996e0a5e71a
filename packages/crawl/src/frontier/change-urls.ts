import type { Transaction } from '@canonist/registry/internal/store/database'
import { readClock, notePriorityUse } from '../hosts/sql/shared-clock.sql.ts'
import { HostUpdates } from '../hosts/host-updates.ts'
import type { FrontierContext } from './context.ts'
import { splitFilter, type UrlFilter } from './stream-urls.ts'
import type { QueuePriority } from './frontier-options.ts'
import { CountChanges } from './sql/counts.sql.ts'
import {
  deleteUrls,
  lockFreeUrls,
  type FreeUrl,
  streamUrlIds,
  requeueFromStart,
  setPriority,
  hasOtherPriority,
  IS_UNMERGED,
} from './sql/urls.sql.ts'
import { dropCohorts } from './sql/expiries.sql.ts'
import { deleteLog, writeLog } from './sql/log.sql.ts'
import { PRIORITY_NUMBERS } from './submit.ts'
import { collectChunks } from '@canonist/core/internal/text/chunks'

const URLS_AT_ONCE = 1000

/** Skips merged URLs: the page that they were merged into is fetched instead. */
export function requeueUrls(context: FrontierContext, filter: UrlFilter): Promise<number> {
  return changeAll(context, filter, IS_UNMERGED, requeueBatch)
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
  return changeAll(context, filter, hasOtherPriority(rank), ({ transaction }, urls) =>
    // The due time and urgency of each host are read from its URLs again when the updates are written.
    setPriority(transaction, listPageIds(urls), rank),
  )
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
    yield* streamUrlIds(context.database, where)
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

async function requeueBatch(
  { transaction, now, counts, updates }: ChangeContext,
  urls: readonly FreeUrl[],
): Promise<void> {
  await requeueFromStart(transaction, listPageIds(urls), now)
  dropCohorts(transaction, listPageIds(urls))
  for (const url of urls) counts.move(url, { state: 'pending', reason: null })
  // A person requeued it, and may know that the host is back.
  for (const { host_id } of urls) updates.revive(host_id)
  const entries = urls.map(
    ({ page_id, state, reason }) =>
      ({ id: page_id, event: 'requeued', reason, detail: `the state was ${state}` }) as const,
  )
  writeLog(transaction, entries, now)
}

async function forgetBatch({ transaction, counts }: ChangeContext, urls: readonly FreeUrl[]): Promise<void> {
  const ids = listPageIds(urls)
  await deleteUrls(transaction, ids)
  await deleteLog(transaction, ids)
  dropCohorts(transaction, ids)
  for (const url of urls) counts.remove(url)
}
