import type { Reason } from '../frontier/reasons.ts'
import type { HostVisit } from '../frontier/host-visit.ts'
import { sleepUntil, type WorkerClock } from './clock.ts'
import type { HeldHost, HostDesk } from './host-desk.ts'
import { isPast, momentOf, msLeft, usableUntil } from './deadline.ts'
import type { Lease, ReservedHold } from './lease.ts'
import type { WorkerFrontier } from './patience.ts'

/** How a visit came by a host: by its claim, by a reservation, or from another visit of this worker for one request. */
type Hold =
  | { readonly kind: 'claimed' | 'borrowed'; readonly host: HeldHost }
  | { readonly kind: 'reserved'; readonly host: HeldHost; readonly token: number }

type Trouble = Pick<HostVisit, 'reason' | 'retryAfterMs'>

/** Whether a visit may request a host: `busy` while others use it, `resting` while nobody may. */
export type Turn = 'free' | Unavailable
type Unavailable = 'busy' | 'resting'

export interface TurnsKit {
  readonly frontier: Pick<WorkerFrontier, 'reserve' | 'leave'>
  readonly desk: HostDesk
  /** A longer pause is not waited for. */
  readonly longestPauseMs: number
  readonly clock: WorkerClock
}

/** How long a host on the way that others have at this moment is waited for. */
const PATIENCE_MS = 3000
const LOOK_AGAIN_MS = 100
/** For what is told of a host that nobody holds by this word. */
const NO_TOKEN = 0

/** The hosts that one visit may ask: that of its claim, and those to which it was redirected, each for its turn. */
export class HostTurns {
  readonly #kit: TurnsKit
  readonly #signal: AbortSignal
  readonly #leaseMs: number
  /** What is kept alive together with the lease. */
  readonly #reserved: Map<string, ReservedHold>
  readonly #holds = new Map<string, Hold>()
  readonly #troubles = new Map<string, Trouble>()
  /** How long hosts were waited for, in all. */
  waitedMs = 0

  constructor(lease: Lease, kit: TurnsKit) {
    const { host, delayMs, leaseMs } = lease.claim
    this.#kit = kit
    this.#signal = lease.signal
    this.#leaseMs = leaseMs
    this.#reserved = lease.reserved
    const own = { delayMs, askedAt: null, until: () => lease.until }
    this.#holds.set(host, { kind: 'claimed', host: own })
    // Who is on the way already goes first.
    kit.desk.offer(host, own)
  }

  /** Waits until the host may be requested; not `free` where that takes too long, or the visit has lost the host by then. */
  async take(name: string): Promise<Turn> {
    const { clock, longestPauseMs } = this.#kit
    const start = clock.now()
    const held = await this.#get(name)
    const isTaken = typeof held === 'object' && this.#pauseOf(held) <= longestPauseMs
    if (isTaken) await sleepUntil(freeAt(held), clock, this.#signal)
    this.waitedMs += clock.now() - start
    if (typeof held === 'string') return held
    return isTaken && !isPast(held.until(), momentOf(clock)) ? 'free' : 'busy'
  }

  /** How long a host that is held must still be left alone. */
  pauseOf(name: string): number {
    const hold = this.#holds.get(name)
    return hold === undefined ? 0 : this.#pauseOf(hold.host)
  }

  /** Notes that a request to the host has just ended. @param reason why it gave no response; null where it gave one */
  asked(name: string, reason: Reason | null): void {
    const hold = this.#holds.get(name)
    if (hold === undefined) return
    if (reason === null) this.#troubles.delete(name)
    else this.blame(name, reason, null)
    hold.host.askedAt = this.#kit.clock.now()
    if (hold.kind === 'borrowed') this.#giveBack(name, hold)
  }

  /** Whether who keeps the lease keeps this host, too; what was borrowed is kept by who lent it. */
  isKept(name: string): boolean {
    const kind = this.#holds.get(name)?.kind
    return kind === 'claimed' || kind === 'reserved'
  }

  /** How long a host that is held may still be used. */
  leftOf(name: string): number {
    const host = this.#holds.get(name)?.host
    return host === undefined ? 0 : msLeft(host.until(), momentOf(this.#kit.clock))
  }

  slowDown(name: string, delayMs: number): void {
    const host = this.#holds.get(name)?.host
    if (host !== undefined) host.delayMs = Math.max(host.delayMs, delayMs)
  }

  /** What is to be said of a host on the way; for its own, a visit's result speaks. */
  blame(name: string, reason: Reason, retryAfterMs: number | null): void {
    if (this.#holds.get(name)?.kind !== 'claimed') this.#troubles.set(name, { reason, retryAfterMs })
  }

  /** Until nobody else uses what this visit holds. */
  async settle(): Promise<void> {
    for (const [name, { kind, host }] of this.#holds) if (kind !== 'borrowed') await this.#kit.desk.withdraw(name, host)
  }

  /** Undefined where it was never asked. */
  sinceRequest(name: string): number | undefined {
    const askedAt = this.#holds.get(name)?.host.askedAt ?? null
    return askedAt === null ? undefined : this.#kit.clock.now() - askedAt
  }

  /** Gives back what was reserved or borrowed. */
  async leave(): Promise<void> {
    for (const [name, hold] of this.#holds) if (hold.kind === 'borrowed') this.#giveBack(name, hold)
    await this.settle()
    const visits = [...new Set([...this.#holds.keys(), ...this.#troubles.keys()])].flatMap((host) => this.#report(host))
    this.#reserved.clear()
    if (visits.length > 0) await this.#kit.frontier.leave(visits)
  }

  #report(host: string): HostVisit[] {
    const [hold, trouble] = [this.#holds.get(host), this.#troubles.get(host)]
    if (hold?.kind === 'claimed') return []
    const token = hold?.kind === 'reserved' ? hold.token : NO_TOKEN
    return [{ host, token, sinceRequestMs: this.sinceRequest(host), ...trouble }]
  }

  #pauseOf(host: HeldHost): number {
    return Math.max(0, freeAt(host) - this.#kit.clock.now())
  }

  #giveBack(name: string, { host }: Hold): void {
    this.#holds.delete(name)
    this.#kit.desk.giveBack(host)
  }

  async #get(name: string): Promise<HeldHost | Unavailable> {
    const hold = this.#holds.get(name)
    if (hold === undefined) return this.#wait(name)
    if (hold.kind !== 'borrowed') await this.#kit.desk.withdraw(name, hold.host)
    return hold.host
  }

  /** What this visit holds itself may be used by others while it waits. */
  async #wait(name: string): Promise<HeldHost | Unavailable> {
    const { clock, desk, frontier } = this.#kit
    const patientUntil = clock.now() + PATIENCE_MS
    for (const [own, { host }] of this.#holds) desk.offer(own, host)
    for (;;) {
      const until = usableUntil(momentOf(clock), this.#leaseMs)
      const reservation = await frontier.reserve(name)
      if (reservation.ok) {
        const { delayMs, token } = reservation
        const reserved = { token, until }
        const host = { delayMs, askedAt: null, until: () => reserved.until }
        this.#holds.set(name, { kind: 'reserved', host, token })
        this.#reserved.set(name, reserved)
        return host
      }
      if (reservation.isResting && clock.now() + reservation.inMs > patientUntil) return 'resting'
      // Who holds it may be done long before they must be.
      const host = await desk.borrow(name, Math.min(reservation.inMs, LOOK_AGAIN_MS), this.#signal)
      if (host !== null) this.#holds.set(name, { kind: 'borrowed', host })
      if (host !== null) return host
      if (clock.now() > patientUntil) return reservation.isResting ? 'resting' : 'busy'
    }
  }
}

function freeAt({ askedAt, delayMs }: HeldHost): number {
  return askedAt === null ? Number.NEGATIVE_INFINITY : askedAt + delayMs
}
