import type { Dialect, Transaction, Value } from '../../store/database.ts'
import { NOT_FIRST, type PackedUrls } from './packed-urls.ts'
import { unpackUrls } from './unpack-urls.ts'
import { writeHosts } from './write-hosts.ts'

export interface WriteOptions {
  readonly policyId: number
  readonly now: number
}

/**
 * Links every URL to its page and makes the pages that are new; returns how many. `urls` are in the order of the input, and
 * so are the ids of the pages.
 */
export async function writeUrls(transaction: Transaction, urls: PackedUrls, options: WriteOptions): Promise<number> {
  if (urls.counts.length === 0) return 0
  const hostIds = await writeHosts(transaction, urls.hosts)
  await transaction.stage('seen_urls', SEEN_COLUMNS, seenRows(urls, hostIds))
  const made = await MAKE_PAGES[transaction.dialect](transaction, options)
  if (made < countPages(urls)) await preferCleanUrls(transaction, options)
  const linked = await linkToOwnPages(transaction, options)
  if (linked < urls.counts.length) await linkElsewhere(transaction, options)
  return made
}

const countPages = ({ hostNumbers }: PackedUrls): number =>
  hostNumbers.reduce((count, number) => (number === NOT_FIRST ? count : count + 1), 0)

const SEEN_COLUMNS = `position integer, key bytes, raw_hash bytes, raw_url text, fragment text, count integer,
  canonical_url text, fetch_url text, host_id integer, link_type text, is_clean integer`

/** What is null is the same as the column before it; only the first URL of a key has a host. */
function* seenRows(urls: PackedUrls, hostIds: readonly number[]): Generator<readonly Value[]> {
  let position = 0
  for (const { key, rawHash, rawUrl, fragment, count, page } of unpackUrls(urls)) {
    position += 1
    const seen = [position, key, rawHash, rawUrl, fragment, count]
    if (page === null) yield [...seen, null, null, null, null, null]
    else {
      const { canonicalUrl, fetchUrl, linkType, isClean } = page
      yield [...seen, canonicalUrl, fetchUrl, hostIds[page.hostNumber] ?? null, linkType, isClean ? 1 : 0]
    }
  }
}

const CANONICAL_URL = 'coalesce(s.canonical_url, s.raw_url)'
const FETCH_URL = 'coalesce(s.fetch_url, s.canonical_url, s.raw_url)'

/** Every key that leads nowhere yet. */
const NEW_PAGES = 's.host_id is not null and not exists (select 1 from aliases a where a.own_key = s.key)'

const PAGE_COLUMNS = 'policy_id, key, canonical_url, fetch_url, host_id, link_type, first_seen, last_seen'

/**
 * A page that is seen all day is written once an hour: most of what a duplicate would cost. To the millisecond it was
 * last seen when the last of its aliases was.
 */
const TOUCHED_EVERY_MS = 3_600_000

type MakePages = (transaction: Transaction, options: WriteOptions) => Promise<number>

const MAKE_PAGES: Readonly<Record<Dialect, MakePages>> = { sqlite: makeOrTouchPages, postgres: touchAndMakePages }

/** There is one writer, so every id after the last one is a page that was made here. */
async function makeOrTouchPages(transaction: Transaction, { policyId, now }: WriteOptions): Promise<number> {
  const last = await lastPage(transaction)
  await transaction.run(
    `insert into pages (${PAGE_COLUMNS})
     select $1, s.key, ${CANONICAL_URL}, ${FETCH_URL}, s.host_id, s.link_type, $2, $2 from seen_urls s where ${NEW_PAGES}
     on conflict (policy_id, key) do update set last_seen = excluded.last_seen where pages.last_seen <= $3`,
    [policyId, now, now - TOUCHED_EVERY_MS],
  )
  return (await lastPage(transaction)) - last
}

async function lastPage(transaction: Transaction): Promise<number> {
  const [row] = await transaction.all<{ readonly id: number | null }>('select max(id) as id from pages')
  return row?.id ?? 0
}

/**
 * In two statements, because PostgreSQL would lock, and so write, every page that exists already. Ids follow the input, but
 * rows are written in the order of their keys, so that two writers never wait for each other.
 */
async function touchAndMakePages(transaction: Transaction, { policyId, now }: WriteOptions): Promise<number> {
  await transaction.run(
    `update pages set last_seen = $2 from seen_urls s
     where pages.policy_id = $1 and pages.key = s.key and s.host_id is not null and pages.last_seen <= $3`,
    [policyId, now, now - TOUCHED_EVERY_MS],
  )
  return transaction.run(
    `insert into pages (id, ${PAGE_COLUMNS})
     select n.id, $1, n.key, n.canonical_url, n.fetch_url, n.host_id, n.link_type, $2, $2 from (
       select nextval(pg_get_serial_sequence('pages', 'id')) as id, s.* from (
         select s.key, ${CANONICAL_URL} as canonical_url, ${FETCH_URL} as fetch_url, s.host_id, s.link_type
         from seen_urls s
         where ${NEW_PAGES} and not exists (select 1 from pages p where p.policy_id = $1 and p.key = s.key)
         order by s.position
       ) s
     ) n order by n.key on conflict (policy_id, key) do nothing`,
    [policyId, now],
  )
}

/** Whether a page is fetched from the host of its canonical URL. */
const ASKS_OWN_HOST = `exists (select 1 from hosts h where h.id = pages.host_id
    and (substr(pages.fetch_url, 8, length(h.host) + 1) in (h.host || '/', h.host || ':')
      or substr(pages.fetch_url, 9, length(h.host) + 1) in (h.host || '/', h.host || ':')))`

/**
 * A page that came with another spelling before is fetched by its canonical URL from now on. Not where something was fetched
 * already: then the spelling is one that works. Nor where another host is asked: the frontier has queued the page there.
 */
async function preferCleanUrls(transaction: Transaction, { policyId }: WriteOptions): Promise<void> {
  await transaction.run(
    `update pages set fetch_url = ${FETCH_URL} from seen_urls s
     where s.is_clean = 1 and pages.policy_id = $1 and pages.key = s.key and pages.fetch_url <> ${FETCH_URL}
       and pages.content_hash is null and ${ASKS_OWN_HOST}`,
    [policyId],
  )
}

const INSERT_ALIASES = `insert into aliases
  (page_id, raw_hash, raw_url, evidence, fragment, own_key, first_seen, last_seen, count)`

const COUNT_ALIASES = `on conflict (page_id, raw_hash) do update set
  count = aliases.count + excluded.count,
  last_seen = case when aliases.last_seen < excluded.last_seen then excluded.last_seen else aliases.last_seen end`

async function linkToOwnPages(transaction: Transaction, { policyId, now }: WriteOptions): Promise<number> {
  return transaction.run(
    `${INSERT_ALIASES}
     select p.id, s.raw_hash, s.raw_url, 'rule', s.fragment, null, $2, $2, s.count
     from seen_urls s cross join pages p where p.policy_id = $1 and p.key = s.key ${inOrder(transaction)}
     ${COUNT_ALIASES}`,
    [policyId, now],
  )
}

/** What led from the key of `s` to another page than its own. */
const elsewhere = (column: 'page_id' | 'evidence'): string =>
  `(select a.${column} from aliases a where a.own_key = s.key order by a.page_id, a.raw_hash limit 1)`

/** A key without a page of its own: by what led from it to another one. */
async function linkElsewhere(transaction: Transaction, { policyId, now }: WriteOptions): Promise<void> {
  await transaction.run(
    `${INSERT_ALIASES}
     select ${elsewhere('page_id')}, s.raw_hash, s.raw_url, ${elsewhere('evidence')}, s.fragment, s.key, $2, $2, s.count
     from seen_urls s where not exists (select 1 from pages p where p.policy_id = $1 and p.key = s.key)
     ${inOrder(transaction)} ${COUNT_ALIASES}`,
    [policyId, now],
  )
}

/** SQLite reads a table in the order in which it was filled; a sort would be one more copy of everything. */
function inOrder({ dialect }: Transaction): string {
  return dialect === 'sqlite' ? '' : 'order by s.key, s.raw_hash'
}
