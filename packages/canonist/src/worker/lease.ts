import { LEASE_MARGIN } from '../hosts/settings.ts'
import type { WorkerClock } from './clock.ts'
import type { Claim, LeaseRef } from '../frontier/claim/claim.ts'
import { isPassing, type WorkerFrontier } from './patience.ts'

/** A moment by both clocks: the monotonic one stops while the machine sleeps, the wall clock may be set back. */
export interface Moment {
  readonly now: number
  readonly wall: number
}

export function readMoment({ now, wallNow = now }: WorkerClock): Moment {
  return { now: now(), wall: wallNow() }
}

/** Until when something that was asked for at `since` may be used. */
export function usableUntil(since: Moment, leaseMs: number): Moment {
  const ms = leaseMs * (1 - LEASE_MARGIN)
  return { now: since.now + ms, wall: since.wall + ms }
}

/** By either clock: it is better to end too early than to send a request that is no longer allowed. */
export function isPast(until: Moment, at: Moment): boolean {
  return msLeft(until, at) <= 0
}

export function msLeft(until: Moment, at: Moment): number {
  return Math.min(until.now - at.now, until.wall - at.wall)
}

/** Why a visit was called off. */
export type CallOff = 'lease_lost' | 'stopped'

/** A host on the way, until when it is held. */
export interface ReservedHold {
  readonly token: number
  until: Moment
}

/**
 * A claim while a worker has it.
 *
 * It is *held* until its deadline, which every heartbeat moves; *over* when that has passed by either clock, or a host on the way was
 * lost; or *called off*. It never becomes held again.
 */
export class Lease {
  readonly claim: Claim
  /** When it was asked for, by the worker's clock. */
  readonly since: Moment
  /** Hosts on the way that its visit has reserved, as long as they are to be kept. */
  readonly reserved = new Map<string, ReservedHold>()
  readonly #controller = new AbortController()
  #until: Moment
  #callOff: CallOff | null = null

  constructor(claim: Claim, since: Moment) {
    this.claim = claim
    this.since = since
    this.#until = usableUntil(since, claim.leaseMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get callOff(): CallOff | null {
    return this.#callOff
  }

  /** A heartbeat that was sent at `since` was heard. */
  renew(since: Moment): void {
    this.#until = usableUntil(since, this.claim.leaseMs)
  }

  get until(): Moment {
    return this.#until
  }

  /** Somebody else may have the URL by now, or a host on the way: nothing more may be asked. */
  isOver(at: Moment): boolean {
    return isPast(this.#until, at) || [...this.reserved.values()].some(({ until }) => isPast(until, at))
  }

  end(why: CallOff): void {
    this.#callOff ??= why
    this.#controller.abort(new Error(why))
  }
}

export interface LeaseKeeperOptions {
  readonly frontier: Pick<WorkerFrontier, 'heartbeat' | 'renewReservations'>
  readonly clock: WorkerClock
  readonly visiting: () => Iterable<Lease>
  /** Those whose results are yet to be written. */
  readonly waiting: () => readonly LeaseRef[]
  readonly onFailure: (error: unknown) => void
}

/** A beat may fail twice before a lease is over. */
const BEATS_IN_A_LEASE = 3
const CHECKS_IN_A_BEAT = 4

/**
 * Keeps the leases of a worker alive, and ends the visits whose lease is over.
 *
 * Must never renew a lease whose reserved hosts were lost: another process may be sending requests to them.
 */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions
  #timer: NodeJS.Timeout | null = null
  #checks = 0
  #isBeating = false

  constructor(options: LeaseKeeperOptions) {
    this.#options = options
  }

  start(leaseMs: number): void {
    this.#timer ??= setInterval(() => this.#check(), Math.max(10, leaseMs / BEATS_IN_A_LEASE / CHECKS_IN_A_BEAT))
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  #check(): void {
    const { clock, visiting, onFailure } = this.#options
    for (const lease of visiting()) if (lease.isOver(readMoment(clock))) lease.end('lease_lost')
    this.#checks += 1
    if (this.#checks % CHECKS_IN_A_BEAT !== 0 || this.#isBeating) return
    this.#isBeating = true
    this.#beat()
      .catch((error: unknown) => void (isPassing(error) || onFailure(error)))
      .finally(() => (this.#isBeating = false))
  }

  async #beat(): Promise<void> {
    const { frontier, clock, visiting, waiting } = this.#options
    const leases = [...visiting()]
    const refs = [...leases.map(({ claim }) => claim), ...waiting()]
    if (refs.length === 0) return
    const since = readMoment(clock)
    // First: a lease that is renewed says that all which belongs to it is.
    await this.#keepReserved(leases, since)
    const answers = await frontier.heartbeat(refs.map(({ id, token }) => ({ id, token })))
    for (const [index, lease] of leases.entries()) {
      if (answers[index]?.ok === true) lease.renew(since)
      else lease.end('lease_lost')
    }
  }

  async #keepReserved(leases: readonly Lease[], since: Moment): Promise<void> {
    const held = leases.flatMap((lease) => [...lease.reserved].map(([host, hold]) => ({ lease, host, hold })))
    const answers = await this.#options.frontier.renewReservations(
      held.map(({ host, hold }) => ({ host, token: hold.token })),
    )
    for (const [index, { lease, host, hold }] of held.entries()) {
      if (answers[index] === true) hold.until = usableUntil(since, lease.claim.leaseMs)
      // It may have been given back meanwhile.
      else if (lease.reserved.get(host) === hold) lease.end('lease_lost')
    }
  }
}
