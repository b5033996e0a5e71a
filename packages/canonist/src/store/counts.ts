import type { Counter, Dialect } from './database.ts'
import type { Change } from './send-changes.ts'
import { formatCountChanges } from './sql/write-counts.ts'

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
