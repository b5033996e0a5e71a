import type { WorkerClock } from './worker-clock.ts'
import { isTemporary, type WorkerFrontier } from './retrying-frontier.ts'

export interface XminWatchOptions {
  readonly frontier: Pick<WorkerFrontier, 'readServerGauges'>
  readonly clock: WorkerClock
  /** Transactions that are older than this raise the alarm. */
  readonly limitMs: number
  /** Called with the alarm when it starts, and with null when it ends. */
  readonly onAlarm: (message: string | null) => void
  readonly onFailure: (error: unknown) => void
}

const CHECKS_PER_LIMIT = 4
const MAX_INTERVAL_MS = 10_000

/**
 * Watches for transactions that stay open. While one does, PostgreSQL cannot remove old row versions, and a queue creates them all
 * the time: it becomes slower and slower for no visible reason.
 *
 * It is *quiet* or *alarmed*, and reports each change once. Must never run two checks at a time, or stop the worker.
 */
export class XminWatch {
  readonly #options: XminWatchOptions
  #next = 0
  #running: Promise<void> | null = null
  #isAlarmed = false

  constructor(options: XminWatchOptions) {
    this.#options = options
  }

  get isAlarmed(): boolean {
    return this.#isAlarmed
  }

  /** Call this often: it checks when the interval has passed. */
  runIfDue(): void {
    const { clock, limitMs, onFailure } = this.#options
    if (this.#running !== null || clock.now() < this.#next) return
    this.#next = clock.now() + Math.min(limitMs / CHECKS_PER_LIMIT, MAX_INTERVAL_MS)
    this.#running = this.#check()
      // The worker itself reports that the database is away.
      .catch((error: unknown) => void (isTemporary(error) || onFailure(error)))
      .finally(() => (this.#running = null))
  }

  /** Resolves when the current check has ended. */
  async finish(): Promise<void> {
    this.#next = Number.POSITIVE_INFINITY
    await this.#running
  }

  async #check(): Promise<void> {
    const { frontier, limitMs, onAlarm } = this.#options
    const gauges = await frontier.readServerGauges()
    // SQLite has no such transactions, so never check again.
    if (gauges === null) this.#next = Number.POSITIVE_INFINITY
    const age = gauges?.oldestXminAgeMs ?? 0
    const isTooOld = age >= limitMs
    if (isTooOld && !this.#isAlarmed) onAlarm(formatAlarm(age))
    if (!isTooOld && this.#isAlarmed) onAlarm(null)
    this.#isAlarmed = isTooOld
  }
}

const formatAlarm = (ms: number): string =>
  `a transaction has been open for ${Math.floor(ms / 1000)} s and keeps PostgreSQL from removing old row versions, which slows the queue down; ` +
  'find it by xact_start and backend_xmin in pg_stat_activity, and end it'
