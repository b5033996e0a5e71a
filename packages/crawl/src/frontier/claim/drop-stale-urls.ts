import type { Transaction } from '@canonist/registry/internal/store/database'
import type { CountChanges } from '../sql/counts.sql.ts'
import { deleteUrls, lockFreeUrls, mergeUrls, requeueDead, IS_DEAD } from '../sql/urls.sql.ts'
import { dropCohorts } from '../sql/expiries.sql.ts'
import { writeLog } from '../sql/log.sql.ts'
import { queuePages } from '../sql/new-urls.sql.ts'
import { wakeHosts } from '../../hosts/sql/clocks.sql.ts'
import type { PickedUrl } from '../sql/claims.sql.ts'
import type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'

/** A URL that is worth a request. */
export interface FreshUrl extends PickedUrl {
  readonly canonical_url: CanonicalUrl
  readonly fetch_url: FetchUrl
}

/** A stale URL must not be requested: its page was merged into another one since, or deleted. */
export function isFresh(url: PickedUrl): url is FreshUrl {
  return url.canonical_url !== null && url.merged_into === null
}

export const isStale = (url: PickedUrl): boolean => !isFresh(url)

export async function dropStaleUrls(
  transaction: Transaction,
  urls: readonly PickedUrl[],
  now: number,
  counts: CountChanges,
): Promise<void> {
  await forgetDeleted(
    transaction,
    urls.filter(({ canonical_url }) => canonical_url === null),
    counts,
  )
  await markMerged(
    transaction,
    urls.filter(({ merged_into }) => merged_into !== null),
    now,
    counts,
  )
}

async function forgetDeleted(
  transaction: Transaction,
  urls: readonly PickedUrl[],
  counts: CountChanges,
): Promise<void> {
  if (urls.length === 0) return
  const ids = urls.map(({ page_id }) => page_id)
  await deleteUrls(transaction, ids)
  dropCohorts(transaction, ids)
  for (const url of urls) counts.remove(url)
}

/** Marks URLs as merged, and queues the pages that they were merged into. */
export async function markMerged(
  transaction: Transaction,
  urls: readonly Pick<PickedUrl, 'page_id' | 'host_id' | 'state' | 'reason' | 'merged_into'>[],
  now: number,
  counts: CountChanges,
): Promise<void> {
  if (urls.length === 0) return
  const ids = urls.map(({ page_id }) => page_id)
  await mergeUrls(transaction, ids)
  dropCohorts(transaction, ids)
  for (const url of urls) counts.move(url, { state: 'fetched', reason: 'merged' })
  writeLog(
    transaction,
    urls.map(({ page_id, merged_into }) => ({ id: page_id, event: 'merged', detail: `into page ${merged_into}` })),
    now,
  )
  await queuePages(transaction, listRoots(urls), now, counts)
  const alive = urls.filter(({ state }) => state !== 'dead' && state !== 'excluded')
  await requeueDeadRoots(transaction, listRoots(alive), now, counts)
}

type MergedUrl = Pick<PickedUrl, 'merged_into'>

const listRoots = (urls: readonly MergedUrl[]): number[] => urls.flatMap(({ merged_into }) => merged_into ?? [])

/** Requeues dead pages that a live page was merged into: they may work again. */
async function requeueDeadRoots(
  transaction: Transaction,
  ids: readonly number[],
  now: number,
  counts: CountChanges,
): Promise<void> {
  const dead = await lockFreeUrls(transaction, ids, IS_DEAD)
  if (dead.length === 0) return
  await requeueDead(
    transaction,
    dead.map(({ page_id }) => page_id),
    now,
  )
  for (const url of dead) counts.move(url, { state: 'pending', reason: null })
  await wakeHosts(
    transaction,
    dead.map(({ host_id }) => host_id),
    now,
  )
}
