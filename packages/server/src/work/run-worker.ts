import { setTimeout as sleep } from 'node:timers/promises'
import type { FrontierState } from '@canonist/crawl/internal/frontier/frontier-state'
import type { Frontier } from '@canonist/crawl/internal/frontier/frontier'
import { countQueuedHosts, type QueuedHosts } from '@canonist/crawl/internal/frontier/sql/clocks.sql'
import type { Database } from '@canonist/registry/internal/store/database'
import type { WorkerOptions } from '@canonist/crawl/internal/worker/worker-options'
import { Meters } from '@canonist/crawl/internal/worker/monitor/meters'
import { type Monitor, openMonitor } from '@canonist/crawl/internal/worker/monitor/monitor'
import type { WorkReport, WorkResult } from '@canonist/crawl/internal/worker/work-result'
import { work } from '@canonist/crawl/internal/worker/worker'
import { retryWhileAway } from '@canonist/crawl/internal/worker/retrying-frontier'
import { SYSTEM_CLOCK } from '@canonist/crawl/internal/worker/worker-clock'
import { AppError } from '../canonist/errors.ts'
import { type NetworkOptions, openFetcher } from '../fetching/open-fetcher.ts'
import { type Canonist, openCanonist, type CanonistOptions } from '../canonist/open-canonist.ts'

export type { WaitingUrls } from '@canonist/crawl/internal/frontier/read-waiting'
export type { WorkResult } from '@canonist/crawl/internal/worker/work-result'
export type { WorkReport } from '@canonist/crawl/internal/worker/work-result'
export { MAX_SESSIONS } from '@canonist/crawl/internal/worker/discovery'

export interface RunWorkerOptions extends Omit<
  WorkerOptions,
  'exchanger' | 'meters' | 'onTrouble' | 'onStrain' | 'onResult'
> {
  readonly network?: NetworkOptions | undefined
  /** Answers /healthz and /metrics here; 0 is any port that is free. */
  readonly metrics?: { readonly host: string; readonly port: number } | undefined
  /** Told the port of the metrics when it is open. */
  readonly onListening?: ((port: number) => void) | undefined
  /** Told each result: the progress of the work. */
  readonly onProgress?: ((result: WorkResult) => void) | undefined
  /** Told how full the queue is, at the start and every second. */
  readonly onQueue?: ((level: QueueLevel) => void) | undefined
  /** Told why the database is waited for, once, and null when it is back. */
  readonly onTrouble?: ((message: string | null) => void) | undefined
  /** Told why the worker fetches fewer URLs at once than it may, once, and null when it is over. */
  readonly onStrain?: ((message: string | null) => void) | undefined
}

/** Fetches due URLs until the queue is drained (with `drain`) or the signal is aborted. */
export async function runWorker(canonist: Canonist, options: RunWorkerOptions): Promise<WorkReport> {
  const { network, metrics, onListening, onProgress, onQueue, ...settings } = options
  const frontier = await canonist.frontier()
  const [exchanger, meters] = [openFetcher(network), new Meters()]
  const [trouble, strain] = [new Condition(options.onTrouble), new Condition(options.onStrain)]
  const conditions = { trouble: () => trouble.current, strain: () => strain.current }
  const watched = { frontier, meters, ...conditions }
  const monitor = metrics === undefined ? null : await listen({ ...watched, ...metrics })
  if (monitor !== null) onListening?.(monitor.port)
  const watch = onQueue === undefined ? null : watchQueue(frontier, canonist.context.database, onQueue)
  try {
    return await work(frontier, {
      ...settings,
      exchanger,
      meters,
      onResult: onProgress,
      onTrouble: (message) => trouble.set(message),
      onStrain: (message) => strain.set(message),
    })
  } finally {
    await watch?.close()
    await monitor?.close()
    await exchanger.close()
  }
}

/** How full a queue is. */
export interface QueueLevel extends QueuedHosts {
  /** URLs to fetch, those that are being fetched included. */
  readonly urls: number
}

const LOOK_MS = 1000
/** A look takes at most a tenth of the time. */
const MAX_SHARE = 0.1
const IS_QUEUED: ReadonlySet<FrontierState> = new Set(['pending', 'leased', 'retry'])

/** Looks at the queue now and then. The worker itself reports a database that is away. */
function watchQueue(
  frontier: Pick<Frontier, 'countByReason'>,
  database: Database,
  tell: (level: QueueLevel) => void,
): { readonly close: () => Promise<void> } {
  const stop = new AbortController()
  const look = async (): Promise<void> => {
    const counts = await frontier.countByReason()
    const queued = await countQueuedHosts(database)
    const urls = counts.reduce((sum, count) => sum + (IS_QUEUED.has(count.state) ? count.urls : 0), 0)
    tell({ urls, ...queued })
  }
  const keepLooking = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const startedAt = performance.now()
      await look().catch(() => undefined)
      const restMs = Math.max(LOOK_MS, (performance.now() - startedAt) / MAX_SHARE)
      await sleep(restMs, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }
  const ended = keepLooking()
  return {
    close() {
      stop.abort()
      return ended
    },
  }
}

async function listen(options: Parameters<typeof openMonitor>[0]): Promise<Monitor> {
  try {
    return await openMonitor(options)
  } catch (error) {
    const [where, reason] = [`${options.host}:${options.port}`, error instanceof Error ? error.message : String(error)]
    const message = `cannot open the metrics port ${where}: ${reason}. Name another port or address.`
    throw new AppError('app/cannot-listen', { thing: where, message, cause: error })
  }
}

/** What is wrong at the moment; told when it changes. */
class Condition {
  current: string | null = null
  readonly #onChange: ((message: string | null) => void) | undefined

  constructor(onChange: ((message: string | null) => void) | undefined) {
    this.#onChange = onChange
  }

  set(message: string | null): void {
    if (message === this.current) return
    this.current = message
    this.#onChange?.(message)
  }
}

export interface OpeningOptions {
  readonly signal: AbortSignal
  /** Told why the database is waited for, once, and null when it is open. */
  readonly onTrouble?: ((message: string | null) => void) | undefined
}

/**
 * Opens a database for a worker. While it is away, such as a server that is still starting or a full disk, this waits, as a worker that
 * runs does. Null if the signal is aborted before it is open.
 */
export async function openForWork(
  location: string,
  options: CanonistOptions,
  { signal, onTrouble }: OpeningOptions,
): Promise<Canonist | null> {
  const trouble = new Condition(onTrouble)
  try {
    return await retryWhileAway(() => openCanonist(location, options), {
      clock: { ...SYSTEM_CLOCK, sleep: (ms) => SYSTEM_CLOCK.sleep(ms, signal) },
      retryUntil: () => Number.POSITIVE_INFINITY,
      onTrouble: ({ message }) => trouble.set(message),
      onRecovery: () => trouble.set(null),
    })
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}
