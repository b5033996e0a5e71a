import type { Database, Session, Transaction } from '@canonist/registry/internal/store/database'

/** The kind of the run that records up to which rekey the queue was adapted. */
const DONE = 'frontier-reconciled'

/** The latest rekey or undo that the queue was not adapted to; null if there is none. */
export async function findUnreconciledRun(session: Session): Promise<number | null> {
  const [run] = await session.all<{ readonly id: number }>(
    `select m.id from runs m where m.kind in ('rekey', 'rekey-undo') and m.state = 'done'
       and m.id > coalesce((select max(d.position) from runs d where d.kind = '${DONE}'), 0)
     order by m.id desc limit 1`,
  )
  return run?.id ?? null
}

/** Records that the queue was adapted to a run. Only the latest record is needed. */
export function recordReconciled(transaction: Transaction, run: number, now: number): void {
  transaction.send(`delete from runs where kind = '${DONE}' and position < $1`, [run])
  transaction.send(
    `insert into runs (kind, source, position, state, report, started_at, updated_at)
     values ('${DONE}', '', $1, 'done', '{}', $2, $2)`,
    [run, now],
  )
}

interface PageId {
  readonly id: number
}

/** Queued pages that were merged, but are not marked as merged. */
export function streamMerged(database: Database): AsyncIterable<PageId> {
  return database.stream<PageId>(
    `select u.page_id as id from pages p join frontier_urls u on u.page_id = p.id
     where p.merged_into is not null and coalesce(u.reason, '') not in ('merged', 'redirected')`,
  )
}

/** Queued pages that are marked as merged, but are separated again. */
export function streamSeparated(database: Database): AsyncIterable<PageId> {
  return database.stream<PageId>(
    `select u.page_id as id from frontier_urls u join pages p on p.id = u.page_id
     where u.reason in ('merged', 'redirected') and p.merged_into is null`,
  )
}

/** Pages that a run split off from a queued page, and that are not queued. */
export function streamSplitOff(database: Database, run: number): AsyncIterable<PageId> {
  return database.stream<PageId>(
    `select distinct a.moved_to as id from rekey_aliases a join frontier_urls u on u.page_id = a.page_id
     where a.run_id = $1 and a.moved_to <> a.page_id and not exists (select 1 from frontier_urls o where o.page_id = a.moved_to)`,
    [run],
  )
}
