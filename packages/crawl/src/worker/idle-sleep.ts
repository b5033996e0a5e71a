import type { DueWork, ReadyEvents, ReadyWatch } from '../hosts/ready-watch.ts'
import type { WakeSignal, WorkerClock } from './worker-clock.ts'

export interface IdleSleepOptions {
  readonly watch: (events: ReadyEvents) => ReadyWatch
  readonly clock: WorkerClock
  /** Ends the sleep. */
  readonly signal: WakeSignal
  /** How many URLs the worker can visit at once. */
  readonly concurrency: number
  /** The worker looks at the queue after this long, whatever happens, unless another one does. */
  readonly lookEveryMs: number
}

/**
 * The time after which a sleeping worker checks what another one has left: after it got no permit, because the other may have been lost
 * with its permit, and while a host is held, because its release sends no notification.
 */
const RECHECK_MS = 1000
/** After it got no permit, a worker tries no sooner than this, however many URLs are added. */
const MIN_GAP_MS = 250
const MIN_SLEEP_MS = 10
/** A worker that did not look last sleeps this much longer, so that the one that did looks for all of them again. */
const OTHERS_SLEEP_LONGER = 1.5

/**
 * Decides when a worker that is woken by the database looks at the queue. One notification wakes all sleeping workers, so most of them
 * must go on sleeping: a look opens connections and takes a dozen transactions.
 *
 * A woken worker is *sleeping on* or *looking*. To look it needs one of the permits that all workers share. There is one; a worker that
 * finds more work than it has room for offers more. The others check every second whether work is still there, with one statement, and
 * each second there is one permit more: a worker that is lost or stuck with its permit delays a URL by a second, and a slow database gets
 * one more claim every second.
 *
 * Must never leave ready hosts to a single other worker for longer than a second.
 */
export class IdleSleep {
  readonly #options: IdleSleepOptions
  readonly #watch: ReadyWatch
  #isNotified = false
  /** How many workers, this one included, another one has found work for. */
  #wanted = 1
  /** Since when the worker has been refused a permit, so that it does not know whether work is left; null if it was not. */
  #refusedSince: number | null = null
  #refusedAt = Number.NEGATIVE_INFINITY
  #lookAt = Number.NEGATIVE_INFINITY
  #isLooking = false

  constructor(options: IdleSleepOptions) {
    this.#options = options
    this.#watch = options.watch({
      onReady: (workers) => this.#noteReady(workers),
      onLooked: () => this.#noteLooked(),
    })
  }

  get isArmed(): boolean {
    return this.#watch.isArmed
  }

  arm(): Promise<void> {
    return this.#watch.arm()
  }

  close(): Promise<void> {
    return this.#watch.close()
  }

  /** Called when a sleep has ended: how much longer to sleep, in milliseconds. 0: look now, then call `endLook`. */
  async extend(): Promise<number> {
    const isNotified = this.#isNotified
    this.#isNotified = false
    if (!this.isArmed) return 0
    if (this.#options.clock.now() >= this.#lookAt) return this.#lookForAll()
    // Without reading first: most of the workers that are woken together get no permit.
    if (isNotified && this.#countRechecks() === 0 && !(await this.#mayLook())) return this.#sleepUntilRecheck()
    const due = await this.#watch.readDue()
    if (due === null) return 0
    if (due.ready === 0) return this.#sleepUntilNext(due)
    if (!(await this.#mayLook())) return this.#sleepUntilRecheck()
    await this.#wakeEnough(due)
    return 0
  }

  /** Called after each look: another worker may look now. */
  async endLook(claimed: number): Promise<void> {
    const { clock, lookEveryMs } = this.#options
    this.#lookAt = clock.now() + lookEveryMs
    this.#refusedSince = null
    this.#wanted = 1
    const wasPermitted = this.#isLooking
    this.#isLooking = false
    if (wasPermitted) await this.#watch.returnPermit()
    if (claimed === 0) return
    // Workers that got no permit rely on this worker for all that came before the permit was returned.
    const due = wasPermitted ? await this.#watch.readDue() : null
    if (due !== null && due.ready > 0) await this.#watch.wakeOthers(this.#countWorkers(due))
    await this.#watch.disarm()
  }

  #noteReady(workers: number | null): void {
    const { clock, signal } = this.#options
    this.#isNotified = true
    this.#wanted = Math.max(this.#wanted, workers ?? 1)
    signal.wake(workers === null ? Math.max(0, this.#refusedAt + MIN_GAP_MS - clock.now()) : 0)
  }

  #noteLooked(): void {
    const { clock, lookEveryMs } = this.#options
    this.#lookAt = Math.max(this.#lookAt, clock.now() + OTHERS_SLEEP_LONGER * lookEveryMs)
  }

  async #lookForAll(): Promise<number> {
    if (!(await this.#mayLook())) return this.#sleepUntilRecheck()
    await this.#watch.announceLook()
    return 0
  }

  async #mayLook(): Promise<boolean> {
    if (this.#isLooking) return true
    this.#isLooking = await this.#watch.takePermit(this.#wanted + this.#countRechecks())
    if (this.#isLooking) return true
    this.#wanted = 1
    this.#refusedAt = this.#options.clock.now()
    this.#refusedSince ??= this.#refusedAt
    return false
  }

  /** How many seconds the worker has been without a permit. */
  #countRechecks(): number {
    if (this.#refusedSince === null) return 0
    return Math.floor((this.#options.clock.now() - this.#refusedSince) / RECHECK_MS)
  }

  #sleepUntilRecheck(): number {
    const { clock } = this.#options
    const since = this.#refusedSince ?? clock.now()
    return this.#sleepWhileArmed(since + (this.#countRechecks() + 1) * RECHECK_MS - clock.now())
  }

  async #sleepUntilNext({ isHeld, nextInMs }: DueWork): Promise<number> {
    this.#refusedSince = null
    this.#wanted = 1
    if (this.#isLooking) await this.#watch.returnPermit()
    this.#isLooking = false
    const sleepMs = Math.min(nextInMs ?? Number.POSITIVE_INFINITY, isHeld ? RECHECK_MS : Number.POSITIVE_INFINITY)
    return this.#sleepWhileArmed(Math.min(sleepMs, this.#lookAt - this.#options.clock.now()))
  }

  /** The connection may have been lost meanwhile: then nothing would end the sleep. */
  #sleepWhileArmed(ms: number): number {
    return this.isArmed ? Math.max(ms, MIN_SLEEP_MS) : 0
  }

  async #wakeEnough(due: DueWork): Promise<void> {
    const workers = this.#countWorkers(due)
    // Those that were woken together with this worker need not be woken again.
    if (workers > this.#wanted) await this.#watch.wakeOthers(workers)
  }

  #countWorkers({ ready }: DueWork): number {
    return Math.ceil(ready / this.#options.concurrency)
  }
}
