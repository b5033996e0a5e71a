import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkReport } from '@canonist/server/internal/work/run-worker'
import type { Environment } from '../../environment.ts'
import { RunError } from '../../run-error.ts'
import type { WorkCounts } from './work-progress.ts'

const FIRST_RESTART_MS = 1000
const MAX_RESTART_MS = 60_000
/** A worker that lives longer than this has recovered from its crashes. */
const SHORT_LIFE_MS = 30_000
/** A worker that crashed this often in a row keeps crashing. */
const MAX_CRASHES = 5

/** What it needs of the process that it runs in. */
type StarterEnvironment = Pick<Environment, 'interruption' | 'now' | 'startCopy' | 'notify'>

/** What one process did: its report, the exit code with which it failed, or how it crashed. */
type Ended = { readonly report: WorkReport } | { readonly exitCode: number } | { readonly crash: string }

export interface ProcessesOptions {
  /** Told now and then what one process has done so far. */
  readonly onCounts?: (process: object, counts: WorkCounts) => void
  /** Waits before a restart. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Runs several workers, each in its own process, and adds up what they did. */
export async function runProcesses(
  environment: StarterEnvironment,
  count: number,
  options: ProcessesOptions = {},
): Promise<WorkReport> {
  return new ProcessCrew(environment, count, options).run()
}

/** One of the processes, with its restarts. */
interface Member {
  readonly number: number
  startedAt: number
  /** Null while it runs. */
  endedAt: number | null
  /** Crashes in a row, each soon after a start. */
  crashes: number
  isDone: boolean
}

/**
 * The processes of one command. A worker that crashes is restarted, after a longer wait each time, while the others continue; they get
 * its URLs when its leases expire. Once only workers are left that keep crashing, or one fails for a reason that it reports itself, all
 * are stopped.
 *
 * Must never end before its processes have.
 */
class ProcessCrew {
  readonly #environment: StarterEnvironment
  readonly #members: readonly Member[]
  readonly #sleep: Required<ProcessesOptions>['sleep']
  readonly #onCounts: ProcessesOptions['onCounts']
  readonly #stop = new AbortController()
  readonly #signal: AbortSignal

  constructor(environment: StarterEnvironment, count: number, { sleep: wait = sleepFor, onCounts }: ProcessesOptions) {
    this.#environment = environment
    this.#members = Array.from({ length: count }, (_, index) => ({
      number: index + 1,
      startedAt: 0,
      endedAt: null,
      crashes: 0,
      isDone: false,
    }))
    this.#sleep = wait
    this.#onCounts = onCounts
    this.#signal = AbortSignal.any([environment.interruption(['SIGINT', 'SIGTERM']), this.#stop.signal])
  }

  async run(): Promise<WorkReport> {
    const ended = await Promise.allSettled(this.#members.map((member) => this.#keepRunning(member)))
    const failure = ended.find(({ status }) => status === 'rejected')
    if (failure?.status === 'rejected') throw failure.reason
    const reports = ended.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []))
    const isDrained = reports.length === this.#members.length && reports.every((report) => report.isDrained)
    return { ...addUp(reports), isDrained }
  }

  async #keepRunning(member: Member): Promise<WorkReport | null> {
    try {
      const report = await this.#runUntilDone(member)
      member.isDone = true
      this.#rejectIfAllCrash()
      return report
    } catch (error) {
      this.#stop.abort()
      throw error
    }
  }

  /** One worker, with its restarts. Null if it was stopped before it could report. */
  async #runUntilDone(member: Member): Promise<WorkReport | null> {
    const { now, startCopy, notify } = this.#environment
    const { number } = member
    while (!this.#signal.aborted) {
      Object.assign(member, { startedAt: now(), endedAt: null })
      const ended = await runOnce(await startCopy(number - 1), this.#signal, this.#onCounts)
      member.endedAt = now()
      if ('report' in ended) return ended.report
      if (this.#signal.aborted) return null
      if ('exitCode' in ended)
        throw new RunError(`Worker ${number} failed, so all workers were stopped. Read its message above.`, 3)
      member.crashes = this.#hasRecovered(member) ? 1 : member.crashes + 1
      const waitMs = Math.min(MAX_RESTART_MS, FIRST_RESTART_MS * 2 ** (member.crashes - 1))
      const often = member.crashes < MAX_CRASHES ? '' : `, ${member.crashes} times in a row`
      const crash = `worker ${number} ended with ${ended.crash}${often}`
      this.#rejectIfAllCrash(crash)
      notify(`canonist: ${crash}. It is restarted in ${waitMs / 1000} s.`)
      await this.#sleep(waitMs, this.#signal).catch(() => undefined)
    }
    return null
  }

  /** Whether it lives, or lived, long enough since its last start. */
  #hasRecovered({ startedAt, endedAt }: Member): boolean {
    return (endedAt ?? this.#environment.now()) - startedAt >= SHORT_LIFE_MS
  }

  /** Throws if every worker that is not done keeps crashing. */
  #rejectIfAllCrash(lastCrash?: string): void {
    const left = this.#members.filter(({ isDone }) => !isDone)
    const isHopeless = left.every((member) => member.crashes >= MAX_CRASHES && !this.#hasRecovered(member))
    if (left.length === 0 || !isHopeless || this.#signal.aborted) return
    const last = lastCrash === undefined ? '' : `: ${lastCrash}`
    throw new RunError(
      `No worker is left that does not keep crashing${last}. If memory ran out, lower --concurrency or --processes.`,
      3,
    )
  }
}

const sleepFor = (ms: number, signal: AbortSignal): Promise<unknown> => sleep(ms, undefined, { signal })

function runOnce(child: ChildProcess, signal: AbortSignal, onCounts: ProcessesOptions['onCounts']): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const stop = (): void => void child.kill('SIGTERM')
  let report: WorkReport | null = null
  child.on('message', (message: WorkReport | { readonly counts: WorkCounts }) => {
    if ('counts' in message) onCounts?.(child, message.counts)
    else report = message
  })
  child.once('error', (error) => resolve({ crash: error.message }))
  // Not when it exits: some of its messages may be on their way.
  child.once('close', (code, name) => {
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
