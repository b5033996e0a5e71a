import type { Dialect, Session, Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson, selectJsonRows } from '@canonist/registry/internal/store/json-rows'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import { sendChanges, type Change } from '@canonist/registry/internal/store/send-changes'

/** What happened to a URL. */
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

/** Writes log entries. Successful fetches are not logged: the URL itself stores when it was fetched. */
export function writeLog(transaction: Transaction, entries: readonly LogEntry[], now: number): void {
  sendChanges(transaction, createLogChanges(transaction.dialect, entries, now))
}

function createLogChanges(dialect: Dialect, entries: readonly LogEntry[], now: number): Change[] {
  if (entries.length === 0) return []
  const sql = `insert into frontier_log (page_id, at, event, reason, http_status, detail)
     select r.id, $2, r.event, r.reason, r.status, r.detail from ${selectJsonRows(dialect, '$1', COLUMNS, 'r')}`
  return [[sql, [toSqlJson(entries), now]]]
}

/** Deletes everything that is logged of these URLs. */
export async function deleteLog(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.run(`delete from frontier_log where page_id in ${selectJsonIds(transaction.dialect, '$1')}`, [
    toSqlJson(ids),
  ])
}

const ENTRIES_AT_ONCE = 5000

/** Deletes entries from before `time`: at most the 5,000 oldest. */
export async function deleteOldLog(session: Session, time: number): Promise<void> {
  await session.run(
    `delete from frontier_log where id in (select id from frontier_log order by id limit ${ENTRIES_AT_ONCE}) and at < $1`,
    [time],
  )
}

/** An event of the log. */
export interface LoggedEvent {
  /** ISO 8601. */
  readonly at: string
  readonly event: string
  readonly reason: string | null
  readonly httpStatus: number | null
  readonly detail: string | null
}

interface LogRow {
  readonly at: number
  readonly event: string
  readonly reason: string | null
  readonly http_status: number | null
  readonly detail: string | null
}

/** The latest events of a URL, oldest first. */
export async function readLog(session: Session, id: number, limit: number): Promise<LoggedEvent[]> {
  const rows = await session.all<LogRow>(
    'select at, event, reason, http_status, detail from frontier_log where page_id = $1 order by id desc limit $2',
    [id, limit],
  )
  return rows.toReversed().map(({ at, event, reason, http_status: httpStatus, detail }) => ({
    at: isoTime(at),
    event,
    reason,
    httpStatus,
    detail,
  }))
}
