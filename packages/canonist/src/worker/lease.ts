import { LEASE_MARGIN } from '../hosts/settings.ts'
import type { WorkerClock } from './worker-clock.ts'
import type { Claim, LeaseRef } from '../frontier/claim/claim.ts'
import { isTemporary, type WorkerFrontier } from './retrying-frontier.ts'

/** A moment by both clocks: the monotonic one stops while the machine sleeps, the wall clock may be set back. */
export interface Moment {
  readonly now: number
  readonly wall: number
}

export function readMoment({ now, wallNow = now }: WorkerClock): Moment {
  return { now: now(), wall: wallNow() }
}

/** Until when something that was asked for at `since` may be used. */
export function computeDeadline(since: Moment, leaseMs: number): Moment {
  const ms = leaseMs * (1 - LEASE_MARGIN)
  return { now: since.now + ms, wall: since.wall + ms }
}

/** By either clock: it is better to end too early than to send a request that is no longer allowed. */
export function isPast(until: Moment, at: Moment): boolean {
  return computeMsLeft(until, at) <= 0
}

export function computeMsLeft(until: Moment, at: Moment): number {
  return Math.min(until.now - at.now, until.wall - at.wall)
}

/** Why a visit was called off. */
export type AbortCause = 'lease_lost' | 'stopped'

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
  #abortCause: AbortCause | null = null

  constructor(claim: Claim, since: Moment) {
    this.claim = claim
    this.since = since
    this.#until = computeDeadline(since, claim.leaseMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get abortCause(): AbortCause | null {
    return this.#abortCause
  }

  /** A heartbeat that was sent at `since` was heard. */
  renew(since: Moment): void {
    this.#until = computeDeadline(since, this.claim.leaseMs)
  }

  get until(): Moment {
    return this.#until
  }

  /** Somebody else may have the URL by now, or a host on the way: nothing more may be asked. */
  isOver(at: Moment): boolean {
    return isPast(this.#until, at) || [...this.reserved.values()].some(({ until }) => isPast(until, at))
  }

  abort(why: AbortCause): void {
    this.#abortCause ??= why
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
const RENEWALS_PER_LEASE = 3
const CHECKS_PER_RENEWAL = 4

/**
 * Keeps the leases of a worker alive, and ends the visits whose lease is over.
 *
 * Must never renew a lease whose reserved hosts were lost: another process may be sending requests to them.
 */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions
  #timer: NodeJS.Timeout | null = null
  #checks = 0
  #isRenewing = false

  constructor(options: LeaseKeeperOptions) {
    this.#options = options
  }

  start(leaseMs: number): void {
    this.#timer ??= setInterval(() => this.#check(), Math.max(10, leaseMs / RENEWALS_PER_LEASE / CHECKS_PER_RENEWAL))
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  #check(): void {
    const { clock, visiting, onFailure } = this.#options
    for (const lease of visiting()) if (lease.isOver(readMoment(clock))) lease.abort('lease_lost')
    this.#checks += 1
    if (this.#checks % CHECKS_PER_RENEWAL !== 0 || this.#isRenewing) return
    this.#isRenewing = true
    this.#renewAll()
      .catch((error: unknown) => void (isTemporary(error) || onFailure(error)))
      .finally(() => (this.#isRenewing = false))
  }

  async #renewAll(): Promise<void> {
    const { frontier, clock, visiting, waiting } = this.#options
    const leases = [...visiting()]
    const refs = [...leases.map(({ claim }) => claim), ...waiting()]
    if (refs.length === 0) return
    const since = readMoment(clock)
    // First: a lease that is renewed says that all which belongs to it is.
    await this.#renewReservations(leases, since)
    const answers = await frontier.heartbeat(refs.map(({ id, token }) => ({ id, token })))
    for (const [index, lease] of leases.entries()) {
      if (answers[index]?.ok === true) lease.renew(since)
      else lease.abort('lease_lost')
    }
  }

  async #renewReservations(leases: readonly Lease[], since: Moment): Promise<void> {
    const held = leases.flatMap((lease) => [...lease.reserved].map(([host, hold]) => ({ lease, host, hold })))
    const answers = await this.#options.frontier.renewReservations(
      held.map(({ host, hold }) => ({ host, token: hold.token })),
    )
    for (const [index, { lease, host, hold }] of held.entries()) {
      if (answers[index] === true) hold.until = computeDeadline(since, lease.claim.leaseMs)
      // It may have been given back meanwhile.
      else if (lease.reserved.get(host) === hold) lease.abort('lease_lost')
    }
  }
}
