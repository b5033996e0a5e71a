import type { Counter, Dialect } from '../database.ts'
import { selectJsonRows, toSqlJson } from '../json-rows.ts'
import type { Change } from '../send-changes.ts'

/**
 * Stored counts, so that no list needs a `count(*)`. The table `counts` has one row for each host, subject, name and slot; the sum over all
 * slots is exact.
 *
 * A transaction collects its changes and writes them last, in one statement and in a fixed order. So it holds the locks on counts only for
 * a moment, and two transactions never deadlock over them.
 */

/** The id under which the counts of all hosts together are stored. */
export const ALL_HOSTS = 0

/** Collects the changes of counts within one transaction. */
export class CountChanges {
  readonly #changes = new Map<string, number>()

  add({ subject, name, hostId = ALL_HOSTS }: Counter, by: number): void {
    const id = JSON.stringify([hostId, subject, name])
    this.#changes.set(id, (this.#changes.get(id) ?? 0) + by)
  }

  /** Returns the statement that writes them; none if nothing has changed. */
  toChanges(dialect: Dialect): Change[] {
    const rows = [...this.#changes].flatMap(([id, count]) => {
      const [host_id, subject, name] = JSON.parse(id) as [number, string, string]
      return count === 0 ? [] : [{ host_id, subject, name, count }]
    })
    return formatCountChanges(dialect, rows)
  }
}

/** The change of one stored count. */
interface CountRow {
  readonly host_id: number
  readonly subject: string
  readonly name: string
  readonly count: number
}

/** SQLite has one writer. On PostgreSQL, 16 slots keep connections from waiting for the same row. */
const SLOT: Readonly<Record<Dialect, string>> = { sqlite: '0', postgres: 'pg_backend_pid() % 16' }

const COLUMNS = { host_id: 'integer', subject: 'text', name: 'text', count: 'integer' } as const

/** Formats the statement that adds to stored counts, in a fixed order; none if nothing has changed. */
function formatCountChanges(dialect: Dialect, rows: readonly CountRow[]): Change[] {
  if (rows.length === 0) return []
  const sql = `insert into counts (host_id, subject, name, slot, count)
     select r.host_id, r.subject, r.name, ${SLOT[dialect]}, r.count from ${selectJsonRows(dialect, '$1', COLUMNS, 'r')}
     where true order by r.host_id, r.subject, r.name
     on conflict (host_id, subject, name, slot) do update set count = counts.count + excluded.count`
  return [[sql, [toSqlJson(rows)]]]
}
