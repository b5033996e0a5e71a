import type { Transaction, Value } from '../store/database.ts'
import { markMerged } from './claim/drop-stale-urls.ts'
import { peekClock, readClock } from '../hosts/sql/read-clock.ts'
import { HostUpdates } from '../hosts/host-updates.ts'
import type { FrontierContext } from './context.ts'
import { CountChanges } from './sql/count-changes.ts'
import { selectJsonIds, toSqlJson } from '../store/json-rows.ts'
import { lockFreeUrls } from './sql/lock-urls.ts'
import { queuePages } from './sql/queue-pages.ts'
import { collectChunks } from '../text/chunks.ts'

const URLS_AT_ONCE = 1000
const DONE = 'frontier-reconciled'

/**
 * Adapts the queue after a rekey or its undo: pages that were merged are fetched once, pages that were separated again come back, and
 * pages that were split off from a queued page are queued as well. Runs once per rekey. Returns how many URLs changed.
 */
export async function reconcileRekey(context: FrontierContext): Promise<number> {
  const [run] = await context.database.all<{ readonly id: number; readonly kind: string }>(
    `select m.id, m.kind from runs m where m.kind in ('rekey', 'rekey-undo') and m.state = 'done'
       and m.id > coalesce((select max(d.position) from runs d where d.kind = '${DONE}'), 0)
     order by m.id desc limit 1`,
  )
  if (run === undefined) return 0
  const merged = await changeInBatches(context, MERGED, [], mergeQueued)
  const parted = await changeInBatches(context, PARTED, [run.id], queueParted)
  const freed = await changeInBatches(context, FREED, [], requeueFreed)
  await recordDone(context, run.id)
  return merged + parted + freed
}

const MERGED = `select u.page_id as id from pages p join frontier_urls u on u.page_id = p.id
  where p.merged_into is not null and coalesce(u.reason, '') not in ('merged', 'redirected')`
const FREED = `select u.page_id as id from frontier_urls u join pages p on p.id = u.page_id
  where u.reason in ('merged', 'redirected') and p.merged_into is null`
const PARTED = `select distinct a.moved_to as id from rekey_aliases a join frontier_urls u on u.page_id = a.page_id
  where a.run_id = $1 and a.moved_to <> a.page_id and not exists (select 1 from frontier_urls o where o.page_id = a.moved_to)`

interface ChangeContext {
  readonly transaction: Transaction
  readonly now: number
  readonly counts: CountChanges
  readonly updates: HostUpdates
}

type Step = (changing: ChangeContext, ids: readonly number[]) => Promise<number>

async function changeInBatches(
  context: FrontierContext,
  sql: string,
  values: readonly Value[],
  step: Step,
): Promise<number> {
  let total = 0
  const found = context.database.stream<{ readonly id: number }>(sql, values)
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
  const roots = await transaction.all<{ readonly id: number; readonly merged_into: number | null }>(
    `select id, merged_into from pages where id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids)],
  )
  const rootIds = new Map(roots.map(({ id, merged_into }) => [id, merged_into]))
  const merged = urls.map(({ page_id, host_id, state, reason }) => ({
    page_id,
    host_id,
    state,
    reason,
    merged_into: rootIds.get(page_id) ?? null,
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
  await transaction.run(
    `update frontier_urls set state = 'pending', reason = null, due_at = $2
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(urls.map(({ page_id }) => page_id)), now],
  )
  for (const url of urls) counts.move(url, { state: 'pending', reason: null })
  for (const { host_id } of urls) updates.recheck(host_id)
  return urls.length
}

async function recordDone({ database, settings }: FrontierContext, run: number): Promise<void> {
  const now = await peekClock(database, settings)
  await database.transaction(async (transaction) => {
    // Only the latest entry is needed.
    transaction.send(`delete from runs where kind = '${DONE}' and position < $1`, [run])
    transaction.send(
      `insert into runs (kind, source, position, state, report, started_at, updated_at)
       values ('${DONE}', '', $1, 'done', '{}', $2, $2)`,
      [run, now],
    )
  })
}
