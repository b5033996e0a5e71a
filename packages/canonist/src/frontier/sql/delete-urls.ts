import type { Transaction } from '../../store/database.ts'
import { selectJsonIds, toSqlJson } from '../../store/json-rows.ts'

export async function deleteUrls(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.run(`delete from frontier_urls where page_id in ${selectJsonIds(transaction.dialect, '$1')}`, [
    toSqlJson(ids),
  ])
}
