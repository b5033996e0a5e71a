import { dropsCredential } from '@canonist/core/internal/credentials/credentials'
import type { PageWriter } from '@canonist/registry/internal/registry/page-writer'
import type { Transaction } from '@canonist/registry/internal/store/database'
import { readClock } from '../hosts/sql/shared-clock.sql.ts'
import { toDestination, mergePage, KeyOwners, findMovingPolicy } from './complete/url-mover.ts'
import { HostUpdates } from '../hosts/host-updates.ts'
import type { FrontierContext } from './context.ts'
import { CountChanges } from './sql/counts.sql.ts'
import { type FreeUrl, lockFreeUrls, mergeFetchedUrls, IS_FETCHED_AND_UNMERGED } from './sql/urls.sql.ts'
import { writeLog } from './sql/log.sql.ts'
import { type FetchedContent, readContents } from './sql/pages.sql.ts'
import type { KeyText } from '@canonist/core/internal/text/stages'

/** A fetched page, and the canonical URL that it declares. */
export interface CanonicalClaim {
  readonly id: number
  /** As written in the page. */
  readonly canonicalUrl: string
}

interface ClaimedKey {
  readonly id: number
  readonly key: KeyText
}

/**
 * Merges pages into the canonical page that they declare, if that page was fetched as well and has the same bytes: the declaration
 * alone proves nothing. A page whose URL grants access is not merged into one without its credential. Returns how many were merged.
 */
export async function acceptCanonicals(context: FrontierContext, claims: readonly CanonicalClaim[]): Promise<number> {
  const { database, registry } = context
  if (claims.length === 0) return 0
  await registry.policies.read(database)
  const claimed = claims.flatMap(({ id, canonicalUrl }): ClaimedKey[] => {
    const arrival = toDestination(canonicalUrl, registry.policies.active)
    return arrival === null ? [] : [{ id, key: arrival.key }]
  })
  return database.transaction((transaction) => mergeProven(context, transaction, claimed))
}

async function mergeProven(
  context: FrontierContext,
  transaction: Transaction,
  claimed: readonly ClaimedKey[],
): Promise<number> {
  const now = await readClock(transaction, context.settings)
  const policyId = await findMovingPolicy(context, transaction, now)
  if (policyId === null) return 0
  const keys = claimed.map(({ key }) => key)
  const owners = await KeyOwners.read(transaction, policyId, keys)
  const roots = [...new Set(keys)].flatMap((key) => owners.get(key)?.root ?? [])
  const contents = await readContents(transaction, [...claimed.map(({ id }) => id), ...roots])
  const free = new Map((await lockFetched(transaction, claimed)).map((url) => [url.page_id, url]))
  const writer: PageWriter = { transaction, policyId, time: now }
  const merged: FreeUrl[] = []
  for (const { id, key } of claimed) {
    const [url, root] = [free.get(id), owners.get(key)?.root]
    if (url === undefined || root === undefined || root === id || !isSame(contents.get(id), contents.get(root)))
      continue
    await mergePage(writer, { id }, root, 'content')
    owners.join(id, root)
    free.delete(id)
    merged.push(url)
  }
  await markMerged(context, transaction, merged, now)
  return merged.length
}

/** Whether two pages have the same bytes, and the second has every credential of the first. */
const isSame = (a: FetchedContent | undefined, b: FetchedContent | undefined): boolean =>
  a !== undefined && a.contentHash === b?.contentHash && !dropsCredential(a.fetchUrl, b.fetchUrl)

function lockFetched(transaction: Transaction, claimed: readonly ClaimedKey[]): Promise<FreeUrl[]> {
  const ids = [...new Set(claimed.map(({ id }) => id))]
  return lockFreeUrls(transaction, ids, IS_FETCHED_AND_UNMERGED)
}

/** Merged URLs are not fetched again; the page that they were merged into is. */
async function markMerged(
  { settings, slot }: FrontierContext,
  transaction: Transaction,
  merged: readonly FreeUrl[],
  now: number,
): Promise<void> {
  if (merged.length === 0) return
  const [counts, updates] = [new CountChanges(), new HostUpdates()]
  await mergeFetchedUrls(
    transaction,
    merged.map(({ page_id }) => page_id),
  )
  const detail = 'it declares another page as canonical, which has the same bytes'
  writeLog(
    transaction,
    merged.map(({ page_id }) => ({ id: page_id, event: 'merged', detail })),
    now,
  )
  for (const url of merged) {
    counts.move(url, { state: 'fetched', reason: 'merged' })
    updates.recheck(url.host_id)
  }
  await updates.write(transaction, settings, now)
  counts.write(transaction, slot)
}
