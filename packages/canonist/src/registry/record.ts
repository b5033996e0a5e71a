import { normalize, tryNormalize, type NormalizedUrl } from '@canonist/core'
import type { Canonicalized, CanonicalizeResult } from '../canonicalize/result.ts'
import type { Transaction } from '../store/database.ts'
import type { RegistryContext } from './context.ts'
import { findById } from './find.ts'
import type { Evidence, PageRecord } from './page-record.ts'
import { storedHash, shortHash } from './stored-hash.ts'
import { draftPage, fragmentOf } from './spelling.ts'

export async function record(context: RegistryContext, result: CanonicalizeResult): Promise<PageRecord | null> {
  if (!result.ok) return null
  const { database, policies, now } = context
  await policies.read(database)
  const policy = policies.inForce
  const id = await database.transaction(async (transaction) => {
    const time = now()
    const writer = { transaction, policyId: await policies.idForWriting(transaction, policy, time), time }
    const winner = await makePage(writer, normalize(result.url, policy), result.url)
    for (const { rawUrl, evidence } of seenUrls(result)) {
      const outcome = tryNormalize(rawUrl, policy)
      if (outcome.ok) await link(writer, winner, { rawUrl, evidence, key: shortHash(outcome.url) })
    }
    return winner.id
  })
  return findById(context, id)
}

interface Writer {
  readonly transaction: Transaction
  readonly policyId: number
  readonly time: number
}

interface Winner {
  readonly id: number
  readonly key: string
}

interface Found {
  readonly rawUrl: string
  readonly evidence: Evidence
  readonly key: string
}

/** Each URL once; what is proved counts more than what is merely spelled otherwise. */
function seenUrls({ url, inputUrl, evidence }: Canonicalized): { rawUrl: string; evidence: Evidence }[] {
  const seen = new Map<string, Evidence>(evidence.map(({ url, proof }) => [url, proof]))
  for (const spelled of [url, inputUrl]) if (!seen.has(spelled)) seen.set(spelled, 'rule')
  return [...seen].map(([rawUrl, evidence]) => ({ rawUrl, evidence }))
}

/** The page of the winner, which from now on stands for itself. */
async function makePage(
  { transaction, policyId, time }: Writer,
  canonicalUrl: NormalizedUrl,
  rawUrl: string,
): Promise<Winner> {
  const key = shortHash(canonicalUrl)
  const { fetchUrl, host, linkType } = draftPage(canonicalUrl, rawUrl)
  await transaction.run('insert into hosts (host) values ($1) on conflict do nothing', [host])
  const [page] = await transaction.all<{ readonly id: number }>(
    `insert into pages (policy_id, key, canonical_url, fetch_url, host_id, link_type, first_seen, last_seen)
     values ($1, $2, $3, $4, (select id from hosts where host = $5), $6, $7, $7)
     on conflict (policy_id, key) do update set last_seen = excluded.last_seen, merged_into = null
     returning id`,
    [policyId, storedHash(key), canonicalUrl, fetchUrl, host, linkType, time],
  )
  const winner = { id: page?.id ?? 0, key }
  await gather(transaction, winner.key, winner.id, true)
  return winner
}

/** A URL that is a page of its own is merged into the winner; any other becomes its alias. */
async function link(writer: Writer, winner: Winner, found: Found): Promise<void> {
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
  { transaction, time }: Writer,
  pageId: number,
  found: Found,
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
