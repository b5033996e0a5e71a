import type { Transaction } from '../../store/database.ts'
import type { CountChanges } from '../sql/counts.ts'
import { dropCohorts } from '../sql/expiries.ts'
import { jsonIds, jsonOf } from '../../store/json-rows.ts'
import { lockFreeUrls } from '../sql/lock-urls.ts'
import { writeLog } from '../sql/log.ts'
import { scheduleAnew } from '../sql/schedule-anew.ts'
import { wakeHosts } from '../../hosts/sql/wake-hosts.ts'
import type { PickedUrl } from './pick-urls.ts'

/** Not worth a request: the registry has found the page to be another one since, or has taken it away. */
export function isStale({ canonical_url, merged_into }: PickedUrl): boolean {
  return canonical_url === null || merged_into !== null
}

export async function setAside(
  transaction: Transaction,
  urls: readonly PickedUrl[],
  now: number,
  counts: CountChanges,
): Promise<void> {
  await forget(
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

async function forget(transaction: Transaction, urls: readonly PickedUrl[], counts: CountChanges): Promise<void> {
  if (urls.length === 0) return
  const ids = urls.map(({ page_id }) => page_id)
  await transaction.run(`delete from frontier_urls where page_id in ${jsonIds(transaction.dialect, '$1')}`, [
    jsonOf(ids),
  ])
  dropCohorts(transaction, ids)
  for (const url of urls) counts.remove(url)
}

/** What stands for it is queued, should it not be yet. */
export async function markMerged(
  transaction: Transaction,
  urls: readonly Pick<PickedUrl, 'page_id' | 'host_id' | 'state' | 'reason' | 'merged_into'>[],
  now: number,
  counts: CountChanges,
): Promise<void> {
  if (urls.length === 0) return
  const ids = urls.map(({ page_id }) => page_id)
  await transaction.run(
    `update frontier_urls set state = 'fetched', reason = 'merged', due_at = null, lease_token = null, claims = 0,
       is_suspect = 0
     where page_id in ${jsonIds(transaction.dialect, '$1')}`,
    [jsonOf(ids)],
  )
  dropCohorts(transaction, ids)
  for (const url of urls) counts.move(url, { state: 'fetched', reason: 'merged' })
  writeLog(
    transaction,
    urls.map(({ page_id, merged_into }) => ({ id: page_id, event: 'merged', detail: `into page ${merged_into}` })),
    now,
  )
  await scheduleAnew(transaction, rootsOf(urls), now, counts)
  const alive = urls.filter(({ state }) => state !== 'dead' && state !== 'excluded')
  await revive(transaction, rootsOf(alive), now, counts)
}

type Merged = Pick<PickedUrl, 'merged_into'>

const rootsOf = (urls: readonly Merged[]): number[] => urls.flatMap(({ merged_into }) => merged_into ?? [])

/** What stands for a page that was fetched, or was to be, is worth another try. */
async function revive(
  transaction: Transaction,
  ids: readonly number[],
  now: number,
  counts: CountChanges,
): Promise<void> {
  const dead = await lockFreeUrls(transaction, ids, "state = 'dead'")
  if (dead.length === 0) return
  await transaction.run(
    `update frontier_urls set state = 'pending', reason = null, detail = null, attempts = 0, due_at = $2
     where page_id in ${jsonIds(transaction.dialect, '$1')}`,
    [jsonOf(dead.map(({ page_id }) => page_id)), now],
  )
  for (const url of dead) counts.move(url, { state: 'pending', reason: null })
  await wakeHosts(
    transaction,
    dead.map(({ host_id }) => host_id),
    now,
  )
}
