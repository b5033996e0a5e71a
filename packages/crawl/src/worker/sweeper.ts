import type { SweepReport } from '../frontier/sweep.ts'
import type { WorkerClock } from './worker-clock.ts'
import type { Meters } from './monitor/meters.ts'
import type { WorkerFrontier } from './retrying-frontier.ts'

const SWEEP_EVERY_MS = 2000

export interface SweeperOptions {
  readonly frontier: Pick<WorkerFrontier, 'sweep'>
  readonly clock: WorkerClock
  readonly meters: Meters
  readonly onSwept: (report: SweepReport) => void
  readonly onFailure: (error: unknown) => void
}

/** Sweeps the frontier every two seconds in the background. Any worker does it for all of them. */
export class Sweeper {
  readonly #options: SweeperOptions
  #next = 0
  #sweep: Promise<void> | null = null

  constructor(options: SweeperOptions) {
    this.#options = options
  }

  /** Call this often: it sweeps when the interval has passed. */
  runIfDue(): void {
    const { frontier, clock, meters, onSwept, onFailure } = this.#options
    if (this.#sweep !== null || clock.now() < this.#next) return
    this.#next = clock.now() + SWEEP_EVERY_MS
    this.#sweep = frontier
      .sweep()
      .then((report) => {
        meters.add('frontier_lease_expired_total', {}, report.expired)
        onSwept(report)
      })
      .catch(onFailure)
      .finally(() => (this.#sweep = null))
  }

  stop(): void {
    this.#next = Number.POSITIVE_INFINITY
  }

  /** Resolves when the current sweep has ended. */
  async finish(): Promise<void> {
    await this.#sweep
  }
}
