import type { Dialect, Transaction, Session } from '@canonist/registry/internal/store/database'
import { toSqlJson, selectJsonRows } from '@canonist/registry/internal/store/json-rows'
import { sendChanges, type Change } from '@canonist/registry/internal/store/send-changes'
import type { ListKey } from '@canonist/registry/internal/store/list-part'
import { SqlValues } from '@canonist/registry/internal/store/sql-values'
import { computePrefixEnd } from '@canonist/registry/internal/store/read-ranges'
import type { FrontierState } from '../frontier-state.ts'

// Counters of URLs by state and reason: those of all hosts in `frontier_counts`, those of each host in `counts`.

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

/** The number of URLs of all hosts in a state. */
export interface StateReasonRow {
  readonly state: FrontierState
  /** Empty if there is none. */
  readonly reason: string
  readonly urls: number
}

export function countUrlsByReason(session: Session): Promise<StateReasonRow[]> {
  return session.all<StateReasonRow>(
    `select state, reason, sum(urls) as urls from frontier_counts group by state, reason having sum(urls) <> 0
     order by state, reason`,
  )
}

/** A counter of a host. Its name is a state and a reason, separated by a space. */
export interface HostReasonRow {
  readonly host_id: number
  readonly host: string
  readonly name: string
  readonly urls: number
}

/** Which counters: those of a state, of any of several reasons, or of both. */
export interface CounterName {
  readonly state?: string | undefined
  readonly reasons?: readonly string[] | undefined
}

export interface HostReasonRange extends CounterName {
  readonly host?: string | undefined
  /** The last counter of the previous part; null for the first part. */
  readonly after: ListKey | null
  readonly limit: number
}

/** Counters by host, state and reason, ordered by host id. */
export function listHostReasons(session: Session, range: HostReasonRange): Promise<HostReasonRow[]> {
  const values = new SqlValues([HOST_SUBJECT])
  const conditions = ['c.host_id > 0', 'c.subject = $1', ...listConditions(range, values)]
  return session.all<HostReasonRow>(
    `select c.host_id, h.host, c.name, sum(c.count) as urls from counts c join hosts h on h.id = c.host_id
     where ${conditions.join(' and ')}
     group by c.host_id, h.host, c.name having sum(c.count) <> 0 order by c.host_id, c.name limit ${range.limit}`,
    values.list,
  )
}

/** Conditions on counters `c`. */
function matchCounterName({ state, reasons }: CounterName, values: SqlValues): string[] {
  const ofState = `${state ?? ''} `
  const conditions: string[] = []
  if (state !== undefined) conditions.push(`substr(c.name, 1, ${ofState.length}) = ${values.put(ofState)}`)
  if (reasons !== undefined) {
    const endings = reasons.map((reason) => {
      const ending = ` ${reason}`
      return `substr(c.name, length(c.name) - ${ending.length - 1}) = ${values.put(ending)}`
    })
    conditions.push(endings.length === 0 ? 'false' : `(${endings.join(' or ')})`)
  }
  return conditions
}

function listConditions({ host, after, ...name }: HostReasonRange, values: SqlValues): string[] {
  const conditions = matchCounterName(name, values)
  if (host !== undefined) conditions.push(`h.host = ${values.put(host)}`)
  if (after !== null) {
    const [hostId = 0, name = ''] = after
    conditions.push(`(c.host_id, c.name) > (${values.put(hostId)}, ${values.put(name)})`)
  }
  return conditions
}

/** The number of URLs on all hosts whose names begin with `start`, from their counters. */
export async function countHostsUrls(session: Session, start: string, name: CounterName): Promise<number> {
  const values = new SqlValues([HOST_SUBJECT, start, computePrefixEnd(start)])
  const conditions = ['h.host >= $2', 'h.host < $3', 'c.subject = $1', ...matchCounterName(name, values)]
  const [row] = await session.all<{ readonly urls: number | null }>(
    `select sum(c.count) as urls from hosts h join counts c on c.host_id = h.id where ${conditions.join(' and ')}`,
    values.list,
  )
  return row?.urls ?? 0
}
