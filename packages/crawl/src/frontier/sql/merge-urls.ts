import type { Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'

/** Marks fetched URLs as merged: they are not fetched again. */
export async function mergeFetchedUrls(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.run(
    `update frontier_urls set reason = 'merged', due_at = null where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids)],
  )
}

/** Marks URLs in any state as merged, and ends their leases. */
export async function mergeUrls(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = 'fetched', reason = 'merged', due_at = null, lease_token = null, claims = 0,
       is_suspect = 0
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids)],
  )
}
