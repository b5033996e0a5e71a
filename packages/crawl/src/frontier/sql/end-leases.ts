import type { Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonRows, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { StoredUrl } from './count-changes.ts'

/** A host, and the holder whose hold on it expired. */
export interface ExpiredHold {
  readonly host_id: number
  readonly held_by: number | null
}

/** Locks hosts whose holds have expired. Hosts that another process has locked are left to it. */
export function lockExpiredHolds(transaction: Transaction, now: number, limit: number): Promise<ExpiredHold[]> {
  const lock = transaction.dialect === 'postgres' ? ' for update skip locked' : ''
  return transaction.all<ExpiredHold>(
    `select host_id, held_by from host_clocks where ready_at <= $1 and held_by is not null order by ready_at
     limit ${limit}${lock}`,
    [now],
  )
}

/** A URL whose lease expired. */
export interface ExpiredUrl extends StoredUrl {
  readonly page_id: number
  readonly reason: string | null
  readonly claims: number
  readonly cohort: number
}

export function findExpiredUrls(transaction: Transaction, holds: readonly ExpiredHold[]): Promise<ExpiredUrl[]> {
  return transaction.all<ExpiredUrl>(
    `select u.page_id, u.host_id, u.state, u.reason, u.claims, h.cohort
     from ${selectJsonRows(transaction.dialect, '$1', { host_id: 'integer', held_by: 'integer' }, 'r')}
     join host_clocks h on h.host_id = r.host_id
     join frontier_urls u on u.host_id = r.host_id and u.lease_token = r.held_by and u.due_at is not null`,
    [toSqlJson(holds.map(({ host_id, held_by }) => ({ host_id, held_by })))],
  )
}

const COLUMNS = {
  id: 'integer',
  state: 'text',
  reason: 'text',
  due_at: 'integer',
  is_suspect: 'integer',
} as const

/** The state of a URL after its lease. */
export type EndedLease = Readonly<Record<keyof typeof COLUMNS, string | number | null>>

export function endLeases(transaction: Transaction, ended: readonly EndedLease[]): void {
  if (ended.length === 0) return
  transaction.send(
    `update frontier_urls set lease_token = null, state = r.state, reason = r.reason, due_at = r.due_at,
       is_suspect = r.is_suspect
     from ${selectJsonRows(transaction.dialect, '$1', COLUMNS, 'r')} where frontier_urls.page_id = r.id`,
    [toSqlJson(ended)],
  )
}
