import type { Transaction } from '../../store/database.ts'
import { hostChanges, letGo, lockHosts, type HostRow } from '../hosts/host-rows.ts'
import { madeWell, pace, type HostPace, type HostSignal } from '../hosts/pace.ts'
import type { Settings } from '../settings.ts'
import { runTogether, type Change } from '../sql/run-together.ts'

/** What is told to hosts in a transaction: how requests went, which leases ended, and who has new URLs. */
export class HostNews {
  readonly #signals = new Map<number, HostSignal[]>()
  readonly #ended = new Map<number, Map<number, number>>()
  readonly #cured = new Set<number>()

  hear(hostId: number, signal: HostSignal): void {
    this.#signals.set(hostId, [...(this.#signals.get(hostId) ?? []), signal])
  }

  end(hostId: number, token: number): void {
    const ended = this.#ended.get(hostId) ?? new Map<number, number>()
    ended.set(token, (ended.get(token) ?? 0) + 1)
    this.#ended.set(hostId, ended)
    this.look(hostId)
  }

  /** Has it looked at again, because something of it may be due. */
  look(hostId: number): void {
    if (!this.#signals.has(hostId)) this.#signals.set(hostId, [])
  }

  /** Makes it well again, should it be down or failing. */
  cure(hostId: number): void {
    this.#cured.add(hostId)
    this.look(hostId)
  }

  /** When the URLs are written: what is due next is read from them. `more` is written along. */
  async write(transaction: Transaction, settings: Settings, now: number, more: readonly Change[] = []): Promise<void> {
    const hosts = await lockHosts(transaction, this.#signals.keys())
    const told = hosts.map((host) => this.#tell(host, settings, now))
    await runTogether(transaction, [...hostChanges(transaction.dialect, told, now), ...more])
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
