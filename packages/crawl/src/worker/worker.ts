// One worker, in the order of a visit: worker.ts claims, lease.ts keeps the claim alive, visit-url.ts fetches it through trip.ts and
// host-turns.ts, read-page.ts reads the response, judge-trip.ts judges failures, outbox.ts writes the result to the queue.

import type { CompletionResult } from '../frontier/complete/completion.ts'
import type { Outlook } from '../frontier/read-outlook.ts'
import { isMissing } from '../frontier/reasons.ts'
import { LoopGuard } from '@canonist/web/internal/net/loop-guard'
import { readProductToken } from '@canonist/web/internal/net/robots/robots-rules'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { Lease, LeaseKeeper, readMoment } from './lease.ts'
import { Discovery } from './discovery.ts'
import { HostBudget, isSameSite } from './crawl-bounds.ts'
import { HostPool } from './host-turns.ts'
import { IdleSleep } from './idle-sleep.ts'
import { resolveWorkerOptions, type WorkerOptions, type WorkerSettings } from './worker-options.ts'
import { type FinishedVisit, markCopies, Outbox } from './outbox.ts'
import { Overloads } from './overloads.ts'
import { createRetryingFrontier, type WorkerFrontier } from './retrying-frontier.ts'
import { WakeSignal } from './worker-clock.ts'
import { QuietTimes } from './quiet-times.ts'
import { toWorkResult, type WorkReport, WorkTally } from './work-result.ts'
import { openRobotsMemory } from './robots-memory.ts'
import { Sweeper } from './sweeper.ts'
import { visitUrl, type VisitDeps } from './visit-url.ts'

/**
 * Fetches due URLs until the signal aborts or, with `drain`, until nothing is left to do. Any number of workers can run on one
 * frontier.
 *
 * @example
 * const frontier = await openFrontier('canonist.db')
 * await work(frontier, { exchanger: createFetcher(), drain: true })
 */
export async function work(frontier: WorkerFrontier, options: WorkerOptions): Promise<WorkReport> {
  return new Worker(frontier, resolveWorkerOptions(options)).run()
}

/** After a stop the worker releases its leases, but waits no longer than this for a database that is away. */
const STOP_GRACE_MS = 5000
/** The worker claims nothing new while more results than this wait to be written. */
const MAX_UNWRITTEN = 400
const GATHER_MS = 50
/** Longer with discovery: a batch that also submits links costs more. */
const GATHER_LINKS_MS = 250
const MAX_SLEEP_MS = 1000
const MIN_SLEEP_MS = 10
/** The longest sleep of an idle worker that is woken by the database; hosts that are down may be tried this much later. */
const IDLE_SLEEP_MS = 30_000
/** Wait this long for more room: a claim for a few URLs costs as much as one for many. */
const ROOM_WAIT_MS = 10

/**
 * The loop of one worker: claims as many URLs as it has room for, starts a visit for each, and passes finished visits to the outbox.
 *
 * It is *running*; *draining*, which ends when nothing is due, leased or waiting for a retry; or *stopping*, after the caller's signal
 * or a failure: it claims nothing, aborts its visits, and releases their leases.
 *
 * Must never end with a visit in progress or a result unwritten, unless the database stays away.
 */
class Worker {
  readonly #settings: WorkerSettings
  readonly #frontier: WorkerFrontier
  readonly #deps: VisitDeps
  /** Woken when a URL may be due. */
  readonly #dueSignal: WakeSignal
  /** Woken when a visit or a write has ended. */
  readonly #roomSignal: WakeSignal
  /** Replaces polling while nothing happens in the queue. */
  readonly #idleSleep: IdleSleep
  readonly #outbox: Outbox
  readonly #discovery: Discovery | null
  readonly #keeper: LeaseKeeper
  readonly #sweeper: Sweeper
  readonly #tally = new WorkTally()
  readonly #visits = new Map<Lease, Promise<void>>()
  readonly #quietTimes = new QuietTimes()
  readonly #concurrency: ConcurrencyLimit
  #retryUntil = Number.POSITIVE_INFINITY
  #failure: { readonly error: unknown } | null = null

  constructor(frontier: WorkerFrontier, settings: WorkerSettings) {
    const { clock, discover, meters, onSession, onStrain } = settings
    this.#settings = settings
    this.#concurrency = new ConcurrencyLimit({ most: settings.concurrency, now: clock.now, onStrain })
    this.#dueSignal = new WakeSignal(clock)
    this.#roomSignal = new WakeSignal(clock)
    this.#frontier = this.#createRetrying(frontier)
    this.#idleSleep = new IdleSleep({
      watch: (events) => frontier.watchReady(events),
      clock,
      signal: this.#dueSignal,
      concurrency: settings.concurrency,
      lookEveryMs: IDLE_SLEEP_MS,
    })
    this.#deps = createVisitDeps(this.#frontier, settings, (urls) => this.#tally.countExcluded(urls))
    this.#discovery =
      discover === null ? null : new Discovery(discover, { frontier: this.#frontier, meters, onSession })
    this.#outbox = new Outbox({
      frontier: this.#frontier,
      clock,
      meters,
      gatherMs: discover === null ? GATHER_MS : GATHER_LINKS_MS,
      prepare: (finished) => this.#prepare(finished),
      onWritten: (finished, answer) => this.#recordWritten(finished, answer),
      onFailure: (error) => this.#fail(error),
    })
    this.#keeper = new LeaseKeeper({
      frontier,
      clock,
      visiting: () => this.#visits.keys(),
      waiting: () => this.#outbox.listLeases(),
      onFailure: (error) => this.#fail(error),
    })
    this.#sweeper = new Sweeper({
      frontier: this.#frontier,
      clock,
      meters,
      onSwept: ({ suspects }) => this.#quietTimes.noteWaiting(suspects),
      onFailure: (error) => this.#fail(error),
    })
    meters.watch('worker_visits', () => this.#visits.size)
    meters.watch('worker_concurrency', () => this.#concurrency.current)
    meters.watch('worker_late_ratio', () => this.#concurrency.load.late)
    meters.watch('frontier_lease_age_max_s', () => this.#computeOldestLease() / 1000)
  }

  async run(): Promise<WorkReport> {
    const { signal } = this.#settings
    const stop = (): void => this.#stop()
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    try {
      await this.#loop()
    } catch (error) {
      this.#fail(error)
    }
    await this.#finish()
    signal.removeEventListener('abort', stop)
    if (this.#failure !== null) throw this.#failure.error
    return this.#tally.report(signal.aborted ? null : await this.#frontier.readWaiting())
  }

  get #isStopping(): boolean {
    return this.#settings.signal.aborted || this.#failure !== null
  }

  async #loop(): Promise<void> {
    const guard = new LoopGuard({ signal: this.#settings.signal })
    while (this.#failure === null && (await guard.mayStep())) {
      const room = await this.#waitForRoom()
      if (room === 0) continue
      const claimed = await this.#claim(room)
      this.#sweeper.runIfDue()
      // Fewer claims than requested: nothing else is due right now.
      if (claimed < room && (await this.#isDone(claimed))) return
    }
  }

  /** How many more URLs may be claimed; waits a moment if there is little room. */
  async #waitForRoom(): Promise<number> {
    this.#concurrency.adjust(this.#visits.size)
    const { current } = this.#concurrency
    if (this.#isBusy && this.#quietTimes.isQuiet(this.#settings.clock.now())) {
      await this.#roomSignal.wait(this.#visits.size > 0 ? MAX_SLEEP_MS : ROOM_WAIT_MS)
      return 0
    }
    const room = (): number => (this.#outbox.size > MAX_UNWRITTEN ? 0 : current - this.#visits.size)
    if (room() * 4 < current) await this.#roomSignal.wait(room() <= 0 ? MAX_SLEEP_MS : ROOM_WAIT_MS)
    return this.#isStopping ? 0 : Math.max(0, room())
  }

  async #claim(limit: number): Promise<number> {
    const { clock, name, meters } = this.#settings
    const since = readMoment(clock)
    const isIdle = !this.#isBusy
    const isBusy = !isIdle || !this.#quietTimes.mayTakeSuspect()
    const claims = await this.#frontier.claim({ limit, worker: name, isBusy })
    meters.observe('frontier_claim_seconds', (clock.now() - since.now) / 1000)
    meters.observe('frontier_claim_fill_ratio', claims.length / limit)
    const isSuspect = claims[0]?.isSuspect === true
    if (isSuspect) this.#quietTimes.noteSuspectClaimed(since.now)
    else this.#quietTimes.noteOthersClaimed(clock.now(), isIdle)
    meters.add('frontier_claimed_total', {}, claims.length)
    for (const claim of claims) this.#startVisit(new Lease(claim, since))
    if (claims.length > 0) this.#keeper.start(claims[0]?.leaseMs ?? 0)
    await this.#idleSleep.endLook(claims.length)
    if (!isSuspect) return claims.length
    await this.#flush()
    // Report a full claim: a suspect is handed out alone, so other URLs may be due.
    return limit
  }

  /** Whether visits or results are in progress, which would be lost with the process. */
  get #isBusy(): boolean {
    return this.#visits.size > 0 || this.#outbox.size > 0
  }

  async #flush(): Promise<void> {
    await Promise.all(this.#visits.values())
    await this.#outbox.flush()
  }

  /** Called when nothing more can be claimed: returns true if the queue is drained, else sleeps until something may be due. */
  async #isDone(claimed: number): Promise<boolean> {
    const outlook = await this.#frontier.readOutlook({ isBusy: this.#isBusy })
    const isIdle = claimed === 0 && !this.#isBusy
    if (this.#settings.drain && outlook.isDrained && isIdle) {
      // URLs of hosts that went down must get the state of their host before the queue counts as drained.
      await this.#frontier.sweep()
      if ((await this.#frontier.readOutlook()).isDrained) return true
    }
    await this.#dueSignal.wait(await this.#chooseSleep(outlook, isIdle))
    await this.#sleepOn()
    return false
  }

  /** Sleeps on while the look at the queue can be left to other workers. A draining worker looks itself, to see that the queue is drained. */
  async #sleepOn(): Promise<void> {
    const mayExtend = (): boolean => !this.#isStopping && !this.#settings.drain && !this.#isBusy
    for (;;) {
      const ms = mayExtend() ? await this.#idleSleep.extend() : 0
      if (ms === 0) return
      await this.#dueSignal.wait(ms)
    }
  }

  async #chooseSleep({ nextInMs, isIdle: isQueueIdle }: Outlook, isIdle: boolean): Promise<number> {
    const sleepMs = Math.max(nextInMs ?? IDLE_SLEEP_MS, MIN_SLEEP_MS)
    if (!isIdle || !isQueueIdle || sleepMs <= MAX_SLEEP_MS) return Math.min(sleepMs, MAX_SLEEP_MS)
    if (this.#idleSleep.isArmed) return Math.min(sleepMs, IDLE_SLEEP_MS)
    await this.#idleSleep.arm()
    // Look once more: something may have changed before it was armed.
    return this.#idleSleep.isArmed ? MIN_SLEEP_MS : MAX_SLEEP_MS
  }

  #startVisit(lease: Lease): void {
    const visiting = this.#visit(lease)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#visits.delete(lease)
        this.#roomSignal.wake()
      })
    this.#visits.set(lease, visiting)
    if (this.#isStopping) lease.abort('stopped')
  }

  async #visit(lease: Lease): Promise<void> {
    const { clock, meters } = this.#settings
    const start = clock.now()
    const done = await visitUrl(this.#deps, lease)
    const ms = clock.now() - start
    meters.observe('worker_visit_seconds', ms / 1000)
    meters.observe('worker_politeness_wait_seconds', done.waitedMs / 1000)
    meters.observe('worker_redirect_hops', done.hops.length)
    meters.add('worker_requests_total', {}, done.requests)
    this.#outbox.add({ lease, visit: done, ms, endedAt: clock.now() })
  }

  /** Submits links first, so that none is lost if the process dies; then marks pages with the same content as another. */
  async #prepare(finished: readonly FinishedVisit[]): Promise<readonly FinishedVisit[]> {
    await this.#discovery?.submitLinks(finished)
    return this.#settings.notesCopies ? markCopies(this.#frontier, finished) : finished
  }

  #recordWritten({ lease, visit: done, ms }: FinishedVisit, answer: CompletionResult): void {
    const { meters, onResult } = this.#settings
    this.#roomSignal.wake()
    // Its host may get the next request then.
    this.#dueSignal.wake(Math.max(0, lease.claim.delayMs - (done.outcome.sinceRequestMs ?? 0)))
    if (!answer.ok) return meters.add('frontier_lease_lost_total')
    const { state, reason, isRenamed, winner, attempts } = answer
    meters.add('frontier_completed_total', { state, reason: reason ?? '' })
    if (isRenamed) meters.add('frontier_renamed_total')
    // A redirect that was queued separately is not a conflict: its target page may have been created for it.
    if (winner !== null && reason !== 'redirected') meters.add('frontier_rename_conflict_total')
    // A page that is missing once more was dead before.
    if (state === 'dead' && !(isMissing(reason) && attempts > 1))
      meters.add('frontier_dead_total', { reason: reason ?? '' })
    if (done.outcome.kind === 'returned') return
    const result = toWorkResult(lease.claim, done, answer, ms)
    this.#tally.count(result)
    onResult(result)
    this.#discovery?.watchSessions(result)
  }

  #computeOldestLease(): number {
    const now = this.#settings.clock.now()
    return Math.max(0, ...[...this.#visits.keys()].map(({ since }) => now - since.now))
  }

  #createRetrying(frontier: WorkerFrontier): WorkerFrontier {
    const { clock, onTrouble, meters } = this.#settings
    return createRetryingFrontier(frontier, {
      clock,
      retryUntil: () => this.#retryUntil,
      onTrouble: (error) => {
        meters.add('worker_database_troubles_total')
        onTrouble(error.message)
      },
      onRecovery: () => onTrouble(null),
    })
  }

  /** Claims nothing new, and releases the visits in progress. */
  #stop(): void {
    this.#retryUntil = this.#settings.clock.now() + STOP_GRACE_MS
    for (const lease of this.#visits.keys()) lease.abort('stopped')
    this.#roomSignal.wake()
    this.#dueSignal.wake()
  }

  #fail(error: unknown): void {
    this.#failure ??= { error }
    this.#stop()
  }

  async #finish(): Promise<void> {
    this.#sweeper.stop()
    await this.#flush()
    await this.#sweeper.finish()
    await this.#idleSleep.close()
    this.#keeper.stop()
  }
}

function createVisitDeps(
  frontier: WorkerFrontier,
  settings: WorkerSettings,
  onExcluded: (urls: number) => void,
): VisitDeps {
  const { exchanger, clock, meters, obeysRobots, userAgent, followRedirects, maxRedirects, maxPauseMs, discover } =
    settings
  const robotName = readProductToken(userAgent)
  return {
    frontier,
    exchanger,
    robots: obeysRobots ? openRobotsMemory(frontier, robotName, clock, onExcluded) : null,
    clock,
    pool: new HostPool(clock),
    maxPauseMs,
    followRedirects,
    maxRedirects,
    discover,
    robotName,
    rules: settings,
    overloads: new Overloads(() => meters.add('worker_overloaded_total')),
    budget: new HostBudget(frontier, discover?.maxPerHost ?? Number.POSITIVE_INFINITY),
    // A URL that a person added may redirect to any host; its links are then collected there.
    isInScope: (from, to, depth) => discover === null || depth === 0 || isSameSite(discover.scope, from, to),
  }
}
