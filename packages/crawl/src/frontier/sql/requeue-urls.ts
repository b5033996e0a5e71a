import type { Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'

/** Requeues URLs as if they had just been added: nothing that happened to them before counts. */
export async function requeueFromStart(transaction: Transaction, ids: readonly number[], now: number): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = 'pending', reason = null, detail = null, attempts = 0, claims = 0, is_suspect = 0, due_at = $2,
       trail = null
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), now],
  )
}

/** Requeues dead URLs, which have no lease and no suspicion to clear. */
export async function requeueDead(transaction: Transaction, ids: readonly number[], now: number): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = 'pending', reason = null, detail = null, attempts = 0, due_at = $2
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), now],
  )
}

/** Requeues URLs that were merged and are separated again. */
export async function requeueSeparated(transaction: Transaction, ids: readonly number[], now: number): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = 'pending', reason = null, due_at = $2
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), now],
  )
}
