import type { Frontier } from '../frontier/frontier.ts'
import { RegistryError } from '@canonist/registry/internal/registry/errors'
import { StoreError } from '@canonist/registry/internal/store/errors'
import type { Completion, CompletionResult } from '../frontier/complete/completion.ts'
import type { WorkerClock } from './worker-clock.ts'

/** The methods of a frontier that a worker uses. */
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
  | 'watchReady'
  | 'readWaiting'
  | 'readGauges'
  | 'readServerGauges'
  | 'countByState'
  | 'countByReason'
>

export interface RetryOptions {
  readonly clock: WorkerClock
  /** Until when to retry, by the clock. It may move closer while a call is being retried. */
  readonly retryUntil: () => number
  /** Called with every temporary failure; `onRecovery` when a series of them has ended. */
  readonly onTrouble?: ((error: Error) => void) | undefined
  readonly onRecovery?: (() => void) | undefined
}

const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 5000

/** Links cannot be submitted while all keys move to another policy. */
const REKEY_UNDER_WAY = 'registry/rekey-under-way'

/** Whether a failure may pass while the worker waits: a restart of the server, a full disk, too many connections. */
export function isTemporary(error: unknown): error is StoreError | RegistryError {
  if (error instanceof RegistryError) return error.code === REKEY_UNDER_WAY
  return error instanceof StoreError && error.retry
}

/** The same frontier, with retries: calls that fail because the database is away are repeated until it is back. */
export function createRetryingFrontier(frontier: WorkerFrontier, options: RetryOptions): WorkerFrontier {
  const retrying = <T>(work: () => Promise<T>): Promise<T> => retryWhileAway(work, options)
  return {
    now: () => retrying(() => frontier.now()),
    submit: (lines, given) => retrying(() => frontier.submit(lines, given)),
    claim: (given) => retrying(() => frontier.claim(given)),
    // Not retried: a lease that could not be renewed has expired before the database is back.
    heartbeat: (leases) => frontier.heartbeat(leases),
    renewReservations: (reserved) => frontier.renewReservations(reserved),
    complete: (completions) => completeInParts(frontier, completions, options),
    acceptCanonicals: (claims) => retrying(() => frontier.acceptCanonicals(claims)),
    recordContents: (contents) => retrying(() => frontier.recordContents(contents)),
    countFetched: (host, most) => retrying(() => frontier.countFetched(host, most)),
    reserve: (host) => retrying(() => frontier.reserve(host)),
    releaseHosts: (visits) => retrying(() => frontier.releaseHosts(visits)),
    readRobots: (origin) => retrying(() => frontier.readRobots(origin)),
    recordRobots: (origin, file) => retrying(() => frontier.recordRobots(origin, file)),
    sweep: () => retrying(() => frontier.sweep()),
    readOutlook: (given) => retrying(() => frontier.readOutlook(given)),
    watchReady: (events) => frontier.watchReady(events),
    readWaiting: () => retrying(() => frontier.readWaiting()),
    countByState: () => retrying(() => frontier.countByState()),
    // Not retried: monitoring must not wait for the database.
    readGauges: () => frontier.readGauges(),
    readServerGauges: () => frontier.readServerGauges(),
    countByReason: () => frontier.countByReason(),
  }
}

/** After this many lost connections in a row, the batch may be too large to write at once, and is split. */
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
  /** Whether repeating the same call is pointless. */
  readonly isTooLarge?: (error: unknown) => boolean
}

/** Repeats work on the database while it fails only because the database is away. */
export async function retryWhileAway<T>(
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
