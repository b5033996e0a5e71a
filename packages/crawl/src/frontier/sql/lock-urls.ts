import type { Transaction } from '@canonist/registry/internal/store/database'
import type { FrontierState } from '../frontier-state.ts'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import { formatRowLock } from '@canonist/registry/internal/store/row-lock'

/** A URL without a lease, locked until the transaction ends. */
export interface FreeUrl {
  readonly page_id: number
  readonly host_id: number
  readonly state: FrontierState
  readonly reason: string | null
}

/** Locks the URLs that have no lease and still match `where`: they may have changed since they were read. */
export function lockFreeUrls(transaction: Transaction, ids: readonly number[], where = 'true'): Promise<FreeUrl[]> {
  return transaction.all<FreeUrl>(
    `select page_id, host_id, state, reason from frontier_urls
     where page_id in ${selectJsonIds(transaction.dialect, '$1')} and lease_token is null and ${where} order by page_id${formatRowLock(transaction.dialect)}`,
    [toSqlJson(ids)],
  )
}
