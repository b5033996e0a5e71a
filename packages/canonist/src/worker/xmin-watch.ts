import type { WorkerClock } from './worker-clock.ts'
import { isTemporary, type WorkerFrontier } from './retrying-frontier.ts'

export interface XminWatchOptions {
  readonly frontier: Pick<WorkerFrontier, 'readServerGauges'>
  readonly clock: WorkerClock
  /** Older transactions are told of. */
  readonly limitMs: number
  /** Hears what is wrong when it begins, and null when it is over. */
  readonly onAlarm: (message: string | null) => void
  readonly onFailure: (error: unknown) => void
}

const CHECKS_PER_LIMIT = 4
const MAX_INTERVAL_MS = 10_000

/**
 * Watches for transactions that stay open: as long as one does, PostgreSQL can clear away nothing that has changed since,
 * and a queue changes all of its rows all the time. It grows slower and slower, and nobody sees why.
 */
export class XminWatch {
  readonly #options: XminWatchOptions
  #next = 0
  #running: Promise<void> | null = null
  #isAlarmed = false

  constructor(options: XminWatchOptions) {
    this.#options = options
  }

  /** To be called often: looks when it is time to. */
  runIfDue(): void {
    const { clock, limitMs, onFailure } = this.#options
    if (this.#running !== null || clock.now() < this.#next) return
    this.#next = clock.now() + Math.min(limitMs / CHECKS_PER_LIMIT, MAX_INTERVAL_MS)
    this.#running = this.#check()
      // That the database is away is told by those who need it.
      .catch((error: unknown) => void (isTemporary(error) || onFailure(error)))
      .finally(() => (this.#running = null))
  }

  /** Until the last look is over. */
  async finish(): Promise<void> {
    this.#next = Number.POSITIVE_INFINITY
    await this.#running
  }

  async #check(): Promise<void> {
    const { frontier, limitMs, onAlarm } = this.#options
    const gauges = await frontier.readServerGauges()
    // A file keeps no old rows, and will not begin to.
    if (gauges === null) this.#next = Number.POSITIVE_INFINITY
    const age = gauges?.oldestXminAgeMs ?? 0
    const isTooOld = age >= limitMs
    if (isTooOld && !this.#isAlarmed) onAlarm(formatAlarm(age))
    if (!isTooOld && this.#isAlarmed) onAlarm(null)
    this.#isAlarmed = isTooOld
  }
}

const formatAlarm = (ms: number): string =>
  `a transaction has been open for ${Math.floor(ms / 1000)} s and keeps PostgreSQL from clearing away old rows, which slows the queue down; ` +
  'find it by xact_start and backend_xmin in pg_stat_activity, and end it'
