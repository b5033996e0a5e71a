import type { Transaction, Value } from '../../store/database.ts'
import { fragmentOf } from '../spelling.ts'
import type { UrlRow } from './prepare-batch.ts'

export interface WriteOptions {
  readonly policyId: number
  readonly now: number
}

/**
 * Links every URL to its page and makes the pages that are new; tells how many. `urls` are in the order of their keys,
 * and everything is written in that order: an index is filled from left to right, and two writers never wait for each
 * other.
 */
export async function writeUrls(
  transaction: Transaction,
  urls: readonly UrlRow[],
  options: WriteOptions,
): Promise<number> {
  if (urls.length === 0) return 0
  await transaction.stage('seen_urls', SEEN_COLUMNS, seenRows(urls))
  const unknown = await findUnknown(transaction, urls, options.policyId)
  await touchPages(transaction, options)
  const made = await makePages(transaction, unknown, options)
  await linkAliases(transaction, options)
  return made
}

const SEEN_COLUMNS =
  'position integer, is_first integer, key bytes, raw_hash bytes, raw_url text, fragment text, count integer'

function* seenRows(urls: readonly UrlRow[]): Generator<readonly Value[]> {
  let position = 0
  for (const { isFirst, key, rawHash, rawUrl, count } of urls) {
    yield [position++, isFirst ? 1 : 0, key, rawHash, rawUrl, fragmentOf(rawUrl), count]
  }
}

/** The first URL of every key that leads nowhere yet. */
async function findUnknown(transaction: Transaction, urls: readonly UrlRow[], policyId: number): Promise<UrlRow[]> {
  const rows = await transaction.all<{ readonly position: number }>(
    `select s.position from seen_urls s
     where s.is_first = 1
       and not exists (select 1 from pages p where p.policy_id = $1 and p.key = s.key)
       and not exists (select 1 from aliases a where a.own_key = s.key)
     order by s.position`,
    [policyId],
  )
  return rows.flatMap(({ position }) => urls[position] ?? [])
}

const PAGE_COLUMNS = 'position integer, key bytes, canonical_url text, fetch_url text, host text, link_type text'

async function makePages(
  transaction: Transaction,
  urls: readonly UrlRow[],
  { policyId, now }: WriteOptions,
): Promise<number> {
  if (urls.length === 0) return 0
  const hosts = new Set<string>()
  await transaction.stage('new_pages', PAGE_COLUMNS, pageRows(urls, hosts))
  await makeHosts(transaction, hosts)
  return transaction.run(
    `insert into pages (policy_id, key, canonical_url, fetch_url, host_id, link_type, first_seen, last_seen)
     select $1, n.key, n.canonical_url, n.fetch_url, h.id, n.link_type, $2, $2
     from new_pages n cross join hosts h where h.host = n.host ${inOrder(transaction, 'n.position')}
     on conflict (policy_id, key) do nothing`,
    [policyId, now],
  )
}

function* pageRows(urls: readonly UrlRow[], hosts: Set<string>): Generator<readonly Value[]> {
  let position = 0
  for (const url of urls) {
    const { canonicalUrl, fetchUrl, host, linkType } = url.draft()
    hosts.add(host)
    yield [position++, url.key, canonicalUrl, fetchUrl, host, linkType]
  }
}

async function makeHosts(transaction: Transaction, hosts: ReadonlySet<string>): Promise<void> {
  const inOrder = [...hosts].toSorted()
  await transaction.stage(
    'new_hosts',
    'host text',
    inOrder.map((host) => [host]),
  )
  await transaction.run('insert into hosts (host) select host from new_hosts where true on conflict do nothing')
}

/**
 * A page that is seen all day is written once an hour: most of what a duplicate would cost. To the millisecond it was
 * last seen when the last of its aliases was.
 */
const TOUCHED_EVERY_MS = 3_600_000

async function touchPages(transaction: Transaction, { policyId, now }: WriteOptions): Promise<void> {
  await transaction.run(
    `update pages set last_seen = $2 from seen_urls s
     where pages.policy_id = $1 and pages.key = s.key and s.is_first = 1 and pages.last_seen <= $3`,
    [policyId, now, now - TOUCHED_EVERY_MS],
  )
}

/** What led from the key of `s` to another page than its own. */
const elsewhere = (column: 'page_id' | 'evidence'): string =>
  `(select a.${column} from aliases a where a.own_key = s.key order by a.page_id, a.raw_hash limit 1)`

/** By the page of its own key, or else by what led from that key to another page. */
async function linkAliases(transaction: Transaction, { policyId, now }: WriteOptions): Promise<void> {
  await transaction.run(
    `insert into aliases (page_id, raw_hash, raw_url, evidence, fragment, own_key, first_seen, last_seen, count)
     select coalesce(p.id, ${elsewhere('page_id')}), s.raw_hash, s.raw_url,
       case when p.id is null then ${elsewhere('evidence')} else 'rule' end,
       s.fragment, case when p.id is null then s.key end, $2, $2, s.count
     from seen_urls s left join pages p on p.policy_id = $1 and p.key = s.key
     where true ${inOrder(transaction, 's.position')}
     on conflict (page_id, raw_hash) do update set
       count = aliases.count + excluded.count,
       last_seen = case when aliases.last_seen < excluded.last_seen then excluded.last_seen else aliases.last_seen end`,
    [policyId, now],
  )
}

/** SQLite reads a table in the order in which it was filled; a sort would be one more copy of everything. */
function inOrder({ dialect }: Transaction, column: string): string {
  return dialect === 'sqlite' ? '' : `order by ${column}`
}
