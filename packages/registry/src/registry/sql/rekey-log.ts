import type { Database, Session, Transaction } from '../../store/database.ts'
import type { CanonicalUrl } from '@canonist/core/internal/text/stages'

/**
 * The only writer of `rekey_pages` and `rekey_aliases`: pages and aliases as they were before a rekey, to undo it. Only the first state that
 * a run saw is logged. The functions read tables that the caller has staged; each names its table. Cross joins make SQLite start with the
 * staged table, which is the small one.
 */

/** Logs the pages in `touched_pages`. */
export async function logTouchedPages(transaction: Transaction, runId: number): Promise<void> {
  await transaction.run(formatPageLog('touched_pages t cross join pages p where p.id = t.id'), [runId])
}

/** Logs the pages that are merged into an `old_root` of `new_roots`. */
export async function logRepointedPages(transaction: Transaction, runId: number): Promise<void> {
  await transaction.run(formatPageLog('new_roots r cross join pages p where p.merged_into = r.old_root'), [runId])
}

/** @param pages our own SQL: selects pages `p` */
function formatPageLog(pages: string): string {
  return `insert into rekey_pages
      (run_id, page_id, policy_id, key, canonical_url, host_id, link_type, first_seen, last_seen, merged_into)
    select $1, p.id, p.policy_id, p.key, p.canonical_url, p.host_id, p.link_type, p.first_seen, p.last_seen, p.merged_into
    from ${pages} on conflict do nothing`
}

/** Logs the ids of the pages that were added for `made_pages`: they have no earlier state. */
export async function logNewPages(transaction: Transaction, runId: number, policyId: number): Promise<void> {
  await transaction.run(
    `insert into rekey_pages (run_id, page_id)
     select $1, p.id from made_pages m cross join pages p where p.policy_id = $2 and p.key = m.key`,
    [runId, policyId],
  )
}

const ALIAS_COLUMNS = 'run_id, page_id, raw_hash, moved_to, evidence, own_key, first_seen, last_seen, count'
const AS_IT_IS = 'a.evidence, a.own_key, a.first_seen, a.last_seen, a.count'

/** Logs the aliases in `alias_moves` and `own_keys`. */
export async function logAliases(transaction: Transaction, runId: number): Promise<void> {
  // An alias that is joined with an existing one changes that one too.
  await transaction.run(
    `insert into rekey_aliases (${ALIAS_COLUMNS})
     select $1, a.page_id, a.raw_hash, a.page_id, ${AS_IT_IS}
     from alias_moves m cross join aliases a
     where a.page_id = m.moved_to and a.raw_hash = m.raw_hash and not exists
       (select 1 from rekey_aliases l where l.run_id = $1 and l.moved_to = a.page_id and l.raw_hash = a.raw_hash)
     on conflict do nothing`,
    [runId],
  )
  await transaction.run(
    `insert into rekey_aliases (${ALIAS_COLUMNS})
     select $1, a.page_id, a.raw_hash, a.page_id, ${AS_IT_IS}
     from own_keys k cross join aliases a where a.page_id = k.page_id and a.raw_hash = k.raw_hash
     on conflict do nothing`,
    [runId],
  )
  await transaction.run(
    `insert into rekey_aliases (${ALIAS_COLUMNS})
     select $1, a.page_id, a.raw_hash, m.moved_to, ${AS_IT_IS}
     from alias_moves m cross join aliases a where a.page_id = m.page_id and a.raw_hash = m.raw_hash
     on conflict (run_id, page_id, raw_hash) do update set moved_to = excluded.moved_to`,
    [runId],
  )
}

/** A page as it was before a run. */
export interface LoggedPage {
  readonly id: number
  readonly canonicalUrl: CanonicalUrl
}

/** Lists the next pages of a run to restore. */
export async function listPagesToRestore(session: Session, runId: number, most: number): Promise<LoggedPage[]> {
  const rows = await session.all<{ readonly page_id: number; readonly canonical_url: CanonicalUrl }>(
    'select page_id, canonical_url from rekey_pages where run_id = $1 and policy_id is not null order by page_id limit $2',
    [runId, most],
  )
  return rows.map(({ page_id, canonical_url }) => ({ id: page_id, canonicalUrl: canonical_url }))
}

/** Lists the next pages that a run added, once all others are restored. */
export async function listPagesToRemove(session: Session, runId: number, most: number): Promise<number[]> {
  const rows = await session.all<{ readonly page_id: number }>(
    'select page_id from rekey_pages where run_id = $1 order by page_id limit $2',
    [runId, most],
  )
  return rows.map(({ page_id }) => page_id)
}

/** Deletes the pages in `restored` and their aliases from the log. */
export async function forgetRestoredPages(transaction: Transaction, runId: number): Promise<void> {
  const restored = '(select page_id from restored)'
  await transaction.run(`delete from rekey_aliases where run_id = $1 and page_id in ${restored}`, [runId])
  await transaction.run(`delete from rekey_pages where run_id = $1 and page_id in ${restored}`, [runId])
}

/** Deletes the pages in `made` from the log. */
export async function forgetRemovedPages(transaction: Transaction, runId: number): Promise<void> {
  await transaction.run('delete from rekey_pages where run_id = $1 and page_id in (select page_id from made)', [runId])
}

const ROWS_AT_ONCE = 20_000

/** Deletes the logs of earlier rekeys: only the last one can be undone. */
export async function deleteOldLogs(database: Database, lastRunId: number): Promise<void> {
  const runs = await database.all<{ readonly id: number }>(`select id from runs where kind = 'rekey' and id < $1`, [
    lastRunId,
  ])
  for (const { id } of runs) {
    while ((await database.run(FORGET_ALIASES, [id, ROWS_AT_ONCE])) > 0) {}
    while ((await database.run(FORGET_PAGES, [id, ROWS_AT_ONCE])) > 0) {}
  }
}

const FORGET_ALIASES = `delete from rekey_aliases where run_id = $1 and (page_id, raw_hash) in
  (select page_id, raw_hash from rekey_aliases where run_id = $1 order by page_id, raw_hash limit $2)`

const FORGET_PAGES = `delete from rekey_pages where run_id = $1 and page_id in
  (select page_id from rekey_pages where run_id = $1 order by page_id limit $2)`
