import type { LeaseRef } from '../frontier/outcome.ts'
import type { WorkerClock } from './clock.ts'
import { momentOf, usableUntil, type Moment } from './deadline.ts'
import type { Lease } from './lease.ts'
import { isPassing, type WorkerFrontier } from './patience.ts'

export interface LeaseKeeperOptions {
  readonly frontier: Pick<WorkerFrontier, 'heartbeat' | 'keepReserved'>
  readonly clock: WorkerClock
  readonly visiting: () => Iterable<Lease>
  /** Those whose results are yet to be written. */
  readonly waiting: () => readonly LeaseRef[]
  readonly onFailure: (error: unknown) => void
}

/** A beat may fail twice before a lease is over. */
const BEATS_IN_A_LEASE = 3
const CHECKS_IN_A_BEAT = 4

/** Keeps the leases of a worker alive, and ends the visits whose lease is over: their hosts may be others' by now. */
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
    for (const lease of visiting()) if (lease.isOver(momentOf(clock))) lease.end('lease_lost')
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
    const since = momentOf(clock)
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
    const answers = await this.#options.frontier.keepReserved(
      held.map(({ host, hold }) => ({ host, token: hold.token })),
    )
    for (const [index, { lease, host, hold }] of held.entries()) {
      if (answers[index] === true) hold.until = usableUntil(since, lease.claim.leaseMs)
      // It may have been given back meanwhile.
      else if (lease.reserved.get(host) === hold) lease.end('lease_lost')
    }
  }
}
