import type { Dialect, Transaction } from '@canonist/registry/internal/store/database'
import type { FrontierState } from '../frontier-state.ts'
import { toSqlJson, selectJsonRows } from '@canonist/registry/internal/store/json-rows'
import { sendChanges, type Change } from '@canonist/registry/internal/store/send-changes'

/** What a URL is counted by. */
export interface CountedUrl {
  readonly state: FrontierState
  readonly reason: string | null
}

/** A URL with the state of its row, which a lease does not change. */
export interface StoredUrl extends CountedUrl {
  readonly host_id: number
}

/** The counters of each host: URLs by the state of their rows, leased or not. */
export const HOST_SUBJECT = 'frontier'

/**
 * Collects the changes of counters in one transaction.
 *
 * Must be written last: other transactions wait for the counter rows until this one commits.
 */
export class CountChanges {
  readonly #changes = new Map<string, number>()
  readonly #hostChanges = new Map<number, Map<string, number>>()

  /** Changes the counts of all hosts together. */
  add({ state, reason }: CountedUrl, urls: number): void {
    const name = `${state} ${reason ?? ''}`
    this.#changes.set(name, (this.#changes.get(name) ?? 0) + urls)
  }

  /** A lease starts. The counters of the host do not change, because the row keeps its state. */
  lease(from: CountedUrl): void {
    this.add(from, -1)
    this.add({ state: 'leased', reason: from.reason }, 1)
  }

  /** A lease ends. */
  endLease(from: StoredUrl, to: StoredUrl): void {
    this.add({ state: 'leased', reason: from.reason }, -1)
    this.add(to, 1)
    this.#addToHost(from, -1)
    this.#addToHost(to, 1)
  }

  /** A URL without a lease changes its state. */
  move(from: StoredUrl, to: CountedUrl): void {
    this.remove(from)
    this.put({ host_id: from.host_id, state: to.state, reason: to.reason }, 1)
  }

  put(url: StoredUrl, urls: number): void {
    this.add(url, urls)
    this.#addToHost(url, urls)
  }

  remove(url: StoredUrl): void {
    this.put(url, -1)
  }

  #addToHost({ host_id, state, reason }: StoredUrl, urls: number): void {
    const ofHost = this.#hostChanges.get(host_id) ?? new Map<string, number>()
    this.#hostChanges.set(host_id, ofHost)
    const name = `${state} ${reason ?? ''}`
    ofHost.set(name, (ofHost.get(name) ?? 0) + urls)
  }

  write(transaction: Transaction, slot: number): void {
    sendChanges(transaction, this.#createStatements(transaction.dialect, slot))
    for (const [hostId, names] of this.#hostChanges)
      for (const [name, urls] of names) transaction.count({ subject: HOST_SUBJECT, name, hostId }, urls)
  }

  /** The statement that writes the changes; none if nothing has changed. */
  #createStatements(dialect: Dialect, slot: number): Change[] {
    const rows = [...this.#changes].flatMap(([name, urls]) => {
      const [state, reason] = name.split(' ')
      return urls === 0 ? [] : [{ state, reason, urls }]
    })
    if (rows.length === 0) return []
    const sql = `insert into frontier_counts (slot, state, reason, urls)
       select $1, r.state, r.reason, r.urls
       from ${selectJsonRows(dialect, '$2', { state: 'text', reason: 'text', urls: 'integer' }, 'r')}
       where true order by r.state, r.reason
       on conflict (slot, state, reason) do update set urls = frontier_counts.urls + excluded.urls`
    return [[sql, [slot, toSqlJson(rows)]]]
  }
}
