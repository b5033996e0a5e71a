import type { Dialect, Transaction, Value } from '../../store/database.ts'
import type { PackedUrls } from './packed-urls.ts'
import { unpackUrls } from './unpack-urls.ts'
import { writeHosts } from './write-hosts.ts'

export interface WriteOptions {
  readonly policyId: number
  readonly now: number
}

/**
 * Links every URL to its page and makes the pages that are new; tells how many. `urls` are in the order of their keys,
 * and everything is written in that order: an index is filled from left to right, and two writers never wait for each
 * other.
 */
export async function writeUrls(transaction: Transaction, urls: PackedUrls, options: WriteOptions): Promise<number> {
  if (urls.counts.length === 0) return 0
  const hostIds = await writeHosts(transaction, urls.hosts)
  await transaction.stage('seen_urls', SEEN_COLUMNS, seenRows(urls, hostIds))
  const made = await MAKE_PAGES[transaction.dialect](transaction, options)
  const linked = await linkToOwnPages(transaction, options)
  if (linked < urls.counts.length) await linkElsewhere(transaction, options)
  return made
}

const SEEN_COLUMNS = `key bytes, raw_hash bytes, raw_url text, fragment text, count integer,
  canonical_url text, fetch_url text, host_id integer, link_type text`

/** What is null is the same as the column before it; only the first URL of a key has a host. */
function* seenRows(urls: PackedUrls, hostIds: readonly number[]): Generator<readonly Value[]> {
  for (const { key, rawHash, rawUrl, fragment, count, page } of unpackUrls(urls)) {
    if (page === null) yield [key, rawHash, rawUrl, fragment, count, null, null, null, null]
    else {
      const hostId = hostIds[page.hostNumber] ?? null
      yield [key, rawHash, rawUrl, fragment, count, page.canonicalUrl, page.fetchUrl, hostId, page.linkType]
    }
  }
}

/** Every key that leads nowhere yet; the rest of the statement says what is done with those that have a page. */
const INSERT_PAGES = `insert into pages
    (policy_id, key, canonical_url, fetch_url, host_id, link_type, first_seen, last_seen)
  select $1, s.key, coalesce(s.canonical_url, s.raw_url), coalesce(s.fetch_url, s.canonical_url, s.raw_url),
    s.host_id, s.link_type, $2, $2
  from seen_urls s
  where s.host_id is not null and not exists (select 1 from aliases a where a.own_key = s.key)`

/**
 * A page that is seen all day is written once an hour: most of what a duplicate would cost. To the millisecond it was
 * last seen when the last of its aliases was.
 */
const TOUCHED_EVERY_MS = 3_600_000

type MakePages = (transaction: Transaction, options: WriteOptions) => Promise<number>

const MAKE_PAGES: Readonly<Record<Dialect, MakePages>> = { sqlite: makeOrTouchPages, postgres: touchAndMakePages }

/** In one go; there is one writer, and so every id behind the last one is a page that was made here. */
async function makeOrTouchPages(transaction: Transaction, { policyId, now }: WriteOptions): Promise<number> {
  const last = await lastPage(transaction)
  await transaction.run(
    `${INSERT_PAGES} on conflict (policy_id, key) do update set last_seen = excluded.last_seen where pages.last_seen <= $3`,
    [policyId, now, now - TOUCHED_EVERY_MS],
  )
  return (await lastPage(transaction)) - last
}

async function lastPage(transaction: Transaction): Promise<number> {
  const [row] = await transaction.all<{ readonly id: number | null }>('select max(id) as id from pages')
  return row?.id ?? 0
}

/** One after the other: PostgreSQL would lock, and so write, every page that is there already. */
async function touchAndMakePages(transaction: Transaction, { policyId, now }: WriteOptions): Promise<number> {
  await transaction.run(
    `update pages set last_seen = $2 from seen_urls s
     where pages.policy_id = $1 and pages.key = s.key and s.host_id is not null and pages.last_seen <= $3`,
    [policyId, now, now - TOUCHED_EVERY_MS],
  )
  return transaction.run(
    `${INSERT_PAGES} and not exists (select 1 from pages p where p.policy_id = $1 and p.key = s.key)
     order by s.key on conflict (policy_id, key) do nothing`,
    [policyId, now],
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
