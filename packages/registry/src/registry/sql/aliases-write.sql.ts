import type { Transaction, Value } from '../../store/database.ts'
import { selectJsonIds, toSqlJson } from '../../store/json-rows.ts'
import { upsert, type Statement } from '../../store/upsert.ts'
import type { Evidence } from '../page-record.ts'
import { STORED_BYTES } from '../stored-hash.ts'
import type { RawUrl, KeyBytes } from '@canonist/core/internal/text/stages'
import type { AliasKeys } from './aliases-read.sql.ts'

/**
 * The only writer of `aliases`. Each function makes one change within the caller's transaction. The functions for a batch of an import or a
 * portion of a rekey read tables that the caller has staged; each names its table.
 */

const COLUMNS = 'page_id, raw_hash, raw_url, evidence, fragment, own_key, first_seen, last_seen, count'

/** The columns of a staged table of whole aliases. */
export const ALIAS_STAGE = `page_id integer, raw_hash bytes, raw_url text, evidence text, fragment text, own_key bytes,
  first_seen integer, last_seen integer, count integer`

const countAliases = (transaction: Transaction, by: number): void =>
  transaction.count({ subject: 'aliases', name: '' }, by)

const INTO_ALIASES = `insert into aliases (${COLUMNS})`

export interface StoredAlias {
  readonly pageId: number
  readonly rawHash: Uint8Array
  readonly rawUrl: RawUrl
  readonly evidence: Evidence
  readonly fragment: string | null
  /** Its own key if it differs from the key of its page. */
  readonly ownKey: KeyBytes | null
}

/** Adds an alias, or counts it again; a proof replaces the evidence. A rule and the database are no proof. */
export async function putAlias(
  transaction: Transaction,
  { pageId, rawHash, rawUrl, evidence, fragment, ownKey }: StoredAlias,
  time: number,
): Promise<void> {
  const sql = `${INTO_ALIASES} values ($1, $2, $3, $4, $5, $6, $7, $7, 1)
     on conflict (page_id, raw_hash) do update set
       evidence = case when excluded.evidence in ('rule', 'database') then aliases.evidence else excluded.evidence end,
       count = aliases.count + 1, last_seen = excluded.last_seen`
  const { made } = await upsert(
    transaction,
    { sql, values: [pageId, rawHash, rawUrl, evidence, fragment, ownKey, time] },
    {
      sql: 'select count(*) as known from aliases where page_id = $1 and raw_hash = $2',
      values: [pageId, rawHash],
    },
  )
  countAliases(transaction, made)
}

/** Moves all aliases with this own key from other pages to one page. If that page has the key itself, their evidence becomes the rule. */
export async function moveAliasesByKey(
  transaction: Transaction,
  key: KeyBytes,
  pageId: number,
  isOwnPage: boolean,
): Promise<void> {
  const others = 'from aliases where own_key = $1 and page_id <> $2'
  const [evidence, ownKey] = isOwnPage ? ["'rule'", 'null'] : ['evidence', 'own_key']
  const values = [key, pageId]
  const sql = `${INTO_ALIASES}
     select $2, raw_hash, raw_url, ${evidence}, fragment, ${ownKey}, first_seen, last_seen, count ${others}
     on conflict (page_id, raw_hash) do update set count = aliases.count + excluded.count`
  const known = `select count(*) as known from aliases o join aliases a on a.page_id = $2 and a.raw_hash = o.raw_hash
     where o.own_key = $1 and o.page_id <> $2`
  const { made } = await upsert(transaction, { sql, values }, { sql: known, values })
  countAliases(transaction, made - (await transaction.run(`delete ${others}`, values)))
}

/** After a page got another key: aliases by rule become aliases by redirect, and aliases with the new key become aliases by rule. */
export async function swapKeys(
  transaction: Transaction,
  pageId: number,
  { oldKey, newKey }: { readonly oldKey: KeyBytes; readonly newKey: KeyBytes },
): Promise<void> {
  await transaction.run(
    `update aliases set
       own_key = case when own_key is null then $2 else nullif(own_key, $3) end,
       evidence = case when own_key is null then 'redirect' else 'rule' end
     where page_id = $1 and (own_key is null or own_key = $3)`,
    [pageId, oldKey, newKey],
  )
}

/** Gives the aliases by rule of a page a proof as evidence. */
export async function proveAliases(transaction: Transaction, pageId: number, evidence: Evidence): Promise<void> {
  await transaction.run("update aliases set evidence = $2 where page_id = $1 and evidence = 'rule'", [pageId, evidence])
}

/** Takes the proof by redirect from aliases of pages: the rule is their evidence again. */
export async function unproveAliases(transaction: Transaction, pageIds: readonly number[]): Promise<void> {
  await transaction.run(
    `update aliases set evidence = 'rule' where page_id in ${selectJsonIds(transaction.dialect, '$1')}
       and evidence = 'redirect' and own_key is null`,
    [toSqlJson(pageIds)],
  )
}

const COUNT_ALIASES = `on conflict (page_id, raw_hash) do update set
  count = aliases.count + excluded.count,
  last_seen = case when aliases.last_seen < excluded.last_seen then excluded.last_seen else aliases.last_seen end`

interface SeenOptions {
  readonly policyId: number
  readonly now: number
}

/**
 * Links the URLs of `seen_urls` to the pages with their keys; returns how many were linked.
 *
 * @param areNew whether all these pages are new, so that they have no aliases yet
 */
export async function linkSeenUrls(
  transaction: Transaction,
  { policyId, now }: SeenOptions,
  areNew: boolean,
): Promise<number> {
  const sql = `${INTO_ALIASES}
     select p.id, s.raw_hash, s.raw_url, 'rule', s.fragment, null, $2, $2, s.count
     from seen_urls s cross join pages p where p.policy_id = $1 and p.key = s.key ${formatOrder(transaction)}
     ${COUNT_ALIASES}`
  const known = `select count(*) as known from seen_urls s cross join pages p cross join aliases a
     where p.policy_id = $1 and p.key = s.key and a.page_id = p.id and a.raw_hash = s.raw_hash`
  const { rows, made } = await upsert(
    transaction,
    { sql, values: [policyId, now] },
    areNew ? { sql: 'select 0 as known' } : { sql: known, values: [policyId] },
  )
  countAliases(transaction, made)
  return rows
}

/** An alias by rule of a new page. */
export type NewAliasRow = readonly [
  pageId: number,
  rawHash: Uint8Array,
  rawUrl: RawUrl,
  fragment: string | null,
  count: number,
]

/** Inserts aliases by rule, which must be new. */
export async function insertNewAliases(
  transaction: Transaction,
  now: number,
  aliases: Iterable<NewAliasRow>,
): Promise<void> {
  let made = 0
  function* listRows(): Generator<readonly Value[]> {
    for (const [pageId, rawHash, rawUrl, fragment, count] of aliases) {
      made += 1
      yield [pageId, rawHash, rawUrl, 'rule', fragment, null, now, now, count]
    }
  }
  await transaction.insert('aliases', COLUMNS, listRows())
  countAliases(transaction, made)
}

/** Stored aliases, and how often some of them were seen again. */
export interface SeenAliases {
  readonly keys: AliasKeys
  /** By their index in `keys`. */
  readonly seen: readonly (readonly [index: number, count: number])[]
}

/** Counts stored aliases again. For SQLite; PostgreSQL finds and counts them in `linkSeenUrls`. */
export async function countSeenAliases(
  transaction: Transaction,
  now: number,
  { keys: { pageIds, rawHashes }, seen }: SeenAliases,
): Promise<void> {
  if (seen.length === 0) return
  const rows = seen.map(([index, count]) => [pageIds[index] ?? 0, index * STORED_BYTES + 1, count])
  await transaction.run(
    `update aliases set count = aliases.count + s.count, last_seen = max(aliases.last_seen, $3)
     from (select value ->> 0 as page_id, substr($2, value ->> 1, ${STORED_BYTES}) as raw_hash, value ->> 2 as count from json_each($1)) s
     where aliases.page_id = s.page_id and aliases.raw_hash = s.raw_hash`,
    [JSON.stringify(rows), rawHashes, now],
  )
}

/** Selects a column of the alias that leads from the key of `s` to another page. */
const selectOtherPage = (column: 'page_id' | 'evidence'): string =>
  `(select a.${column} from aliases a where a.own_key = s.key order by a.page_id, a.raw_hash limit 1)`

/** Links the URLs of `seen_urls` whose key has no page, to the page of an alias with that key. */
export async function linkSeenToOtherPages(transaction: Transaction, { policyId, now }: SeenOptions): Promise<void> {
  const without = 'not exists (select 1 from pages p where p.policy_id = $1 and p.key = s.key)'
  const sql = `${INTO_ALIASES}
     select ${selectOtherPage('page_id')}, s.raw_hash, s.raw_url, ${selectOtherPage('evidence')}, s.fragment, s.key, $2, $2, s.count
     from seen_urls s where ${without} ${formatOrder(transaction)} ${COUNT_ALIASES}`
  const known = `select count(*) as known from seen_urls s
     where ${without} and exists (select 1 from aliases k where k.page_id = ${selectOtherPage('page_id')} and k.raw_hash = s.raw_hash)`
  const { made } = await upsert(transaction, { sql, values: [policyId, now] }, { sql: known, values: [policyId] })
  countAliases(transaction, made)
}

/** SQLite reads a table in the order in which it was filled; a sort would copy everything once more. */
function formatOrder({ dialect }: Transaction): string {
  return dialect === 'sqlite' ? '' : 'order by s.key, s.raw_hash'
}

/** Gives the aliases in `own_keys` their keys under the new policy. */
export async function writeOwnKeys(transaction: Transaction): Promise<void> {
  await transaction.run(
    `update aliases set own_key = k.own_key from own_keys k
     where aliases.page_id = k.page_id and aliases.raw_hash = k.raw_hash`,
  )
}

const ADD_UP = `count = aliases.count + excluded.count,
  first_seen = case when excluded.first_seen < aliases.first_seen then excluded.first_seen else aliases.first_seen end,
  last_seen = case when excluded.last_seen > aliases.last_seen then excluded.last_seen else aliases.last_seen end`

/**
 * Moves the aliases in `alias_moves` to other pages. Deletes all of them before inserting any: an alias may move to a place that another one
 * is about to leave.
 */
export async function moveStagedAliases(transaction: Transaction): Promise<void> {
  await transaction.stage('carried', ALIAS_STAGE, [])
  await transaction.run(
    `insert into carried
     select m.moved_to, a.raw_hash, a.raw_url, a.evidence, a.fragment, a.own_key, a.first_seen, a.last_seen, a.count
     from alias_moves m cross join aliases a where a.page_id = m.page_id and a.raw_hash = m.raw_hash`,
  )
  const taken = await transaction.run(
    'delete from aliases where (page_id, raw_hash) in (select page_id, raw_hash from alias_moves)',
  )
  // A URL is an alias by rule of one page only. By proof it may have been an alias of several pages that are one now.
  const byRule = `${INTO_ALIASES} select ${COLUMNS} from carried where own_key is null order by page_id, raw_hash
     on conflict (page_id, raw_hash) do update set evidence = excluded.evidence, own_key = null, ${ADD_UP}`
  const ruled = await upsert(transaction, { sql: byRule }, countKnown('carried where own_key is null'))
  const byProof = `${INTO_ALIASES}
     select page_id, raw_hash, min(raw_url), min(evidence), min(fragment), own_key,
       min(first_seen), max(last_seen), sum(count)
     from carried where own_key is not null group by page_id, raw_hash, own_key order by page_id, raw_hash
     on conflict (page_id, raw_hash) do update set ${ADD_UP}`
  const proved = await upsert(transaction, { sql: byProof }, countKnown('carried where own_key is not null'))
  countAliases(transaction, ruled.made + proved.made - taken)
}

/** @param staged our own SQL: rows with `page_id` and `raw_hash` */
const countKnown = (staged: string): Statement => ({
  sql: `select count(*) as known from (select distinct page_id, raw_hash from ${staged}) c cross join aliases a
     where a.page_id = c.page_id and a.raw_hash = c.raw_hash`,
})

// Cross joins make SQLite start with the staged table, which is the small one.
const LOGGED = 'restored r cross join rekey_aliases l'
const OF_RUN = 'l.run_id = $1 and l.page_id = r.page_id'

/**
 * Restores the aliases of the pages in `restored` from the log of a run. Where aliases of several pages were joined into one, only their own
 * part of the count is taken from it.
 */
export async function restoreAliases(transaction: Transaction, runId: number): Promise<void> {
  await transaction.stage('coming_back', ALIAS_STAGE, [])
  await transaction.run(
    `insert into coming_back
     select l.page_id, l.raw_hash, a.raw_url, l.evidence, a.fragment, l.own_key, l.first_seen, l.last_seen, l.count
     from ${LOGGED} cross join aliases a
     where ${OF_RUN} and l.moved_to <> l.page_id and a.page_id = l.moved_to and a.raw_hash = l.raw_hash`,
    [runId],
  )
  await transaction.stage('taken_back', 'page_id integer, raw_hash bytes, count integer', [])
  await transaction.run(
    `insert into taken_back select l.moved_to, l.raw_hash, sum(l.count) from ${LOGGED}
     where ${OF_RUN} and l.moved_to <> l.page_id group by l.moved_to, l.raw_hash`,
    [runId],
  )
  await transaction.run(
    `update aliases set count = aliases.count - t.count from taken_back t
     where aliases.page_id = t.page_id and aliases.raw_hash = t.raw_hash`,
  )
  const emptied = await transaction.run(
    'delete from aliases where count = 0 and (page_id, raw_hash) in (select page_id, raw_hash from taken_back)',
  )
  const bringBack = `${INTO_ALIASES} select ${COLUMNS} from coming_back where true order by page_id, raw_hash
     on conflict (page_id, raw_hash) do update set evidence = excluded.evidence, own_key = excluded.own_key,
       first_seen = excluded.first_seen, last_seen = excluded.last_seen, count = aliases.count + excluded.count`
  const { made } = await upsert(transaction, { sql: bringBack }, countKnown('coming_back'))
  countAliases(transaction, made - emptied)
  await transaction.run(
    `update aliases set evidence = l.evidence, own_key = l.own_key, first_seen = l.first_seen, last_seen = l.last_seen
     from ${LOGGED}
     where ${OF_RUN} and l.moved_to = l.page_id and aliases.page_id = l.page_id and aliases.raw_hash = l.raw_hash`,
    [runId],
  )
}
