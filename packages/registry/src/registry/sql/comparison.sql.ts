import type { Database, Value } from '../../store/database.ts'
import type { CanonicalUrl, FetchUrl, KeyBytes, RawUrl } from '@canonist/core/internal/text/stages'
import type { SqliteConnection } from '../../store/sqlite-connection.ts'

/** The statements of a comparison of two policies: the URLs to compare, and a scratch database that counts what differs. */

/** A URL to compare under two policies. */
export interface ComparedUrl {
  /** Its page. */
  readonly id: number
  readonly root: number
  readonly key: KeyBytes
  readonly fingerprint: string
  readonly canonical_url: CanonicalUrl
  /** The fetch URL if the page has no alias by rule. */
  readonly raw_url: RawUrl | FetchUrl
}

/**
 * Streams the raw URLs of all pages, or of a domain and its subdomains, in the order of pages. Skips aliases by proof, which follow their
 * page whatever the policy. A page without an alias by rule is represented by its fetch URL.
 */
export function streamComparedUrls(database: Database, domain: string | undefined): AsyncIterable<ComparedUrl> {
  // Not by a join: SQLite would then read all pages in the order of their ids, to look for the few of the domain.
  const ofDomain =
    domain === undefined ? '' : `and p.host_id in (select id from hosts where host = $1 or host like $2 escape '!')`
  return database.stream<ComparedUrl>(
    `select p.id, coalesce(p.merged_into, p.id) as root, p.key, f.fingerprint, p.canonical_url,
       coalesce(a.raw_url, p.fetch_url) as raw_url
     from pages p join policies f on f.id = p.policy_id
     left join aliases a on a.page_id = p.id and a.own_key is null
     where (p.merged_into is null or a.page_id is not null) ${ofDomain} order by p.id`,
    domain === undefined ? [] : [domain, `%.${domain.replace(/[%_!]/g, '!$&')}`],
  )
}

// The scratch database has one table, `seen`: a page, its root, one of its new keys, and a raw URL if that key differs from the current one.
// Several pages with one key merge; a page with several keys splits.

const CREATE_INDEXES = `create index if not exists by_key on seen (key, root);
create index if not exists by_page on seen (page, key)`
const DROP_INDEXES = 'drop index by_key; drop index by_page'
const INSERT = 'insert into seen values (?, ?, ?, ?)'

/**
 * An index that grows with its table costs half as much again, but no one waits for it: to create both for a million rows takes two
 * seconds, in which a server answers no one. With more rows they do not fit into memory, and are created in the end.
 */
const MAX_INDEXED_ROWS = 1_000_000

/** Creates the table; returns the function that adds a row. Call `endComparison` after the last row. */
export function beginComparison(scratch: SqliteConnection): (row: readonly Value[]) => void {
  scratch.script(`create table seen (page, root, key blob, raw_url text); ${CREATE_INDEXES}; begin`)
  const insert = scratch.createRunner(INSERT)
  let rows = 0
  return (row) => {
    if (rows === MAX_INDEXED_ROWS) scratch.script(DROP_INDEXES)
    rows += 1
    insert(row)
  }
}

export function endComparison(scratch: SqliteConnection): void {
  scratch.script(`commit; ${CREATE_INDEXES}`)
}

const MERGES = 'select key, count(distinct root) as pages from seen group by key having count(distinct root) > 1'
const SPLITS = 'select page, count(distinct key) as pages from seen group by page having count(distinct key) > 1'

const QUERIES = { merges: MERGES, splits: SPLITS } as const

export function countComparedPages(scratch: SqliteConnection): number {
  const [row] = scratch.all('select count(distinct page) as count from seen')
  return Number(row?.['count'])
}

/** Counts the pages with a URL that gets another key. */
export function countChangedPages(scratch: SqliteConnection): number {
  const [row] = scratch.all('select count(distinct page) as count from seen where raw_url is not null')
  return Number(row?.['count'])
}

/** Counts the merges or splits, and their pages. */
export function countChanges(
  scratch: SqliteConnection,
  kind: keyof typeof QUERIES,
): { readonly count: number; readonly pages: number } {
  const [row] = scratch.all(`select count(*) as count, coalesce(sum(pages), 0) as pages from (${QUERIES[kind]})`)
  return { count: Number(row?.['count']), pages: Number(row?.['pages']) }
}

/** A merge or a split. */
export interface KeyChange {
  readonly pages: number
  /** A URL that gets another key. */
  readonly url: string
  /** A URL of each page that merges, or of each page that results; null for one whose key does not change. */
  readonly members: readonly (string | null)[]
}

/** Lists the largest merges, with as many members of each. */
export function* listMerges(scratch: SqliteConnection, limit: number): Generator<KeyChange> {
  const sql = 'select max(raw_url) as raw_url from seen where key = $1 group by root limit $2'
  for (const { key = null, pages } of scratch.all(`${MERGES} order by pages desc, key limit $1`, [limit]))
    yield {
      pages: Number(pages),
      url: findChangedUrl(scratch, 'key', key),
      members: toUrls(scratch.all(sql, [key, limit])),
    }
}

/** Lists the largest splits, with as many members of each. */
export function* listSplits(scratch: SqliteConnection, limit: number): Generator<KeyChange> {
  const sql = 'select max(raw_url) as raw_url from seen where page = $1 group by key limit $2'
  for (const { page = null, pages } of scratch.all(`${SPLITS} order by pages desc, page limit $1`, [limit]))
    yield {
      pages: Number(pages),
      url: findChangedUrl(scratch, 'page', page),
      members: toUrls(scratch.all(sql, [page, limit])),
    }
}

const toUrls = (rows: readonly Readonly<Record<string, Value>>[]): (string | null)[] =>
  rows.map(({ raw_url = null }) => (raw_url === null ? null : String(raw_url)))

/** Every merge and split has a changed URL: two pages never share a key now, and no page has two. */
function findChangedUrl(scratch: SqliteConnection, column: 'key' | 'page', value: Value): string {
  const [row] = scratch.all(`select raw_url from seen where ${column} = $1 and raw_url is not null limit 1`, [value])
  return String(row?.['raw_url'])
}
