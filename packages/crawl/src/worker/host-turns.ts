import { sleepUntil, type WorkerClock } from './worker-clock.ts'
import {
  isPast,
  type Lease,
  type Moment,
  readMoment,
  computeMsLeft,
  type ReservedHold,
  computeDeadline,
} from './lease.ts'
import type { FrontierReason } from '../frontier/reasons.ts'
import type { HostVisit } from '../frontier/host-visit.ts'
import type { WorkerFrontier } from './retrying-frontier.ts'

/** A host that a visit of this worker holds, and when it got its last request. */
export interface HeldHost {
  delayMs: number
  requestedAt: number | null
  /** Until when it is held; after that another worker may have it. */
  readonly until: () => Moment
}

/** The abort reason of a wait that has ended; never reported. */
const WAIT_OVER = new Error('over')

type Borrower = (host: HeldHost) => void

/**
 * Lets the visits of one worker borrow hosts from each other while they are not in use. Without it, a page that redirects to a busy
 * host would hardly ever get there, because the next claim for that host comes first.
 *
 * A held host is *in use* by its visit, *offered*, or *on loan* to another visit for one request.
 *
 * Must never let two visits use one host at once: `withdraw` waits until a loan is returned.
 */
export class HostPool {
  readonly #clock: WorkerClock
  readonly #offers = new Map<string, HeldHost>()
  readonly #borrowers = new Map<string, Set<Borrower>>()
  readonly #loans = new Map<HeldHost, PromiseWithResolvers<void>>()

  constructor(clock: WorkerClock) {
    this.#clock = clock
  }

  /** Other visits may borrow the host until it is withdrawn. */
  offer(name: string, host: HeldHost): void {
    if (this.#loans.has(host)) return
    this.#offers.set(name, host)
    this.#lend(name)
  }

  /** Resolves when no other visit uses the host. */
  async withdraw(name: string, host: HeldHost): Promise<void> {
    if (this.#offers.get(name) === host) this.#offers.delete(name)
    await this.#loans.get(host)?.promise
  }

  /** Null if the host was not offered in time. A borrowed host must be returned after one request. */
  async borrow(name: string, ms: number, signal: AbortSignal): Promise<HeldHost | null> {
    const { promise, resolve } = Promise.withResolvers<HeldHost>()
    const borrowers = this.#borrowers.get(name) ?? new Set()
    this.#borrowers.set(name, borrowers.add(resolve))
    this.#lend(name)
    const timer = new AbortController()
    try {
      const sleep = this.#clock.sleep(ms, AbortSignal.any([signal, timer.signal]))
      // Leave the queue in the same tick: a host lent to a visit that has stopped waiting would never be returned.
      const waited = sleep.finally(() => borrowers.delete(resolve)).then(() => null)
      return await Promise.race([promise, waited])
    } finally {
      if (borrowers.size === 0) this.#borrowers.delete(name)
      timer.abort(WAIT_OVER)
    }
  }

  returnLoan(host: HeldHost): void {
    this.#loans.get(host)?.resolve()
    this.#loans.delete(host)
  }

  /** Lends the host to the visit that has waited longest. */
  #lend(name: string): void {
    const host = this.#offers.get(name)
    const [borrower] = this.#borrowers.get(name) ?? []
    if (host === undefined || borrower === undefined) return
    this.#offers.delete(name)
    this.#borrowers.get(name)?.delete(borrower)
    this.#loans.set(host, Promise.withResolvers())
    borrower(host)
  }
}

/** How a visit got a host: with its claim, by a reservation, or on loan from another visit for one request. */
type Hold =
  | { readonly kind: 'claimed' | 'borrowed'; readonly host: HeldHost }
  | { readonly kind: 'reserved'; readonly host: HeldHost; readonly token: number }

type HostTrouble = Pick<HostVisit, 'reason' | 'retryAfterMs'>

/** Whether a visit may send a request to a host: not while it is `busy` (others use it) or `resting` (no process may). */
export type Turn = 'free' | Unavailable
type Unavailable = 'busy' | 'resting'

export interface HostTurnsDeps {
  readonly frontier: Pick<WorkerFrontier, 'reserve' | 'releaseHosts'>
  readonly pool: HostPool
  /** A visit does not wait for a longer pause. */
  readonly maxPauseMs: number
  readonly clock: WorkerClock
}

/** How long a visit waits for a host that others hold. */
const MAX_WAIT_MS = 3000
const RETRY_MS = 100
/** Used when a visit reports on a host that it holds no reservation for. */
const NO_TOKEN = 0

/**
 * Hands one visit its turns at hosts: the host that it claimed, and every host that it is redirected to.
 *
 * A host is in one of three states for a visit: *claimed* (it comes with the lease), *reserved* (taken in the database for the
 * requests of this visit), or *borrowed* (held by another visit of this worker, for one request). All of them end with the visit.
 *
 * Must never let a request start before the host's delay has passed, or after the hold has expired.
 */
export class HostTurns {
  readonly #deps: HostTurnsDeps
  readonly #signal: AbortSignal
  readonly #leaseMs: number
  /** Renewed together with the lease. */
  readonly #reserved: Map<string, ReservedHold>
  readonly #holds = new Map<string, Hold>()
  readonly #troubles = new Map<string, HostTrouble>()
  /** Hosts that responded to a request of their own, not only with the robots.txt of another host. */
  readonly #answered = new Set<string>()
  /** Total time spent waiting for hosts. */
  waitedMs = 0

  constructor(lease: Lease, deps: HostTurnsDeps) {
    const { host, delayMs, leaseMs } = lease.claim
    this.#deps = deps
    this.#signal = lease.signal
    this.#leaseMs = leaseMs
    this.#reserved = lease.reserved
    const own = { delayMs, requestedAt: null, until: () => lease.until }
    this.#holds.set(host, { kind: 'claimed', host: own })
    // Offer the host before the first request, so that visits already waiting for it go first.
    deps.pool.offer(host, own)
  }

  /** Waits until a request may be sent to the host. Not `free` if that takes too long, or if the visit has lost the host by then. */
  async take(name: string): Promise<Turn> {
    const { clock, maxPauseMs } = this.#deps
    const start = clock.now()
    const held = await this.#acquire(name)
    const isTaken = typeof held === 'object' && this.#computePause(held) <= maxPauseMs
    if (isTaken) await sleepUntil(computeFreeTime(held), clock, this.#signal)
    this.waitedMs += clock.now() - start
    if (typeof held === 'string') return held
    return isTaken && !isPast(held.until(), readMoment(clock)) ? 'free' : 'busy'
  }

  /** How long to wait before the next request to a held host. */
  computePause(name: string): number {
    const hold = this.#holds.get(name)
    return hold === undefined ? 0 : this.#computePause(hold.host)
  }

  /**
   * Notes that a request to the host has just ended.
   *
   * @param reason why the host did not respond; null if it did
   * @param forHost the host whose page or robots.txt was requested; another one if its robots.txt redirects here
   */
  noteRequest(name: string, reason: FrontierReason | null, forHost: string): void {
    const hold = this.#holds.get(name)
    if (hold === undefined) return
    if (reason === null) this.#troubles.delete(name)
    else this.noteTrouble(name, reason, null)
    if (reason === null && forHost === name) this.#answered.add(name)
    hold.host.requestedAt = this.#deps.clock.now()
    if (hold.kind === 'borrowed') this.#returnLoan(name, hold)
  }

  /** Whether the host is renewed together with this lease. A borrowed host is renewed by the visit that lent it. */
  isRenewed(name: string): boolean {
    const kind = this.#holds.get(name)?.kind
    return kind === 'claimed' || kind === 'reserved'
  }

  /** How long a held host may still be used. */
  computeMsLeft(name: string): number {
    const host = this.#holds.get(name)?.host
    return host === undefined ? 0 : computeMsLeft(host.until(), readMoment(this.#deps.clock))
  }

  slowDown(name: string, delayMs: number): void {
    const host = this.#holds.get(name)?.host
    if (host !== undefined) host.delayMs = Math.max(host.delayMs, delayMs)
  }

  /** Notes what to report about a host that a redirect led to. The claimed host is judged by the result of the visit. */
  noteTrouble(name: string, reason: FrontierReason, retryAfterMs: number | null): void {
    if (this.#holds.get(name)?.kind !== 'claimed') this.#troubles.set(name, { reason, retryAfterMs })
  }

  /** Resolves when no other visit uses the hosts of this one. */
  async reclaim(): Promise<void> {
    for (const [name, { kind, host }] of this.#holds)
      if (kind !== 'borrowed') await this.#deps.pool.withdraw(name, host)
  }

  /** Undefined if no request was sent to it. */
  computeSinceRequest(name: string): number | undefined {
    const requestedAt = this.#holds.get(name)?.host.requestedAt ?? null
    return requestedAt === null ? undefined : this.#deps.clock.now() - requestedAt
  }

  /** Releases reserved hosts and returns borrowed ones. */
  async release(): Promise<void> {
    for (const [name, hold] of this.#holds) if (hold.kind === 'borrowed') this.#returnLoan(name, hold)
    await this.reclaim()
    const visits = [...new Set([...this.#holds.keys(), ...this.#troubles.keys()])].flatMap((host) =>
      this.#createReport(host),
    )
    this.#reserved.clear()
    if (visits.length > 0) await this.#deps.frontier.releaseHosts(visits)
  }

  #createReport(host: string): HostVisit[] {
    const [hold, trouble] = [this.#holds.get(host), this.#troubles.get(host)]
    if (hold?.kind === 'claimed') return []
    const token = hold?.kind === 'reserved' ? hold.token : NO_TOKEN
    const hasAnswered = this.#answered.has(host)
    return [{ host, token, sinceRequestMs: this.computeSinceRequest(host), hasAnswered, ...trouble }]
  }

  #computePause(host: HeldHost): number {
    return Math.max(0, computeFreeTime(host) - this.#deps.clock.now())
  }

  #returnLoan(name: string, { host }: Hold): void {
    this.#holds.delete(name)
    this.#deps.pool.returnLoan(host)
  }

  async #acquire(name: string): Promise<HeldHost | Unavailable> {
    const hold = this.#holds.get(name)
    if (hold === undefined) return this.#reserve(name)
    if (hold.kind !== 'borrowed') await this.#deps.pool.withdraw(name, hold.host)
    return hold.host
  }

  /** Reserves or borrows a host. Meanwhile other visits may borrow the hosts that this visit holds. */
  async #reserve(name: string): Promise<HeldHost | Unavailable> {
    const { clock, pool, frontier } = this.#deps
    const retryUntil = clock.now() + MAX_WAIT_MS
    for (const [own, { host }] of this.#holds) pool.offer(own, host)
    for (;;) {
      const until = computeDeadline(readMoment(clock), this.#leaseMs)
      const reservation = await frontier.reserve(name)
      if (reservation.ok) {
        const { delayMs, token } = reservation
        const reserved = { token, until }
        const host = { delayMs, requestedAt: null, until: () => reserved.until }
        this.#holds.set(name, { kind: 'reserved', host, token })
        this.#reserved.set(name, reserved)
        return host
      }
      if (reservation.isResting && clock.now() + reservation.inMs > retryUntil) return 'resting'
      // Try to borrow: the holder may be done long before its hold expires.
      const host = await pool.borrow(name, Math.min(reservation.inMs, RETRY_MS), this.#signal)
      if (host !== null) this.#holds.set(name, { kind: 'borrowed', host })
      if (host !== null) return host
      if (clock.now() > retryUntil) return reservation.isResting ? 'resting' : 'busy'
    }
  }
}

function computeFreeTime({ requestedAt, delayMs }: HeldHost): number {
  return requestedAt === null ? Number.NEGATIVE_INFINITY : requestedAt + delayMs
}
