import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Transaction } from '@canonist/registry/internal/store/database'
import { CodedError } from '@canonist/core/internal/text/coded-error'
import type { NetworkOptions } from '../fetching/open-fetcher.ts'
import type { Canonist } from '../canonist/open-canonist.ts'
import { addEvents } from '../events/events.sql.ts'
import { RUN_ERRORS, RunsError } from './errors.ts'
import type { RunContext } from './kind.ts'
import { RUNS } from './kinds/index.ts'
import type { LogLevel, Run, RunFailure, RunKind, RunProgress } from './run.ts'
import { addLogLine } from './run-lines.sql.ts'
import {
  beginRun,
  endRun,
  forgetOldRuns,
  insertRun,
  interruptRun,
  renewRun,
  readActiveRuns,
  readRun,
  requeueRun,
  requestCancel,
  type RunEnd,
} from './runs.sql.ts'
import { useUpload } from './uploads.sql.ts'
import { findUploadId, releaseUpload } from './uploads.ts'

export interface RunnerOptions {
  readonly network?: NetworkOptions | undefined
  /** Whether runs may send requests (true). */
  readonly allowsNetwork?: boolean | undefined
  /** Runs at once in this process; others wait their turn (4). */
  readonly concurrency?: number | undefined
  readonly now?: (() => number) | undefined
  /** Called after each event was written. */
  readonly onEvent?: (() => void) | undefined
}

const CONCURRENCY = 4

/** How often an owner renews its claim and checks whether a run was cancelled. */
const RENEW_MS = 1000

/** An owner on another machine that has not renewed its claim for this long has ended. */
const SILENCE_MS = 30_000

interface LogEntry {
  readonly level: LogLevel
  readonly message: string
}

/** A run of this process. */
interface OwnRun {
  readonly id: number
  readonly kind: RunKind
  readonly options: Readonly<Record<string, unknown>>
  readonly stop: AbortController
  /** Lines that are not stored yet. */
  readonly log: LogEntry[]
  progress: RunProgress
  /** The progress in the newest event. */
  sentProgress: RunProgress | null
  /** Set while its end is being written down; it is no longer renewed then. */
  isEnding: boolean
  /** Resolved when the run has ended and that was written down. */
  readonly ended: PromiseWithResolvers<void>
}

/** Why a run is stopped before its end. */
type StopReason = 'cancelled' | 'interrupted' | 'taken'

class StoppedRun extends Error {
  readonly why: StopReason

  constructor(why: StopReason) {
    super(`the run was ${why}`)
    this.why = why
  }
}

/**
 * Works on runs. Several runners may share one database. Each run has one owner, which renews its claim once a second. When an
 * owner has ended, another runner marks its runs as `interrupted`; an owner that was only suspended notices at its next renewal
 * and stops. A runner must never write to a run that it does not own.
 */
export class Runner {
  readonly #app: Canonist
  readonly #network: NetworkOptions | undefined
  readonly #allowsNetwork: boolean
  readonly #maxRuns: number
  readonly #now: () => number
  readonly #onEvent: () => void
  readonly #owner = createOwner()
  readonly #own = new Map<number, OwnRun>()
  readonly #queue: OwnRun[] = []
  #working = 0
  #timer: NodeJS.Timeout | null = null
  #renewing: Promise<void> = Promise.resolve()
  #isClosed = false

  private constructor(app: Canonist, options: RunnerOptions) {
    this.#app = app
    this.#network = options.network
    this.#allowsNetwork = options.allowsNetwork ?? true
    this.#maxRuns = options.concurrency ?? CONCURRENCY
    this.#now = options.now ?? Date.now
    this.#onEvent = options.onEvent ?? ((): void => undefined)
  }

  /** Marks the runs of ended processes as `interrupted` before it returns. */
  static async open(app: Canonist, options: RunnerOptions = {}): Promise<Runner> {
    const runner = new Runner(app, options)
    await runner.#interruptAbandoned()
    runner.#timer = setInterval(() => runner.#renewClaims(), RENEW_MS).unref()
    return runner
  }

  /** @param options valid for the kind: see `RUNS` */
  async start(kind: RunKind, options: Readonly<Record<string, unknown>>, startedBy: string): Promise<Run> {
    this.#rejectUnable(kind)
    const progress: RunProgress = { done: 0, total: null, unit: RUNS[kind].unit }
    const run = await this.#write(async (transaction) => {
      await forgetOldRuns(transaction, this.#now())
      const uploadId = findUploadId(options)
      const added = { kind, options, startedBy, progress, owner: this.#owner, uploadId }
      const inserted = await insertRun(transaction, added, this.#now())
      // A transaction that wants to remove it waits, and then finds this run.
      if (uploadId !== null) await useUpload(transaction, uploadId, this.#now())
      return inserted
    })
    this.#enqueue(run)
    return run
  }

  /** Takes effect at the next step of the run, whichever process works on it. */
  async cancel(id: number): Promise<Run> {
    const run = await this.#write((transaction) => requestCancel(transaction, id))
    if (run === null) throw await this.#explain(id, 'run/ended')
    this.#own.get(id)?.stop.abort(new StoppedRun('cancelled'))
    return run
  }

  async resume(id: number): Promise<Run> {
    const before = await readRun(this.#app.context.database, id)
    if (before !== null) this.#rejectUnable(before.kind)
    const uploadId = findUploadId(before?.options ?? {})
    const run = await this.#write(async (transaction) => {
      const requeued = await requeueRun(transaction, { id, owner: this.#owner }, this.#now())
      if (uploadId !== null) await useUpload(transaction, uploadId, this.#now())
      return requeued
    })
    if (run === null) throw await this.#explain(id, 'run/not-resumable')
    this.#enqueue(run)
    return run
  }

  /** Resolves when a run of this process has ended. */
  async waitFor(id: number): Promise<void> {
    await this.#own.get(id)?.ended.promise
  }

  /** Stops all runs of this process, which are `interrupted`, and waits until that is written down. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearInterval(this.#timer)
    for (const { stop } of this.#own.values()) stop.abort(new StoppedRun('interrupted'))
    await Promise.all([...this.#own.values()].map(({ ended }) => ended.promise))
    await this.#renewing
  }

  #rejectUnable(kind: RunKind): void {
    if (this.#isClosed) throw new RunsError('run/unavailable')
    if (RUNS[kind].fetches && !this.#allowsNetwork) throw new RunsError('run/no-network', { thing: kind })
  }

  async #explain(id: number, code: 'run/ended' | 'run/not-resumable'): Promise<RunsError> {
    const run = await readRun(this.#app.context.database, id)
    const thing = `run ${id}`
    return run === null
      ? new RunsError('run/not-found', { thing })
      : new RunsError(code, { thing, detail: `it is ${run.state}` })
  }

  #enqueue({ id, kind, options, progress }: Run): void {
    const [stop, ended] = [new AbortController(), Promise.withResolvers<void>()]
    const own: OwnRun = { id, kind, options, stop, log: [], progress, sentProgress: null, isEnding: false, ended }
    stop.signal.addEventListener('abort', () => this.#leaveQueue(own), { once: true })
    this.#own.set(id, own)
    this.#queue.push(own)
    this.#startNext()
  }

  #startNext(): void {
    while (this.#working < this.#maxRuns) {
      const own = this.#queue.shift()
      if (own === undefined) return
      this.#working += 1
      void this.#work(own).finally(() => {
        this.#working -= 1
        this.#forget(own)
        this.#startNext()
      })
    }
  }

  /** A run that is stopped while it waits ends at once. */
  #leaveQueue(own: OwnRun): void {
    const at = this.#queue.indexOf(own)
    if (at < 0) return
    this.#queue.splice(at, 1)
    void this.#end(own, decideEnd(own, own.stop.signal.reason)).finally(() => this.#forget(own))
  }

  #forget(own: OwnRun): void {
    this.#own.delete(own.id)
    own.ended.resolve()
  }

  async #work(own: OwnRun): Promise<void> {
    let end: RunEnd | null
    try {
      const begun = await this.#write((transaction) => beginRun(transaction, own.id, this.#owner, this.#now()))
      if (begun === null) return
      own.log.push({ level: 'info', message: begun.attempts === 1 ? 'Started.' : 'Resumed.' })
      own.stop.signal.throwIfAborted()
      const spec = RUNS[own.kind]
      const result: unknown = await spec.run(this.#createContext(own), spec.options.parse(own.options) as never)
      end = { state: 'done', progress: own.progress, result }
    } catch (error) {
      end = decideEnd(own, error)
    }
    await this.#end(own, end)
  }

  #createContext(own: OwnRun): RunContext {
    return {
      app: this.#app,
      runId: own.id,
      network: this.#network,
      signal: own.stop.signal,
      report: (done, total = own.progress.total) => void (own.progress = { ...own.progress, done, total }),
      log: (level, message) => void own.log.push({ level, message }),
    }
  }

  /** Retries while the database is unavailable: a run that has ended must not look active. */
  async #end(own: OwnRun, end: RunEnd | null): Promise<void> {
    if (end === null) return
    own.isEnding = true
    // A renewal under way may be storing the same lines of the log.
    await this.#renewing
    const lines = [...own.log, describeEnd(end)]
    for (let wait = 100; ; wait = Math.min(wait * 2, 10_000)) {
      try {
        await this.#write(async (transaction) => {
          const run = await endRun(transaction, { id: own.id, owner: this.#owner }, end, this.#now())
          if (run === null) return null
          await this.#writeLog(transaction, own.id, lines)
          const uploadId = findUploadId(own.options)
          if (uploadId !== null) await releaseUpload(transaction, uploadId, this.#now())
          return run
        })
        return
      } catch (error) {
        // If the process stops first, the next one finds that the owner has ended.
        if (this.#isClosed || !(error instanceof CodedError) || !error.retry) return
        await new Promise((resolve) => setTimeout(resolve, wait).unref())
      }
    }
  }

  async #writeLog(transaction: Transaction, id: number, lines: readonly LogEntry[]): Promise<void> {
    for (const line of lines) await addLogLine(transaction, id, line, this.#now())
  }

  /** Writes a change of a run and its event in one transaction. */
  async #write<Result extends Run | null>(write: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const written = await this.#app.context.database.transaction(async (transaction) => {
      const run = await write(transaction)
      if (run !== null) await addEvents(transaction, [{ type: 'run', data: toEvent(run) }], this.#now())
      return run
    })
    this.#onEvent()
    return written
  }

  #renewClaims(): void {
    // A slow one delays the next instead of overlapping it.
    this.#renewing = this.#renewing.then(() => this.#renewAll()).catch(() => undefined)
  }

  async #renewAll(): Promise<void> {
    for (const own of this.#own.values()) if (!own.isEnding) await this.#renew(own)
    await this.#interruptAbandoned()
  }

  async #renew(own: OwnRun): Promise<void> {
    const { id, progress } = own
    const hasMoved = own.sentProgress !== progress
    const lines = [...own.log]
    const run = await this.#app.context.database.transaction(async (transaction) => {
      const kept = await renewRun(transaction, { id, owner: this.#owner, progress }, this.#now())
      if (kept === null) return null
      await this.#writeLog(transaction, id, lines)
      if (hasMoved) await addEvents(transaction, [{ type: 'run', data: toEvent(kept) }], this.#now())
      return kept
    })
    own.log.splice(0, lines.length)
    own.sentProgress = progress
    if (hasMoved) this.#onEvent()
    if (!this.#own.has(id)) return
    if (run === null) own.stop.abort(new StoppedRun('taken'))
    else if (run.isCancelWanted) own.stop.abort(new StoppedRun('cancelled'))
  }

  async #interruptAbandoned(): Promise<void> {
    const now = this.#now()
    for (const active of await readActiveRuns(this.#app.context.database)) {
      const isAbandoned = now - active.seen_at > SILENCE_MS || isGone(active.owner)
      if (!isAbandoned || this.#own.has(active.id)) continue
      await this.#write(async (transaction) => {
        const run = await interruptRun(transaction, active, now)
        const line = { level: 'warning', message: 'Interrupted: the process that worked on it has ended.' } as const
        if (run !== null) await addLogLine(transaction, active.id, line, now)
        return run
      })
    }
  }
}

/** The part of a run that events carry; `getRun` returns all of it. */
function toEvent({ id, kind, state, progress, startedBy, isCancelWanted }: Run): object {
  return { id, kind, state, progress, startedBy, isCancelWanted }
}

/** Null if the run belongs to another process now; only that one may end it. */
function decideEnd(own: OwnRun, error: unknown): RunEnd | null {
  const { progress, stop } = own
  if (stop.signal.aborted && stop.signal.reason instanceof StoppedRun) {
    const { why } = stop.signal.reason
    return why === 'taken' ? null : { state: why, progress }
  }
  return { state: 'failed', progress, error: toFailure(error) }
}

/** An error without a code is a bug; its message helps whoever reports it. */
function toFailure(error: unknown): RunFailure {
  if (error instanceof Error && 'code' in error && 'fix' in error) {
    return { code: String(error.code), message: error.message, fix: String(error.fix) }
  }
  const { says, fix } = RUN_ERRORS['run/failed']
  const detail = error instanceof Error ? error.message : String(error)
  return { code: 'run/failed', message: `${says} (${detail})`, fix }
}

function describeEnd({ state, error }: RunEnd): LogEntry {
  if (state === 'failed') return { level: 'error', message: error?.message ?? 'Failed.' }
  if (state === 'interrupted') return { level: 'warning', message: 'Interrupted: the server stopped.' }
  return { level: 'info', message: state === 'done' ? 'Done.' : 'Cancelled.' }
}

/** Tells this process from an earlier one with the same id, as the first process of a container always has. */
const PROCESS = randomBytes(6).toString('hex')

let owners = 0

/** Names a runner in the database: machine, process id, a random word for the process, and a number within it. */
function createOwner(): string {
  owners += 1
  return JSON.stringify([hostname(), process.pid, PROCESS, owners])
}

/**
 * Whether an owner has certainly ended: it was a process of this machine, and its id is free or belongs to this process now.
 * Processes of other machines cannot be checked; a runner gives them up after a long silence.
 */
function isGone(owner: string): boolean {
  const [machine, id, word] = JSON.parse(owner) as [string, number, string]
  if (machine !== hostname()) return false
  return id === process.pid ? word !== PROCESS : !isRunning(id)
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    // Of another user, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
