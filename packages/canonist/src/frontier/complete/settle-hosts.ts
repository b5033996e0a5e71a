import type { Transaction } from '../../store/database.ts'
import { madeWell, pace, type HostPace, type HostSignal } from '../../hosts/pace.ts'
import type { Settings } from '../settings.ts'
import { letGo, type HostRow } from '../../hosts/host-row.ts'
import { writeHosts } from '../../hosts/sql/write-hosts.ts'
import { lockWantedHosts } from '../sql/lock-wanted-hosts.ts'

/** What is told to hosts in a transaction: how requests went, which leases ended, and who has new URLs. */
export class HostNews {
  readonly #signals = new Map<number, HostSignal[]>()
  readonly #ended = new Map<number, Map<number, number>>()
  readonly #cured = new Set<number>()
  readonly #known: Map<number, HostRow>

  /** @param known hosts that are locked, so that they need not be read again */
  constructor(known: readonly HostRow[] = []) {
    this.#known = new Map(known.map((host) => [host.hostId, host]))
  }

  hear(hostId: number, signal: HostSignal): void {
    this.#signalsOf(hostId).push(signal)
  }

  end(hostId: number, token: number): void {
    const ended = this.#ended.get(hostId) ?? new Map<number, number>()
    ended.set(token, (ended.get(token) ?? 0) + 1)
    this.#ended.set(hostId, ended)
    this.#signalsOf(hostId)
  }

  /** A URL of it that was leased is to be fetched again then. */
  due(hostId: number, priority: number, at: number | null): void {
    const host = this.#known.get(hostId)
    if (host === undefined || at === null) return
    const urgentAt = priority === 2 ? Math.min(at, host.urgentAt) : host.urgentAt
    this.#known.set(hostId, { ...host, wantedAt: Math.min(at, host.wantedAt), urgentAt })
  }

  /** Has it looked at again, because something of it may be due that is not known here. */
  look(hostId: number): void {
    this.#known.delete(hostId)
    this.#signalsOf(hostId)
  }

  /** All are read again: more than what is told here has changed. */
  lookAtAll(): void {
    this.#known.clear()
  }

  /** Makes it well again, should it be down or failing. */
  cure(hostId: number): void {
    this.#cured.add(hostId)
    this.look(hostId)
  }

  /** When the URLs are written: what is due next is read from them, unless it is known. */
  async write(transaction: Transaction, settings: Settings, now: number): Promise<void> {
    const told = [...this.#signals.keys()]
    const known = told.flatMap((id) => this.#known.get(id) ?? [])
    const others = await lockWantedHosts(
      transaction,
      told.filter((id) => !this.#known.has(id)),
    )
    const hosts = [...known, ...others].map((host) => this.#tell(host, settings, now))
    writeHosts(transaction, hosts, now)
  }

  #signalsOf(hostId: number): HostSignal[] {
    const signals = this.#signals.get(hostId) ?? []
    this.#signals.set(hostId, signals)
    return signals
  }

  #tell(host: HostRow, settings: Settings, now: number): HostRow {
    let clocks: HostPace = this.#cured.has(host.hostId) ? madeWell(host, settings, now) : host
    for (const signal of this.#signals.get(host.hostId) ?? []) clocks = pace(clocks, signal, settings, now)
    const paced = { ...host, ...clocks }
    const ended = host.heldBy === null ? 0 : (this.#ended.get(host.hostId)?.get(host.heldBy) ?? 0)
    if (ended === 0) return paced
    const inflight = Math.max(0, host.inflight - ended)
    return inflight === 0 ? letGo(paced) : { ...paced, inflight }
  }
}
