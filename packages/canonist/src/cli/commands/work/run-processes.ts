import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkReport } from '../../../app/work/run-worker.ts'
import type { Environment } from '../../environment.ts'
import { RunError } from '../../run-error.ts'

const RESTART_MS = 1000
/** A worker that crashes sooner after its start than this has not got over the crash before. */
const SHORT_LIFE_MS = 30_000
const MAX_CRASHES = 5

/** What one process did: its report, or the exit code with which it failed. */
type Ended = { readonly report: WorkReport } | { readonly exitCode: number } | { readonly crash: string }

/**
 * Runs several workers, each in its own process, and adds up what they did.
 *
 * A worker that crashes is restarted; the others get its URLs when its leases expire. One that crashes again and again, or fails for
 * a reason that it reports itself, stops all of them.
 *
 * Must never end before its processes have.
 */
export async function runProcesses(environment: Environment, count: number): Promise<WorkReport> {
  const stop = new AbortController()
  const signal = AbortSignal.any([environment.interruption(['SIGINT', 'SIGTERM']), stop.signal])
  const keepRunning = async (number: number): Promise<WorkReport | null> => {
    try {
      return await runUntilDone(environment, number, signal)
    } catch (error) {
      stop.abort()
      throw error
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: count }, (_, number) => keepRunning(number)))
  const failure = ended.find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
  const reports = ended.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []))
  return { ...addUp(reports), isDrained: reports.length === count && reports.every(({ isDrained }) => isDrained) }
}

/** One worker, with its restarts. Null if it was stopped before it could report. */
async function runUntilDone(environment: Environment, number: number, signal: AbortSignal): Promise<WorkReport | null> {
  for (let crashes = 1; !signal.aborted; crashes += 1) {
    const startedAt = environment.now()
    const ended = await runOnce(await environment.startCopy(number), signal)
    if ('report' in ended) return ended.report
    if (signal.aborted) return null
    if ('exitCode' in ended)
      throw new RunError(`Worker ${number + 1} failed, so all workers were stopped. Read its message above.`, 3)
    if (environment.now() - startedAt >= SHORT_LIFE_MS) crashes = 1
    if (crashes === MAX_CRASHES)
      throw new RunError(
        `Worker ${number + 1} ended with ${ended.crash}, ${MAX_CRASHES} times in a row, so all workers were stopped. If memory ran out, lower --concurrency or --processes.`,
        3,
      )
    environment.notify(`canonist: worker ${number + 1} ended with ${ended.crash}. It is restarted.`)
    await sleep(RESTART_MS, undefined, { signal }).catch(() => undefined)
  }
  return null
}

function runOnce(child: ChildProcess, signal: AbortSignal): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const stop = (): void => void child.kill('SIGTERM')
  let report: WorkReport | null = null
  child.once('message', (message) => (report = message as WorkReport))
  child.once('error', (error) => resolve({ crash: error.message }))
  child.once('exit', (code, name) => {
    signal.removeEventListener('abort', stop)
    if (report !== null) resolve({ report })
    else
      resolve(code === null || !REPORTED.includes(code) ? { crash: name ?? `exit code ${code}` } : { exitCode: code })
  })
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return promise
}

/** Exit codes of failures that `work` has reported: usage, and what it could not run with. Node uses the others when it crashes. */
const REPORTED: readonly number[] = [2, 3]

function addUp(reports: readonly WorkReport[]): Omit<WorkReport, 'isDrained'> {
  const results: Record<string, number> = {}
  for (const report of reports)
    for (const [state, urls] of Object.entries(report.results)) results[state] = (results[state] ?? 0) + urls
  const sum = (read: (report: WorkReport) => number): number => reports.reduce((total, one) => total + read(one), 0)
  return {
    results,
    renamed: sum(({ renamed }) => renamed),
    requests: sum(({ requests }) => requests),
    // The last process to end saw the queue as it is left.
    waiting: reports.at(-1)?.waiting ?? null,
  }
}
