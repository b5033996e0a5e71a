import type { Frontier } from '../frontier/frontier.ts'
import { RegistryError } from '../registry/errors.ts'
import { StoreError } from '../store/errors.ts'
import type { Completion, CompletionResult } from '../frontier/complete/completion.ts'
import type { WorkerClock } from './worker-clock.ts'

/** The verbs of a frontier that a worker uses. */
export type WorkerFrontier = Pick<
  Frontier,
  | 'now'
  | 'submit'
  | 'claim'
  | 'heartbeat'
  | 'complete'
  | 'acceptCanonicals'
  | 'recordContents'
  | 'countFetched'
  | 'reserve'
  | 'renewReservations'
  | 'releaseHosts'
  | 'readRobots'
  | 'recordRobots'
  | 'sweep'
  | 'readOutlook'
  | 'readWaiting'
  | 'readGauges'
  | 'readServerGauges'
  | 'countByState'
  | 'countByReason'
>

export interface RetryOptions {
  readonly clock: WorkerClock
  /** Until when failures are waited out, by the clock; it may draw nearer meanwhile. */
  readonly retryUntil: () => number
  /** Hears of every failure that is waited out, and of the end of a row of them. */
  readonly onTrouble?: ((error: Error) => void) | undefined
  readonly onRecovery?: (() => void) | undefined
}

const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 5000

/** Links are not taken in while all keys move to another policy. */
const REKEY_UNDER_WAY = 'registry/rekey-under-way'

/** What passes without a change here, or is fixed while the worker waits: a restart, a full disk, too many connections. */
export function isTemporary(error: unknown): error is StoreError | RegistryError {
  if (error instanceof RegistryError) return error.code === REKEY_UNDER_WAY
  return error instanceof StoreError && error.retry
}

/** The same frontier for who can wait: what fails because the database is away is done again when it is back. */
export function createRetryingFrontier(frontier: WorkerFrontier, options: RetryOptions): WorkerFrontier {
  const retrying = <T>(work: () => Promise<T>): Promise<T> => retryWhileAway(work, options)
  return {
    now: () => retrying(() => frontier.now()),
    submit: (lines, given) => retrying(() => frontier.submit(lines, given)),
    claim: (given) => retrying(() => frontier.claim(given)),
    // Not waited for: a lease that could not be kept alive is over before the database is back.
    heartbeat: (leases) => frontier.heartbeat(leases),
    renewReservations: (reserved) => frontier.renewReservations(reserved),
    complete: (completions) => completeInParts(frontier, completions, options),
    acceptCanonicals: (claims) => retrying(() => frontier.acceptCanonicals(claims)),
    recordContents: (contents) => retrying(() => frontier.recordContents(contents)),
    countFetched: (host, most) => retrying(() => frontier.countFetched(host, most)),
    reserve: (host) => retrying(() => frontier.reserve(host)),
    releaseHosts: (visits) => retrying(() => frontier.releaseHosts(visits)),
    readRobots: (origin) => retrying(() => frontier.readRobots(origin)),
    recordRobots: (origin, news) => retrying(() => frontier.recordRobots(origin, news)),
    sweep: () => retrying(() => frontier.sweep()),
    readOutlook: (given) => retrying(() => frontier.readOutlook(given)),
    readWaiting: () => retrying(() => frontier.readWaiting()),
    countByState: () => retrying(() => frontier.countByState()),
    // Those who watch would rather know nothing than wait.
    readGauges: () => frontier.readGauges(),
    readServerGauges: () => frontier.readServerGauges(),
    countByReason: () => frontier.countByReason(),
  }
}

/** What broke off so often in a row may be more than can be written at once. */
const MAX_BREAKS = 2
const BREAKS: ReadonlySet<StoreError['code']> = new Set(['store/connection-lost', 'store/timeout'])

async function completeInParts(
  frontier: WorkerFrontier,
  completions: readonly Completion[],
  options: RetryOptions,
): Promise<CompletionResult[]> {
  let breaks = 0
  const isTooLarge = (error: unknown): boolean => {
    breaks = error instanceof StoreError && BREAKS.has(error.code) ? breaks + 1 : 0
    return breaks === MAX_BREAKS && completions.length > 1
  }
  try {
    return await retryWhileAway(() => frontier.complete(completions), { ...options, isTooLarge })
  } catch (error) {
    if (breaks < MAX_BREAKS || completions.length < 2) throw error
  }
  const half = Math.ceil(completions.length / 2)
  const answers = await completeInParts(frontier, completions.slice(0, half), options)
  answers.push(...(await completeInParts(frontier, completions.slice(half), options)))
  options.onRecovery?.()
  return answers
}

interface RetryWorkOptions extends RetryOptions {
  /** Whether it is no use to try the same again. */
  readonly isTooLarge?: (error: unknown) => boolean
}

async function retryWhileAway<T>(
  work: () => Promise<T>,
  { clock, retryUntil, onTrouble, onRecovery, isTooLarge }: RetryWorkOptions,
): Promise<T> {
  for (let wait = FIRST_WAIT_MS, failures = 0; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      const result = await work()
      if (failures > 0) onRecovery?.()
      return result
    } catch (error) {
      if (!isTemporary(error) || clock.now() + wait > retryUntil()) throw error
      onTrouble?.(error)
      if (isTooLarge?.(error) === true) throw error
      failures += 1
      await clock.sleep(wait)
    }
  }
}
