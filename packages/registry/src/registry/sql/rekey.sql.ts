import type { Transaction, Database, Session } from '../../store/database.ts'
import type { CanonicalUrl, FetchUrl, KeyBytes, RawUrl } from '@canonist/core/internal/text/stages'
import { toSingleColumn } from '../rekey/single-column.ts'

/**
 * Reads what one portion of a rekey needs, and logs it. This is the only writer of `rekey_pages` and `rekey_aliases`: pages and aliases as
 * they were before a rekey, to undo it. Only the first state that a run saw is logged. The functions read tables that the caller has staged;
 * each names its table. Cross joins make SQLite start with the staged table, which is the small one.
 */

export interface PortionPageRow {
  readonly id: number
  readonly key: KeyBytes
  readonly canonical_url: CanonicalUrl
  readonly fetch_url: FetchUrl
  readonly merged_into: number | null
}

/** Reads the next pages of a policy, in the order of their ids. */
export function readPortionPages(
  transaction: Transaction,
  policyId: number,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<PortionPageRow[]> {
  // The plus keeps both databases from reading all pages of the policy by its index and sorting them for each portion.
  return transaction.all<PortionPageRow>(
    `select id, key, canonical_url, fetch_url, merged_into from pages
     where +policy_id = $1 and id > $2 order by id limit $3`,
    [policyId, after, most],
  )
}

export interface PortionAliasRow {
  readonly page_id: number
  readonly raw_hash: Uint8Array
  readonly raw_url: RawUrl
  readonly evidence: string
  readonly own_key: KeyBytes | null
}

/** Sorts before all hashes. */
const FIRST_HASH = new Uint8Array()

/** Reads the aliases of pages in order; of the page `pageId` only those after `rawHash`. */
export async function readPortionAliases(
  transaction: Transaction,
  pageIds: readonly number[],
  { pageId, rawHash }: { readonly pageId: number; readonly rawHash: Uint8Array | null },
  most: number,
): Promise<PortionAliasRow[]> {
  await transaction.stage('portion_pages', 'id integer primary key', toSingleColumn(pageIds))
  return transaction.all<PortionAliasRow>(
    `select a.page_id, a.raw_hash, a.raw_url, a.evidence, a.own_key
     from portion_pages b cross join aliases a
     where a.page_id = b.id and (b.id > $1 or a.raw_hash > $2) order by a.page_id, a.raw_hash limit $3`,
    [pageId, rawHash ?? FIRST_HASH, most],
  )
}

export interface KeyOwnerRow {
  readonly id: number
  readonly key: KeyBytes
  readonly merged_into: number | null
  /** The page in the log of the run; null if the run has not seen it. */
  readonly known: number | null
}

/** Finds the pages of a policy that have one of these keys. */
export async function findKeyOwnerRows(
  transaction: Transaction,
  keys: Iterable<KeyBytes>,
  { runId, policyId }: { readonly runId: number; readonly policyId: number },
): Promise<KeyOwnerRow[]> {
  await transaction.stage('wanted_keys', 'key bytes', toSingleColumn(keys))
  return transaction.all<KeyOwnerRow>(
    `select p.id, p.key, p.merged_into, l.page_id as known
     from wanted_keys w cross join pages p left join rekey_pages l on l.run_id = $2 and l.page_id = p.id
     where p.policy_id = $1 and p.key = w.key`,
    [policyId, runId],
  )
}

/**
 * Stages `alias_moves`: the aliases in `leaving` go to the pages with their keys, and all other aliases of the pages in `merging` go to their
 * roots.
 */
export async function stageAliasMoves(transaction: Transaction, policyId: number): Promise<void> {
  await transaction.stage('alias_moves', 'page_id integer, raw_hash bytes, moved_to integer', [])
  await transaction.run(
    `insert into alias_moves select l.page_id, l.raw_hash, p.id
     from leaving l cross join pages p where p.policy_id = $1 and p.key = l.key`,
    [policyId],
  )
  await transaction.run(
    `insert into alias_moves select a.page_id, a.raw_hash, m.root from merging m cross join aliases a
     where a.page_id = m.page_id and not exists (select 1 from leaving l where l.page_id = a.page_id and l.raw_hash = a.raw_hash)`,
  )
}

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
