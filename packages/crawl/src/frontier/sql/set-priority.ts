import type { PriorityNumber } from '../../hosts/sql/queue-priorities.ts'
import type { Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'

export async function setPriority(
  transaction: Transaction,
  ids: readonly number[],
  priority: PriorityNumber,
): Promise<void> {
  await transaction.run(
    `update frontier_urls set priority = $2 where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), priority],
  )
}
