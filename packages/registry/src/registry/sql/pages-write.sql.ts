import { Buffer } from 'node:buffer'
import type { LinkType } from '@canonist/core'
import type { Dialect, Transaction, Value } from '../../store/database.ts'
import { selectJsonIds, toSqlJson, selectJsonRows } from '../../store/json-rows.ts'
import type { Change } from '../../store/send-changes.ts'
import { addHost } from './hosts.sql.ts'
import { changeAndRecount, countPages, TALLY, tallyPages, type PageTally } from './page-counts.sql.ts'
import type { CanonicalUrl, FetchUrl, KeyBytes } from '@canonist/core/internal/text/stages'

/**
 * The only writer of `pages`. Each function changes one or many pages within the caller's transaction, and keeps the stored counts right.
 * The functions for a batch of an import or a portion of a rekey read tables that the caller has staged; each names its table.
 */

/** The stored fields of a page. */
export interface StoredPage {
  readonly policyId: number
  readonly key: KeyBytes
  readonly canonicalUrl: CanonicalUrl
  readonly fetchUrl: FetchUrl
  readonly linkType: LinkType
}

/** Selects one page by `$1`; typed, for PostgreSQL. */
const THIS_ONE = '(select cast($1 as bigint))'

/** The columns of a new page. */
const NEW_PAGE = 'policy_id, key, canonical_url, fetch_url, host_id, link_type, first_seen, last_seen'

/**
 * Adds a page, or finds the page with its key, which from now on is not merged; returns its id.
 *
 * @param isKnownBetter whether link type and fetch URL replace those of a known page
 */
export async function putPage(
  transaction: Transaction,
  { policyId, key, canonicalUrl, fetchUrl, linkType }: StoredPage,
  { host, time, isKnownBetter }: { readonly host: string; readonly time: number; readonly isKnownBetter: boolean },
): Promise<number> {
  await addHost(transaction, host)
  const made = await transaction.all<PageTally & { readonly id: number }>(
    `insert into pages (${NEW_PAGE}) values ($1, $2, $3, $4, (select id from hosts where host = $5), $6, $7, $7)
     on conflict (policy_id, key) do nothing returning id, ${TALLY}, 1 as pages`,
    [policyId, key, canonicalUrl, fetchUrl, host, linkType, time],
  )
  countPages(transaction, made, 1)
  const ofKey = 'select id from pages where policy_id = $1 and key = $2'
  const [page] = made.length > 0 ? made : await transaction.all<{ readonly id: number }>(ofKey, [policyId, key])
  const id = page?.id ?? 0
  if (made.length > 0) return id
  const better = isKnownBetter ? [linkType, fetchUrl] : []
  await changeAndRecount(transaction, THIS_ONE, [id], () =>
    transaction.run(
      `update pages set last_seen = $2, merged_into = null${isKnownBetter ? ', link_type = $3, fetch_url = $4' : ''}
       where id = $1`,
      [id, time, ...better],
    ),
  )
  return id
}

/** Gives a page another URL, with the fields that follow from it. */
export async function renamePage(
  transaction: Transaction,
  id: number,
  { policyId, key, canonicalUrl, fetchUrl, linkType }: StoredPage,
  hostId: number,
): Promise<void> {
  await changeAndRecount(transaction, THIS_ONE, [id], () =>
    transaction.run(
      `update pages set policy_id = $2, key = $3, canonical_url = $4, fetch_url = $5, host_id = $6, link_type = $7
       where id = $1`,
      [id, policyId, key, canonicalUrl, fetchUrl, hostId, linkType],
    ),
  )
}

/** Changes only the URL that is requested. */
export async function setFetchUrl(transaction: Transaction, id: number, fetchUrl: FetchUrl): Promise<void> {
  await transaction.run('update pages set fetch_url = $2 where id = $1', [id, fetchUrl])
}

/** Merges a page, and all pages that were merged into it, into another one: a merged page always points directly to its root. */
export async function mergePage(transaction: Transaction, id: number, winner: number): Promise<void> {
  const both = [id, winner]
  await changeAndRecount(
    transaction,
    '(select id from pages where id = $1 or merged_into = $1 or id = $2)',
    both,
    async () => {
      await transaction.run('update pages set merged_into = null where id = $2 and merged_into = $1', both)
      await transaction.run('update pages set merged_into = $2 where (id = $1 or merged_into = $1) and id <> $2', both)
    },
  )
}

/** Makes merged pages separate again. */
export async function splitPages(transaction: Transaction, ids: readonly number[]): Promise<void> {
  const [among, values] = [selectJsonIds(transaction.dialect, '$1'), [toSqlJson(ids)]]
  await changeAndRecount(transaction, among, values, () =>
    transaction.run(`update pages set merged_into = null where id in ${among}`, values),
  )
}

/** Stores the verdict of a check. */
export async function setVerdict(transaction: Transaction, id: number, verdict: string): Promise<void> {
  const [page] = await transaction.all<{ readonly verdict: string | null }>('select verdict from pages where id = $1', [
    id,
  ])
  if (page?.verdict === verdict) return
  await changeAndRecount(transaction, THIS_ONE, [id], () =>
    transaction.run('update pages set verdict = $2 where id = $1', [id, verdict]),
  )
}

/** Fingerprints of the content of a page. */
export interface Fingerprints {
  readonly id: number
  /** Hex. */
  readonly content_hash: string | null
  readonly simhash: string | null
}

/** Formats the statement that stores fingerprints; none if there are none. */
export function formatFingerprintChanges(dialect: Dialect, rows: readonly Fingerprints[]): Change[] {
  if (rows.length === 0) return []
  const columns = { id: 'integer', content_hash: 'bytes', simhash: 'text' } as const
  const readable = rows.map(({ id, content_hash, simhash }) => ({ id, content_hash: toHex(content_hash), simhash }))
  const sql = `update pages set content_hash = r.content_hash, simhash = r.simhash
     from ${selectJsonRows(dialect, '$1', columns, 'r')} where pages.id = r.id`
  return [[sql, [toSqlJson(readable)]]]
}

/** Text that is not hex is stored as its bytes instead of being lost. */
function toHex(text: string | null): string | null {
  if (text === null || /^(?:[0-9a-f]{2})*$/i.test(text)) return text
  return Buffer.from(text).toString('hex')
}

/** Options for a batch of an import. */
export interface SeenOptions {
  readonly policyId: number
  readonly now: number
}

const CANONICAL_URL = 'coalesce(s.canonical_url, s.raw_url)'
const FETCH_URL = 'coalesce(s.fetch_url, s.canonical_url, s.raw_url)'

/** Selects the keys that have neither a page nor an alias. */
const NEW_PAGES = 's.host_id is not null and not exists (select 1 from aliases a where a.own_key = s.key)'

/**
 * `last_seen` of a page is written at most once an hour, which saves most of the cost of a duplicate. The exact time is that of its newest
 * alias.
 */
const TOUCHED_EVERY_MS = 3_600_000

/** A new page of an import. */
export type NewPageRow = readonly [
  id: number,
  key: KeyBytes,
  canonicalUrl: string,
  fetchUrl: string,
  hostId: number,
  linkType: LinkType,
]

/** Inserts pages whose keys and ids must be new. */
export async function insertNewPages(
  transaction: Transaction,
  { policyId, now }: SeenOptions,
  pages: Iterable<NewPageRow>,
): Promise<void> {
  const tallies = new Map<string, { -readonly [Field in keyof PageTally]: PageTally[Field] }>()
  function* listRows(): Generator<readonly Value[]> {
    for (const [id, key, canonicalUrl, fetchUrl, hostId, linkType] of pages) {
      const name = `${hostId} ${linkType}`
      const tally = tallies.get(name)
      if (tally === undefined) tallies.set(name, { host_id: hostId, link_type: linkType, verdict: null, pages: 1 })
      else tally.pages += 1
      yield [id, policyId, key, canonicalUrl, fetchUrl, hostId, linkType, now, now]
    }
  }
  await transaction.insert('pages', `id, ${NEW_PAGE}`, listRows())
  countPages(transaction, [...tallies.values()], 1)
}

/** Whether the time when a page was last seen is to be written again. */
export function isTouchDue({ lastSeen }: { readonly lastSeen: number }, now: number): boolean {
  return lastSeen <= now - TOUCHED_EVERY_MS
}

/** Updates when the known pages of `seen_urls` were last seen. */
async function touchSeenPages(transaction: Transaction, { policyId, now }: SeenOptions): Promise<void> {
  await transaction.run(
    `update pages set last_seen = $2 from seen_urls s
     where pages.policy_id = $1 and pages.key = s.key and s.host_id is not null and pages.last_seen <= $3`,
    [policyId, now, now - TOUCHED_EVERY_MS],
  )
}

/** Updates when pages were last seen. */
export async function touchPages(transaction: Transaction, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return
  await transaction.run(`update pages set last_seen = $2 where id in ${selectJsonIds(transaction.dialect, '$1')}`, [
    toSqlJson(ids),
    now,
  ])
}

/** 0 if there are no pages. */
export async function findLastPageId(transaction: Transaction): Promise<number> {
  const [row] = await transaction.all<{ readonly id: number | null }>('select max(id) as id from pages')
  return row?.id ?? 0
}

/**
 * Adds the new pages of `seen_urls`, and updates when known ones were seen; returns how many are new. For PostgreSQL, where other writers
 * may add the same pages at the same moment.
 *
 * Two statements, because `on conflict do update` in PostgreSQL would lock, and thereby write, every page that already exists. Ids follow the
 * input, but rows are inserted in the order of their keys, so that two writers never deadlock.
 */
export async function addSeenPages(transaction: Transaction, options: SeenOptions): Promise<number> {
  const { policyId, now } = options
  await touchSeenPages(transaction, options)
  const made = await transaction.all<PageTally>(
    `with made as (insert into pages (id, ${NEW_PAGE})
     select n.id, $1, n.key, n.canonical_url, n.fetch_url, n.host_id, n.link_type, $2, $2 from (
       select nextval(pg_get_serial_sequence('pages', 'id')) as id, s.* from (
         select s.key, ${CANONICAL_URL} as canonical_url, ${FETCH_URL} as fetch_url, s.host_id, s.link_type
         from seen_urls s
         where ${NEW_PAGES} and not exists (select 1 from pages p where p.policy_id = $1 and p.key = s.key)
         order by s.position
       ) s
     ) n order by n.key on conflict (policy_id, key) do nothing returning ${TALLY}
     ) select ${TALLY}, count(*) as pages from made group by ${TALLY}`,
    [policyId, now],
  )
  countPages(transaction, made, 1)
  return sumPages(made)
}

const sumPages = (tallies: readonly PageTally[]): number => tallies.reduce((sum, { pages }) => sum + pages, 0)

/** Whether a page is fetched from the host of its canonical URL. */
const IS_ON_OWN_HOST = `exists (select 1 from hosts h where h.id = pages.host_id
    and (substr(pages.fetch_url, 8, length(h.host) + 1) in (h.host || '/', h.host || ':')
      or substr(pages.fetch_url, 9, length(h.host) + 1) in (h.host || '/', h.host || ':')))`

/**
 * Makes pages that were first seen in another spelling use their canonical URL as fetch URL. Not if the page was already fetched, because
 * then the spelling works; and not if it is fetched from another host, because the frontier has queued it there. Reads `seen_urls`.
 */
export async function preferCleanUrls(transaction: Transaction, policyId: number): Promise<void> {
  await transaction.run(
    `update pages set fetch_url = ${FETCH_URL} from seen_urls s
     where s.is_clean = 1 and pages.policy_id = $1 and pages.key = s.key and pages.fetch_url <> ${FETCH_URL}
       and pages.content_hash is null and ${IS_ON_OWN_HOST}`,
    [policyId],
  )
}

/** Moves the pages in `same_pages` to another policy, under which they keep URL and key. */
export async function movePages(transaction: Transaction, policyId: number): Promise<void> {
  await transaction.run('update pages set policy_id = $1 where id in (select id from same_pages)', [policyId])
}

/** Moves the pages in `changed_pages` to another policy, with their URLs under it. */
export async function moveChangedPages(transaction: Transaction, policyId: number): Promise<void> {
  await changeAndRecount(transaction, '(select id from changed_pages)', [], () =>
    transaction.run(
      `update pages set policy_id = $1, key = c.key, canonical_url = c.canonical_url, host_id = h.id, link_type = c.link_type
       from changed_pages c cross join hosts h where h.host = c.host and pages.id = c.id`,
      [policyId],
    ),
  )
}

/** Adds the pages in `made_pages`. Their times are set later, from their aliases. */
export async function addNewPages(transaction: Transaction, policyId: number): Promise<void> {
  await transaction.run(
    `insert into pages (${NEW_PAGE})
     select $1, m.key, m.canonical_url, m.fetch_url, h.id, m.link_type, 0, 0
     from made_pages m cross join hosts h where h.host = m.host order by m.key`,
    [policyId],
  )
  const ids = '(select p.id from made_pages m cross join pages p where p.policy_id = $1 and p.key = m.key)'
  countPages(transaction, await tallyPages(transaction, ids, [policyId], ''), 1)
}

/** Makes pages that were merged into an `old_root` of `new_roots` point to its new `root`. */
export async function repointMergedPages(transaction: Transaction): Promise<void> {
  await transaction.run(
    `update pages set merged_into = r.root from new_roots r
     where pages.merged_into = r.old_root and pages.id <> r.root`,
  )
}

/** Sets which page each page in `pointers` is merged into, if any. */
export async function setMergedInto(transaction: Transaction): Promise<void> {
  await changeAndRecount(transaction, '(select id from pointers)', [], () =>
    transaction.run('update pages set merged_into = p.merged_into from pointers p where pages.id = p.id'),
  )
}

/** Recomputes when pages were first and last seen, for the pages that lost or gained aliases in `alias_moves`. */
export async function recomputeTimes(transaction: Transaction): Promise<void> {
  await transaction.run(
    `update pages set first_seen = t.first_seen, last_seen = t.last_seen
     from (select page_id, min(first_seen) as first_seen, max(last_seen) as last_seen from aliases
       where own_key is null and page_id in (select page_id from alias_moves union select moved_to from alias_moves)
       group by page_id) t
     where pages.id = t.page_id`,
  )
}

/** Restores the pages in `restored` from the log of a run. */
export async function restorePages(transaction: Transaction, runId: number): Promise<void> {
  await changeAndRecount(transaction, '(select page_id from restored)', [], () =>
    transaction.run(
      `update pages set policy_id = l.policy_id, key = l.key, canonical_url = l.canonical_url, host_id = h.id,
         link_type = l.link_type, first_seen = l.first_seen, last_seen = l.last_seen, merged_into = l.merged_into
       from restored r cross join rekey_pages l cross join hosts h
       where h.host = r.host and l.run_id = $1 and l.page_id = r.page_id and pages.id = l.page_id`,
      [runId],
    ),
  )
}

/** Removes the pages in `made`, which have no aliases left. */
export async function removePages(transaction: Transaction): Promise<void> {
  await changeAndRecount(transaction, '(select page_id from made)', [], () =>
    transaction.run('delete from pages where id in (select page_id from made)'),
  )
}
