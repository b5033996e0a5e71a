import type { Counter, Dialect, Session, Value } from './database.ts'
import { toSqlJson, selectJsonRows } from './json-rows.ts'
import type { Change } from './send-changes.ts'

/**
 * Stored counts, so that no list needs a `count(*)`. The table `counts` has one row for each host, subject, name and slot; the sum over all
 * slots is exact.
 *
 * A transaction collects its changes and writes them last, in one statement and in a fixed order. So it holds the locks on counts only for
 * a moment, and two transactions never deadlock over them.
 */

const ALL_HOSTS = 0

/** SQLite has one writer. On PostgreSQL, 16 slots keep connections from waiting for the same row. */
const SLOT: Readonly<Record<Dialect, string>> = { sqlite: '0', postgres: 'pg_backend_pid() % 16' }

const COLUMNS = { host_id: 'integer', subject: 'text', name: 'text', count: 'integer' } as const

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
    if (rows.length === 0) return []
    const sql = `insert into counts (host_id, subject, name, slot, count)
       select r.host_id, r.subject, r.name, ${SLOT[dialect]}, r.count from ${selectJsonRows(dialect, '$1', COLUMNS, 'r')}
       where true order by r.host_id, r.subject, r.name
       on conflict (host_id, subject, name, slot) do update set count = counts.count + excluded.count`
    return [[sql, [toSqlJson(rows)]]]
  }
}

/** Reads the counts of a subject by name, without those that are 0. */
export async function readCounts(
  session: Session,
  subject: string,
  hostId: number = ALL_HOSTS,
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.all<{ readonly name: string; readonly count: number }>(
    `select name, sum(count) as count from counts where host_id = $1 and subject = $2
     group by name having sum(count) <> 0 order by name`,
    [hostId, subject] satisfies Value[],
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Reads the total of a subject over all names. */
export async function readTotal(session: Session, subject: string, hostId?: number): Promise<number> {
  let total = 0
  for (const count of (await readCounts(session, subject, hostId)).values()) total += count
  return total
}
