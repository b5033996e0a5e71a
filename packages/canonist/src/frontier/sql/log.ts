import type { Dialect, Transaction } from '../../store/database.ts'
import { jsonOf, jsonRows } from '../../store/json-rows.ts'
import { sendChanges, type Change } from '../../store/send-changes.ts'

/** What befell a URL, in a word. */
export type LogEvent =
  | 'retry'
  | 'dead'
  | 'excluded'
  | 'expired'
  | 'renamed'
  | 'merged'
  | 'redirected'
  | 'allowed'
  | 'requeued'

export interface LogEntry {
  readonly id: number
  readonly event: LogEvent
  readonly reason?: string | null
  readonly status?: number | null
  readonly detail?: string | null
}

const COLUMNS = { id: 'integer', event: 'text', reason: 'text', status: 'integer', detail: 'text' } as const

/** Plain success is not written down: that it was fetched, and when, the URL itself tells. */
export function writeLog(transaction: Transaction, entries: readonly LogEntry[], now: number): void {
  sendChanges(transaction, logChanges(transaction.dialect, entries, now))
}

function logChanges(dialect: Dialect, entries: readonly LogEntry[], now: number): Change[] {
  if (entries.length === 0) return []
  const sql = `insert into frontier_log (page_id, at, event, reason, http_status, detail)
     select r.id, $2, r.event, r.reason, r.status, r.detail from ${jsonRows(dialect, '$1', COLUMNS, 'r')}`
  return [[sql, [jsonOf(entries), now]]]
}
