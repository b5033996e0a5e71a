import type { Transaction } from '@canonist/registry/internal/store/database'
import { markMerged } from './claim/drop-stale-urls.ts'
import { peekClock, readClock } from '../hosts/sql/shared-clock.sql.ts'
import { HostUpdates } from '../hosts/host-updates.ts'
import type { FrontierContext } from './context.ts'
import { CountChanges } from './sql/counts.sql.ts'
import {
  findUnreconciledRun,
  recordReconciled,
  streamMerged,
  streamSeparated,
  streamSplitOff,
} from './sql/rekeys.sql.ts'
import { readMergedInto } from './sql/pages.sql.ts'
import { lockFreeUrls, requeueSeparated } from './sql/urls.sql.ts'
import { queuePages } from './sql/new-urls.sql.ts'
import { collectChunks } from '@canonist/core/internal/text/chunks'

const URLS_AT_ONCE = 1000

/**
 * Adapts the queue after a rekey or its undo: pages that were merged are fetched once, pages that were separated again come back, and
 * pages that were split off from a queued page are queued as well. Runs once per rekey. Returns how many URLs changed.
 */
export async function reconcileRekey(context: FrontierContext): Promise<number> {
  const { database } = context
  const run = await findUnreconciledRun(database)
  if (run === null) return 0
  const merged = await changeInBatches(context, streamMerged(database), mergeQueued)
  const parted = await changeInBatches(context, streamSplitOff(database, run), queueParted)
  const freed = await changeInBatches(context, streamSeparated(database), requeueFreed)
  await recordDone(context, run)
  return merged + parted + freed
}

interface ChangeContext {
  readonly transaction: Transaction
  readonly now: number
  readonly counts: CountChanges
  readonly updates: HostUpdates
}

type Step = (changing: ChangeContext, ids: readonly number[]) => Promise<number>

async function changeInBatches(
  context: FrontierContext,
  found: AsyncIterable<{ readonly id: number }>,
  step: Step,
): Promise<number> {
  let total = 0
  for await (const some of collectChunks(found, URLS_AT_ONCE)) {
    const ids = some.map(({ id }) => id)
    total += await context.database.transaction(async (transaction) => {
      const now = await readClock(transaction, context.settings)
      const [counts, updates] = [new CountChanges(), new HostUpdates()]
      const changed = await step({ transaction, now, counts, updates }, ids)
      await updates.write(transaction, context.settings, now)
      counts.write(transaction, context.slot)
      return changed
    })
  }
  return total
}

async function mergeQueued(
  { transaction, now, counts, updates }: ChangeContext,
  ids: readonly number[],
): Promise<number> {
  const urls = await lockFreeUrls(transaction, ids)
  const roots = await readMergedInto(transaction, ids)
  const merged = urls.map(({ page_id, host_id, state, reason }) => ({
    page_id,
    host_id,
    state,
    reason,
    merged_into: roots.get(page_id) ?? null,
  }))
  await markMerged(transaction, merged, now, counts)
  for (const { host_id } of urls) updates.recheck(host_id)
  return urls.length
}

async function queueParted({ transaction, now, counts }: ChangeContext, ids: readonly number[]): Promise<number> {
  return (await queuePages(transaction, ids, now, counts)).length
}

async function requeueFreed(
  { transaction, now, counts, updates }: ChangeContext,
  ids: readonly number[],
): Promise<number> {
  const urls = await lockFreeUrls(transaction, ids)
  await requeueSeparated(
    transaction,
    urls.map(({ page_id }) => page_id),
    now,
  )
  for (const url of urls) counts.move(url, { state: 'pending', reason: null })
  for (const { host_id } of urls) updates.recheck(host_id)
  return urls.length
}

async function recordDone({ database, settings }: FrontierContext, run: number): Promise<void> {
  const now = await peekClock(database, settings)
  await database.transaction(async (transaction) => recordReconciled(transaction, run, now))
}
