import { LEASE_MARGIN } from '../hosts/settings.ts'
import type { WorkerClock } from './worker-clock.ts'
import type { Claim, LeaseRef } from '../frontier/claim/claim.ts'
import { isTemporary, type WorkerFrontier } from './retrying-frontier.ts'

/** A moment by both clocks: the monotonic clock stops while the machine sleeps, and the wall clock may be set back. */
export interface Moment {
  readonly now: number
  readonly wall: number
}

export function readMoment({ now, wallNow = now }: WorkerClock): Moment {
  return { now: now(), wall: wallNow() }
}

/** Until when a lease or a host that was requested at `since` may be used. */
export function computeDeadline(since: Moment, leaseMs: number): Moment {
  const ms = leaseMs * (1 - LEASE_MARGIN)
  return { now: since.now + ms, wall: since.wall + ms }
}

/** By either clock: ending too early is better than sending a request after the lease has expired. */
export function isPast(until: Moment, at: Moment): boolean {
  return computeMsLeft(until, at) <= 0
}

export function computeMsLeft(until: Moment, at: Moment): number {
  return Math.min(until.now - at.now, until.wall - at.wall)
}

/** Why a visit was aborted. */
export type AbortCause = 'lease_lost' | 'stopped'

/** A reserved host that a redirect led to, and how long it is held. */
export interface ReservedHold {
  readonly token: number
  until: Moment
}

/**
 * A claim while a worker has it.
 *
 * It is *held* until its deadline, which every heartbeat extends; *over* when the deadline has passed by either clock, or when a
 * reserved host was lost; or *aborted*.
 *
 * Must never become held again once it is over: another worker may have the URL.
 */
export class Lease {
  readonly claim: Claim
  /** When it was requested, by the clock of the worker. */
  readonly since: Moment
  /** Hosts that its visit has reserved for redirects, which are renewed together with the lease. */
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

  /** Called when a heartbeat that was sent at `since` has succeeded. */
  renew(since: Moment): void {
    this.#until = computeDeadline(since, this.claim.leaseMs)
  }

  get until(): Moment {
    return this.#until
  }

  /** Whether another worker may have the URL, or one of the reserved hosts: then no more requests may be sent. */
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
  /** Leases whose results are not written yet. */
  readonly waiting: () => readonly LeaseRef[]
  readonly onFailure: (error: unknown) => void
}

/** Three, so that a heartbeat may fail twice before the lease is over. */
const RENEWALS_PER_LEASE = 3
const CHECKS_PER_RENEWAL = 4

/**
 * Renews the leases of a worker, and aborts the visits whose lease is over.
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
    // Reserved hosts first: a renewed lease implies that its hosts are renewed as well.
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
      // Ignore a host that was released in the meantime.
      else if (lease.reserved.get(host) === hold) lease.abort('lease_lost')
    }
  }
}
