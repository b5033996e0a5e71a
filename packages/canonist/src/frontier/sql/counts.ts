import type { Dialect, Transaction } from '../../store/database.ts'
import type { FrontierState } from '../outcome.ts'
import { jsonOf, jsonRows } from '../../store/json-rows.ts'
import { sendChanges, type Change } from '../../store/send-changes.ts'

/** A URL as it is counted. */
export interface Counted {
  readonly state: FrontierState
  readonly reason: string | null
}

/** How many URLs come and go in a transaction; written last, so that nobody waits for the counts while there is work. */
export class CountChanges {
  readonly #changes = new Map<string, number>()

  add({ state, reason }: Counted, urls: number): void {
    const name = `${state} ${reason ?? ''}`
    this.#changes.set(name, (this.#changes.get(name) ?? 0) + urls)
  }

  move(from: Counted, to: Counted): void {
    this.add(from, -1)
    this.add(to, 1)
  }

  write(transaction: Transaction, slot: number): void {
    sendChanges(transaction, this.#changesOf(transaction.dialect, slot))
  }

  /** The statement that writes them; none where nothing has changed. */
  #changesOf(dialect: Dialect, slot: number): Change[] {
    const rows = [...this.#changes].flatMap(([name, urls]) => {
      const [state, reason] = name.split(' ')
      return urls === 0 ? [] : [{ state, reason, urls }]
    })
    if (rows.length === 0) return []
    const sql = `insert into frontier_counts (slot, state, reason, urls)
       select $1, r.state, r.reason, r.urls
       from ${jsonRows(dialect, '$2', { state: 'text', reason: 'text', urls: 'integer' }, 'r')}
       where true order by r.state, r.reason
       on conflict (slot, state, reason) do update set urls = frontier_counts.urls + excluded.urls`
    return [[sql, [slot, jsonOf(rows)]]]
  }
}
