import type { LinkType, NormalizedUrl } from '@canonist/core'
import type { Transaction } from '../store/database.ts'
import type { Evidence } from './page-record.ts'
import { draftPage, fragmentOf } from './spelling.ts'
import { shortHash, storedHash } from './stored-hash.ts'

/** Where pages and aliases are written: one transaction. */
export interface PageWriter {
  readonly transaction: Transaction
  readonly policyId: number
  readonly time: number
}

/** A page that stands for itself, with its own key. */
export interface StandingPage {
  readonly id: number
  readonly key: string
}

/** A URL that leads to a page. */
export interface FoundUrl {
  readonly rawUrl: string
  readonly evidence: Evidence
  readonly key: string
}

/** What a page is made of. */
export interface PageOrigin {
  /** What its fetch URL is made of. */
  readonly rawUrl: string
  /** Where somebody knows better than the URL tells; then what is known of the page is known anew. */
  readonly linkType?: LinkType | null
}

/** The page of the winner, which from now on stands for itself. */
export async function makePage(
  { transaction, policyId, time }: PageWriter,
  canonicalUrl: NormalizedUrl,
  { rawUrl, linkType = null }: PageOrigin,
): Promise<StandingPage> {
  const key = shortHash(canonicalUrl)
  const draft = draftPage(canonicalUrl, rawUrl)
  const { fetchUrl, host } = draft
  await transaction.run('insert into hosts (host) values ($1) on conflict do nothing', [host])
  const [page] = await transaction.all<{ readonly id: number }>(
    `insert into pages (policy_id, key, canonical_url, fetch_url, host_id, link_type, first_seen, last_seen)
     values ($1, $2, $3, $4, (select id from hosts where host = $5), $6, $7, $7)
     on conflict (policy_id, key) do update set last_seen = excluded.last_seen, merged_into = null,
       link_type = coalesce(cast($8 as text), pages.link_type),
       fetch_url = case when cast($8 as text) is null then pages.fetch_url else excluded.fetch_url end
     returning id`,
    [policyId, storedHash(key), canonicalUrl, fetchUrl, host, linkType ?? draft.linkType, time, linkType],
  )
  const winner = { id: page?.id ?? 0, key }
  await gather(transaction, winner.key, winner.id, true)
  return winner
}

/** A URL that is a page of its own is merged into the winner; any other becomes its alias. */
export async function linkUrl(writer: PageWriter, winner: StandingPage, found: FoundUrl): Promise<void> {
  if (found.key === winner.key) return putAlias(writer, winner.id, found, null)
  // Without a proof nothing leads from the one to the other.
  if (found.evidence === 'rule') return
  const { transaction, policyId } = writer
  const [page] = await transaction.all<{ readonly id: number }>(
    'select id from pages where policy_id = $1 and key = $2',
    [policyId, storedHash(found.key)],
  )
  if (page === undefined) {
    await gather(transaction, found.key, winner.id, false)
    return putAlias(writer, winner.id, found, found.key)
  }
  // What was merged into it goes along, so that a page is never more than one step from where it leads.
  await transaction.run('update pages set merged_into = $1 where (id = $2 or merged_into = $2) and id <> $1', [
    winner.id,
    page.id,
  ])
  await putAlias(writer, page.id, found, null)
}

/** What led from the key to another page before goes along; to the page of that key itself a rule leads. */
async function gather(transaction: Transaction, key: string, pageId: number, isOwnPage: boolean): Promise<void> {
  const others = 'from aliases where own_key = $1 and page_id <> $2'
  const [evidence, ownKey] = isOwnPage ? ["'rule'", 'null'] : ['evidence', 'own_key']
  const values = [storedHash(key), pageId]
  await transaction.run(
    `insert into aliases (page_id, raw_hash, raw_url, evidence, fragment, own_key, first_seen, last_seen, count)
     select $2, raw_hash, raw_url, ${evidence}, fragment, ${ownKey}, first_seen, last_seen, count ${others}
     on conflict (page_id, raw_hash) do update set count = aliases.count + excluded.count`,
    values,
  )
  await transaction.run(`delete ${others}`, values)
}

async function putAlias(
  { transaction, time }: PageWriter,
  pageId: number,
  found: FoundUrl,
  ownKey: string | null,
): Promise<void> {
  const { rawUrl, evidence } = found
  const own = ownKey === null ? null : storedHash(ownKey)
  await transaction.run(
    `insert into aliases (page_id, raw_hash, raw_url, evidence, fragment, own_key, first_seen, last_seen, count)
     values ($1, $2, $3, $4, $5, $6, $7, $7, 1)
     on conflict (page_id, raw_hash) do update set
       evidence = case when excluded.evidence = 'rule' then aliases.evidence else excluded.evidence end,
       count = aliases.count + 1, last_seen = excluded.last_seen`,
    [pageId, storedHash(shortHash(rawUrl)), rawUrl, evidence, fragmentOf(rawUrl), own, time],
  )
}
