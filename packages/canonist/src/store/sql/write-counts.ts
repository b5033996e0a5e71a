import type { Dialect } from '../database.ts'
import { selectJsonRows, toSqlJson } from '../json-rows.ts'
import type { Change } from '../send-changes.ts'

/** The change of one stored count. */
export interface CountRow {
  readonly host_id: number
  readonly subject: string
  readonly name: string
  readonly count: number
}

/** SQLite has one writer. On PostgreSQL, 16 slots keep connections from waiting for the same row. */
const SLOT: Readonly<Record<Dialect, string>> = { sqlite: '0', postgres: 'pg_backend_pid() % 16' }

const COLUMNS = { host_id: 'integer', subject: 'text', name: 'text', count: 'integer' } as const

/** Formats the statement that adds to stored counts, in a fixed order; none if nothing has changed. */
export function formatCountChanges(dialect: Dialect, rows: readonly CountRow[]): Change[] {
  if (rows.length === 0) return []
  const sql = `insert into counts (host_id, subject, name, slot, count)
     select r.host_id, r.subject, r.name, ${SLOT[dialect]}, r.count from ${selectJsonRows(dialect, '$1', COLUMNS, 'r')}
     where true order by r.host_id, r.subject, r.name
     on conflict (host_id, subject, name, slot) do update set count = counts.count + excluded.count`
  return [[sql, [toSqlJson(rows)]]]
}
