import type { Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'

export async function deleteUrls(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.run(`delete from frontier_urls where page_id in ${selectJsonIds(transaction.dialect, '$1')}`, [
    toSqlJson(ids),
  ])
}
