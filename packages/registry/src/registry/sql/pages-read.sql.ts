import { Buffer } from 'node:buffer'
import type { LinkType } from '@canonist/core'
import type { Database, Session, Transaction } from '../../store/database.ts'
import { selectJsonBytes, selectJsonIds, toSqlJson, readJsonArray } from '../../store/json-rows.ts'
import type { Where } from '../../store/sql-values.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { CanonicalUrl, FetchUrl, KeyBytes, KeyText } from '@canonist/core/internal/text/stages'
import { hashKeyHex, toKeyText, toStoredHex } from '../keys.ts'
import type { Page } from '../page-record.ts'

/** Selects when the newest alias of a page was seen. The second condition is that of the index `aliases_newest`. */
const selectLastSeen = (pageId: string): string =>
  `(select max(a.last_seen) from aliases a where a.page_id = ${pageId} and a.last_seen >= 0)`

/** The columns of whole pages. A page was last seen when its newest alias was, or that of a page that was merged into it. */
const PAGE_COLUMNS = `p.id, p.canonical_url, p.fetch_url, h.host, p.link_type, p.content_hash, p.simhash,
  p.first_seen, p.last_seen, p.merged_into, f.fingerprint,
  ${selectLastSeen('p.id')} as own_last_seen,
  (select max(${selectLastSeen('m.id')}) from pages m where m.merged_into = p.id) as merged_last_seen`

const SELECT_PAGES = `select ${PAGE_COLUMNS}
  from pages p join hosts h on h.id = p.host_id join policies f on f.id = p.policy_id`

interface PageRow {
  readonly id: number
  readonly canonical_url: CanonicalUrl
  readonly fetch_url: FetchUrl
  readonly host: string
  readonly link_type: string
  readonly content_hash: Uint8Array | null
  readonly simhash: string | null
  readonly first_seen: number
  readonly last_seen: number
  readonly own_last_seen: number | null
  readonly merged_last_seen: number | null
  readonly merged_into: number | null
  readonly fingerprint: string
}

function toPage(row: PageRow): Page {
  return {
    id: row.id,
    canonicalUrl: row.canonical_url,
    fetchUrl: row.fetch_url,
    key: hashKeyHex(row.canonical_url),
    policy: row.fingerprint,
    host: row.host,
    linkType: row.link_type as LinkType,
    contentHash: row.content_hash === null ? null : Buffer.from(row.content_hash).toString('hex'),
    simhash: row.simhash,
    firstSeen: isoTime(row.first_seen),
    lastSeen: isoTime(Math.max(row.last_seen, row.own_last_seen ?? 0, row.merged_last_seen ?? 0)),
  }
}

/** Finds the page with a key; null if it is merged into another one. */
export async function findPageByKey(session: Session, policyId: number, key: KeyBytes): Promise<Page | null> {
  const [row] = await session.all<PageRow>(
    `${SELECT_PAGES} where p.policy_id = $1 and p.key = $2 and p.merged_into is null`,
    [policyId, key],
  )
  return row === undefined ? null : toPage(row)
}

/** Selects a page by id, or the page that it was merged into, possibly a moment ago. */
const STANDS_FOR = 'p.id = (select coalesce(merged_into, id) from pages where id = $1)'

export async function findPage(session: Session, id: number): Promise<Page | null> {
  const [row] = await session.all<PageRow>(`${SELECT_PAGES} where ${STANDS_FOR}`, [id])
  return row === undefined ? null : toPage(row)
}

/** Finds only id and URL of that page, because it may have any number of aliases. */
export async function findPageUrl(session: Session, id: number): Promise<Pick<Page, 'id' | 'canonicalUrl'> | null> {
  const [row] = await session.all<{ readonly id: number; readonly canonical_url: CanonicalUrl }>(
    `select p.id, p.canonical_url from pages p where ${STANDS_FOR}`,
    [id],
  )
  return row === undefined ? null : { id: row.id, canonicalUrl: row.canonical_url }
}

/** Finds the pages with a key under any policy, including merged ones; `rootId` is the page that they were merged into. */
export async function findPagesByKey(
  session: Session,
  key: KeyBytes,
): Promise<{ readonly page: Page; readonly rootId: number }[]> {
  const rows = await session.all<PageRow>(
    `${SELECT_PAGES} where p.key = $1 and p.policy_id in (select id from policies)`,
    [key],
  )
  return rows.map((row) => ({ page: toPage(row), rootId: row.merged_into ?? row.id }))
}

/** Reads pages in the order of the ids; skips unknown ids. */
export async function readPages(session: Session, ids: readonly number[]): Promise<Page[]> {
  const rows = await session.all<PageRow>(`${SELECT_PAGES} where p.id in ${selectJsonIds(session.dialect, '$1')}`, [
    toSqlJson(ids),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toPage)
}

/** Streams pages that are not merged into another one. @param where conditions on pages `p` and hosts `h` */
export async function* streamPages(database: Database, where: Where): AsyncGenerator<Page> {
  const sql = `${SELECT_PAGES} where ${where.sql} and p.merged_into is null order by p.id`
  for await (const row of database.stream<PageRow>(sql, where.list)) yield toPage(row)
}

/**
 * Finds the ids of pages by keys: the page with the key, or the page that has an alias with it.
 *
 * @param asThemselves return merged pages themselves instead of the pages they were merged into
 */
export async function findPageIds(
  session: Session,
  policyId: number,
  keys: readonly (KeyText | null)[],
  asThemselves = false,
): Promise<Map<KeyText, number>> {
  const wanted = [...new Set(keys.filter((key) => key !== null))]
  const pages = new Map<KeyText, number>()
  if (wanted.length === 0) return pages
  const rows = await session.all<{ readonly id: number; readonly key: KeyBytes }>(
    `select ${asThemselves ? 'id' : 'coalesce(merged_into, id) as id'}, key from pages
     where policy_id = $1 and key in ${selectJsonBytes(session.dialect, '$2')}`,
    [policyId, toList(wanted)],
  )
  for (const { id, key } of rows) pages.set(toKeyText(key), id)
  const missing = wanted.filter((key) => !pages.has(key))
  for (const [key, id] of await findByOwnKeys(session, missing)) pages.set(key, id)
  return pages
}

async function findByOwnKeys(session: Session, keys: readonly KeyText[]): Promise<[KeyText, number][]> {
  if (keys.length === 0) return []
  const rows = await session.all<{ readonly id: number; readonly own_key: KeyBytes }>(
    `select coalesce(p.merged_into, p.id) as id, a.own_key from aliases a join pages p on p.id = a.page_id
     where a.own_key in ${selectJsonBytes(session.dialect, '$1')} order by a.page_id desc`,
    [toList(keys)],
  )
  return rows.map(({ id, own_key }) => [toKeyText(own_key), id])
}

const toList = (keys: readonly KeyText[]): string => toSqlJson(keys.map(toStoredHex))

/** Reads the key of a page; null if there is no such page. */
export async function readPageKey(session: Session, id: number): Promise<KeyText | null> {
  const [row] = await session.all<{ readonly key: KeyBytes }>('select key from pages where id = $1', [id])
  return row === undefined ? null : toKeyText(row.key)
}

/** Finds the page that has the key itself, merged or not. */
export async function findOwnPageId(session: Session, policyId: number, key: KeyBytes): Promise<number | null> {
  const [row] = await session.all<{ readonly id: number }>('select id from pages where policy_id = $1 and key = $2', [
    policyId,
    key,
  ])
  return row?.id ?? null
}

/** Keys at equal distances in one array of bytes, which SQLite takes as one value. */
export interface KeyColumn {
  readonly bytes: Uint8Array
  /** The distance from one key to the next. */
  readonly stride: number
  readonly keyLength: number
}

/** The fields of a known page that the next import needs or may change. */
export interface KnownPage {
  readonly id: number
  readonly lastSeen: number
  readonly fetchUrl: string
}

type KnownRow = readonly [index: number, id: number, lastSeen: number, fetchUrl: string]

/**
 * Finds the keys that already lead to a page; returns them by index, with null for a key that leads to a page only by an alias. For SQLite.
 *
 * @param order the indexes to look up. In the order of their keys, SQLite reads each part of its index only once.
 */
export async function findKnownKeys(
  transaction: Transaction,
  policyId: number,
  { bytes, stride, keyLength }: KeyColumn,
  order: readonly number[],
): Promise<Map<number, KnownPage | null>> {
  const key = `substr($2, value * ${stride} + 1, ${keyLength})`
  const values = [JSON.stringify(order), bytes]
  const byAlias = (await hasOwnKeys(transaction))
    ? await readJsonArray<number>(
        transaction,
        `select json_group_array(value) as found from json_each($1)
         where exists (select 1 from aliases a where a.own_key = ${key})`,
        values,
      )
    : []
  const byPage = await readJsonArray<KnownRow>(
    transaction,
    `select json_group_array(json_array(value, p.id, p.last_seen, p.fetch_url)) as found from json_each($1) cross join pages p
     where p.policy_id = $3 and p.key = ${key}`,
    [...values, policyId],
  )
  const known = new Map<number, KnownPage | null>(byAlias.map((index) => [index, null]))
  for (const [index, id, lastSeen, fetchUrl] of byPage) known.set(index, { id, lastSeen, fetchUrl })
  return known
}

/** Whether any alias has a key of its own. Without redirects and equal content none has, and no key needs to be looked up there. */
async function hasOwnKeys(transaction: Transaction): Promise<boolean> {
  const found = await transaction.all('select 1 from aliases where own_key is not null limit 1')
  return found.length > 0
}

/**
 * Selects the ids of the pages that the staged URLs of a batch (`seen_urls`) lead to, each once; the first value is the id of
 * the policy. A merged page is replaced by the page it was merged into.
 */
export const PAGES_SEEN = `select distinct coalesce(p.merged_into, p.id) as id from (
    select p.id from seen_urls s cross join pages p where s.host_id is not null and p.policy_id = $1 and p.key = s.key
    union all
    select a.page_id from seen_urls s cross join aliases a where s.host_id is not null and a.own_key = s.key
      and not exists (select 1 from pages o where o.policy_id = $1 and o.key = s.key)
  ) led cross join pages p where p.id = led.id`
