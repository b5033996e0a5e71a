import type { Transaction } from '@canonist/registry/internal/store/database'
import { applySignal, applyRest, reviveHost, type HostPace, type HostRest, type HostSignal } from './pace.ts'
import type { HostSettings } from './settings.ts'
import { releaseHold, type HostRow } from './host-row.ts'
import { writeHosts, lockWantedHosts } from './sql/clocks.sql.ts'

/**
 * Collects the changes of hosts within one transaction, and writes each host once: results of requests, leases that ended, hosts that must
 * rest, and hosts with new URLs in the queue.
 *
 * A host is *known* if only these updates have changed it since it was locked. Any other host is locked and read again before it is
 * written.
 *
 * Must be written after the URLs of the queue: they decide when a host is wanted next.
 */
export class HostUpdates {
  readonly #signals = new Map<number, HostSignal[]>()
  readonly #ended = new Map<number, Map<number, number>>()
  readonly #revived = new Set<number>()
  readonly #rests = new Map<number, HostRest>()
  readonly #known: Map<number, HostRow>

  /** @param known hosts that are already locked and need not be read again */
  constructor(known: readonly HostRow[] = []) {
    this.#known = new Map(known.map((host) => [host.hostId, host]))
  }

  addSignal(hostId: number, signal: HostSignal): void {
    this.#getSignals(hostId).push(signal)
  }

  endLease(hostId: number, token: number): void {
    const ended = this.#ended.get(hostId) ?? new Map<number, number>()
    ended.set(token, (ended.get(token) ?? 0) + 1)
    this.#ended.set(hostId, ended)
    this.#getSignals(hostId)
  }

  /** A leased URL of a known host is due again at this time. */
  setDue(hostId: number, priority: number, at: number | null): void {
    const host = this.#known.get(hostId)
    if (host === undefined || at === null) return
    const urgentAt = priority === 2 ? Math.min(at, host.urgentAt) : host.urgentAt
    this.#known.set(hostId, { ...host, wantedAt: Math.min(at, host.wantedAt), urgentAt })
  }

  /** Read the host again: a URL that these updates do not know may be due. */
  recheck(hostId: number): void {
    this.#known.delete(hostId)
    this.#getSignals(hostId)
  }

  /** Read all hosts again: more has changed than these updates know. */
  recheckAll(): void {
    this.#known.clear()
  }

  /** Forget the failures of the host. */
  revive(hostId: number): void {
    this.#revived.add(hostId)
    this.recheck(hostId)
  }

  rest(hostId: number, rest: HostRest): void {
    this.#rests.set(hostId, rest)
    this.#getSignals(hostId)
  }

  /** Call this after writing the URLs: the next due time of hosts that are not known is read from them. */
  async write(transaction: Transaction, settings: HostSettings, now: number): Promise<void> {
    const told = [...this.#signals.keys()]
    const known = told.flatMap((id) => this.#known.get(id) ?? [])
    const others = await lockWantedHosts(
      transaction,
      told.filter((id) => !this.#known.has(id)),
    )
    const hosts = [...known, ...others].map((host) => this.#apply(host, settings, now))
    writeHosts(transaction, hosts, now)
  }

  #getSignals(hostId: number): HostSignal[] {
    const signals = this.#signals.get(hostId) ?? []
    this.#signals.set(hostId, signals)
    return signals
  }

  #apply(host: HostRow, settings: HostSettings, now: number): HostRow {
    let clocks: HostPace = this.#revived.has(host.hostId) ? reviveHost(host, settings, now) : host
    for (const signal of this.#signals.get(host.hostId) ?? []) clocks = applySignal(clocks, signal, settings, now)
    const rested = this.#rests.get(host.hostId)
    if (rested !== undefined) clocks = applyRest(clocks, rested, now)
    const paced = { ...host, ...clocks }
    const ended = host.heldBy === null ? 0 : (this.#ended.get(host.hostId)?.get(host.heldBy) ?? 0)
    if (ended === 0) return paced
    const inflight = Math.max(0, host.inflight - ended)
    return inflight === 0 ? releaseHold(paced) : { ...paced, inflight }
  }
}
