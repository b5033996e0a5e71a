import type { WorkerClock } from './clock.ts'
import type { Moment } from './deadline.ts'

/** A host that a visit of this worker holds, with when it was last asked. */
export interface HeldHost {
  delayMs: number
  askedAt: number | null
  /** How long it is held; after that another worker may have it. */
  readonly until: () => Moment
}

/** Why a sleep was cut short: nobody hears of it. */
const OVER = new Error('over')

type Borrower = (host: HeldHost) => void

/**
 * Where visits of one worker lend each other the hosts that they hold and do not use at the moment. Without it, a page that
 * leads to a busy host would hardly ever get there: whoever claims the next page of that host is faster.
 */
export class HostDesk {
  readonly #clock: WorkerClock
  readonly #offers = new Map<string, HeldHost>()
  readonly #borrowers = new Map<string, Set<Borrower>>()
  readonly #loans = new Map<HeldHost, PromiseWithResolvers<void>>()

  constructor(clock: WorkerClock) {
    this.#clock = clock
  }

  /** Until it is withdrawn, somebody else may borrow it. */
  offer(name: string, host: HeldHost): void {
    if (this.#loans.has(host)) return
    this.#offers.set(name, host)
    this.#hand(name)
  }

  /** When this is done, nobody else uses the host. */
  async withdraw(name: string, host: HeldHost): Promise<void> {
    if (this.#offers.get(name) === host) this.#offers.delete(name)
    await this.#loans.get(host)?.promise
  }

  /** Null where nobody has offered it in time. What was borrowed must be given back soon. */
  async borrow(name: string, ms: number, signal: AbortSignal): Promise<HeldHost | null> {
    const { promise, resolve } = Promise.withResolvers<HeldHost>()
    const borrowers = this.#borrowers.get(name) ?? new Set()
    this.#borrowers.set(name, borrowers.add(resolve))
    this.#hand(name)
    const timer = new AbortController()
    try {
      const sleep = this.#clock.sleep(ms, AbortSignal.any([signal, timer.signal]))
      // At this very moment: what is handed to one who has left would never come back.
      const waited = sleep.finally(() => borrowers.delete(resolve)).then(() => null)
      return await Promise.race([promise, waited])
    } finally {
      if (borrowers.size === 0) this.#borrowers.delete(name)
      timer.abort(OVER)
    }
  }

  giveBack(host: HeldHost): void {
    this.#loans.get(host)?.resolve()
    this.#loans.delete(host)
  }

  /** To the first who waits for it. */
  #hand(name: string): void {
    const host = this.#offers.get(name)
    const [borrower] = this.#borrowers.get(name) ?? []
    if (host === undefined || borrower === undefined) return
    this.#offers.delete(name)
    this.#borrowers.get(name)?.delete(borrower)
    this.#loans.set(host, Promise.withResolvers())
    borrower(host)
  }
}
