import type { WorkerOptions } from '../../worker/worker-options.ts'
import { Meters } from '../../worker/monitor/meters.ts'
import { type Monitor, openMonitor } from '../../worker/monitor/monitor.ts'
import type { WorkReport, WorkResult } from '../../worker/work-result.ts'
import { work } from '../../worker/worker.ts'
import { AppError } from '../errors.ts'
import type { NetworkOptions } from '../fetching/network-options.ts'
import { openFetcher } from '../fetching/open-fetcher.ts'
import type { Canonist } from '../open-canonist.ts'
import { Condition } from './condition.ts'

export type { WaitingUrls } from '../../frontier/read-waiting.ts'
export type { WorkResult } from '../../worker/work-result.ts'
export type { WorkReport } from '../../worker/work-result.ts'
export { MAX_SESSIONS } from '../../worker/discovery.ts'

export interface RunWorkerOptions extends Omit<
  WorkerOptions,
  'exchanger' | 'meters' | 'onTrouble' | 'onAlarm' | 'onResult'
> {
  readonly network?: NetworkOptions | undefined
  /** Answers /healthz and /metrics here; 0 is any port that is free. */
  readonly metrics?: { readonly host: string; readonly port: number } | undefined
  /** Told the port of the metrics when it is open. */
  readonly onListening?: ((port: number) => void) | undefined
  /** Told each result: the progress of the work. */
  readonly onProgress?: ((result: WorkResult) => void) | undefined
  /** Told why the database is waited for, once, and null when it is back. */
  readonly onTrouble?: ((message: string | null) => void) | undefined
  /** Told of a transaction that holds up the server, once, and null when it is over. */
  readonly onAlarm?: ((message: string | null) => void) | undefined
}

/** Fetches due URLs until the queue is drained (with `drain`) or the signal is aborted. */
export async function runWorker(canonist: Canonist, options: RunWorkerOptions): Promise<WorkReport> {
  const { network, metrics, onListening, onProgress, ...settings } = options
  const frontier = await canonist.frontier()
  const [exchanger, meters] = [openFetcher(network), new Meters()]
  const [trouble, alarm] = [new Condition(options.onTrouble), new Condition(options.onAlarm)]
  const watched = { frontier, meters, trouble: () => trouble.current, alarm: () => alarm.current }
  const monitor = metrics === undefined ? null : await listen({ ...watched, ...metrics })
  if (monitor !== null) onListening?.(monitor.port)
  try {
    return await work(frontier, {
      ...settings,
      exchanger,
      meters,
      onResult: onProgress,
      onTrouble: (message) => trouble.set(message),
      onAlarm: (message) => alarm.set(message),
    })
  } finally {
    await monitor?.close()
    await exchanger.close()
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
