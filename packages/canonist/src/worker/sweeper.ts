import type { WorkerClock } from './clock.ts'
import type { Meters } from './monitor/meters.ts'
import type { WorkerFrontier } from './patience.ts'

const SWEEP_EVERY_MS = 2000

/** Sweeps the frontier now and then, beside the other work; any worker does it for all. */
export class Sweeper {
  readonly #frontier: Pick<WorkerFrontier, 'sweep'>
  readonly #clock: WorkerClock
  readonly #meters: Meters
  readonly #onFailure: (error: unknown) => void
  #next = 0
  #sweep: Promise<void> | null = null

  constructor(
    frontier: Pick<WorkerFrontier, 'sweep'>,
    clock: WorkerClock,
    meters: Meters,
    onFailure: (error: unknown) => void,
  ) {
    this.#frontier = frontier
    this.#clock = clock
    this.#meters = meters
    this.#onFailure = onFailure
  }

  /** To be called often: sweeps when it is time to. */
  nudge(): void {
    if (this.#sweep !== null || this.#clock.now() < this.#next) return
    this.#next = this.#clock.now() + SWEEP_EVERY_MS
    this.#sweep = this.#frontier
      .sweep()
      .then(({ expired }) => this.#meters.add('frontier_lease_expired_total', {}, expired))
      .catch(this.#onFailure)
      .finally(() => (this.#sweep = null))
  }

  stop(): void {
    this.#next = Number.POSITIVE_INFINITY
  }

  /** Until the last one is over. */
  async rest(): Promise<void> {
    await this.#sweep
  }
}
