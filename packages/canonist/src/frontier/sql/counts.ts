import type { Transaction } from '../../store/database.ts'
import type { FrontierState } from '../outcome.ts'
import { jsonOf, jsonRows } from './json-rows.ts'

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

  async write(transaction: Transaction, slot: number): Promise<void> {
    const changes = [...this.#changes].filter(([, urls]) => urls !== 0)
    if (changes.length === 0) return
    const rows = changes.map(([name, urls]) => {
      const [state, reason] = name.split(' ')
      return { state, reason, urls }
    })
    await transaction.run(
      `insert into frontier_counts (slot, state, reason, urls)
       select $1, r.state, r.reason, r.urls
       from ${jsonRows(transaction.dialect, '$2', { state: 'text', reason: 'text', urls: 'integer' }, 'r')}
       where true order by r.state, r.reason
       on conflict (slot, state, reason) do update set urls = frontier_counts.urls + excluded.urls`,
      [slot, jsonOf(rows)],
    )
  }
}
