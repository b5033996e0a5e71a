import type { Frontier } from '../frontier/frontier.ts'
import { RegistryError } from '../registry/errors.ts'
import { StoreError } from '../store/errors.ts'
import type { Completion, CompletionResult } from '../frontier/complete/completion.ts'
import type { WorkerClock } from './clock.ts'

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

export interface PatienceOptions {
  readonly clock: WorkerClock
  /** Until when failures are waited out, by the clock; it may draw nearer meanwhile. */
  readonly patientUntil: () => number
  /** Hears of every failure that is waited out, and of the end of a row of them. */
  readonly onTrouble?: ((error: Error) => void) | undefined
  readonly onRecovery?: (() => void) | undefined
}

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5000

/** Links are not taken in while all keys move to another policy. */
const MOVING = 'registry/rekey-under-way'

/** What passes without a change here, or is fixed while the worker waits: a restart, a full disk, too many connections. */
export function isPassing(error: unknown): error is StoreError | RegistryError {
  if (error instanceof RegistryError) return error.code === MOVING
  return error instanceof StoreError && error.retry
}

/** The same frontier for who can wait: what fails because the database is away is done again when it is back. */
export function patientFrontier(frontier: WorkerFrontier, options: PatienceOptions): WorkerFrontier {
  const patiently = <T>(work: () => Promise<T>): Promise<T> => rideOut(work, options)
  return {
    now: () => patiently(() => frontier.now()),
    submit: (lines, given) => patiently(() => frontier.submit(lines, given)),
    claim: (given) => patiently(() => frontier.claim(given)),
    // Not waited for: a lease that could not be kept alive is over before the database is back.
    heartbeat: (leases) => frontier.heartbeat(leases),
    renewReservations: (reserved) => frontier.renewReservations(reserved),
    complete: (completions) => completeInParts(frontier, completions, options),
    acceptCanonicals: (claims) => patiently(() => frontier.acceptCanonicals(claims)),
    recordContents: (contents) => patiently(() => frontier.recordContents(contents)),
    countFetched: (host, most) => patiently(() => frontier.countFetched(host, most)),
    reserve: (host) => patiently(() => frontier.reserve(host)),
    releaseHosts: (visits) => patiently(() => frontier.releaseHosts(visits)),
    readRobots: (origin) => patiently(() => frontier.readRobots(origin)),
    recordRobots: (origin, news) => patiently(() => frontier.recordRobots(origin, news)),
    sweep: () => patiently(() => frontier.sweep()),
    readOutlook: (given) => patiently(() => frontier.readOutlook(given)),
    readWaiting: () => patiently(() => frontier.readWaiting()),
    countByState: () => patiently(() => frontier.countByState()),
    // Those who watch would rather know nothing than wait.
    readGauges: () => frontier.readGauges(),
    readServerGauges: () => frontier.readServerGauges(),
    countByReason: () => frontier.countByReason(),
  }
}

/** What broke off so often in a row may be more than can be written at once. */
const MOST_BREAKS = 2
const BREAKS: ReadonlySet<StoreError['code']> = new Set(['store/connection-lost', 'store/timeout'])

async function completeInParts(
  frontier: WorkerFrontier,
  completions: readonly Completion[],
  options: PatienceOptions,
): Promise<CompletionResult[]> {
  let breaks = 0
  const isTooMuch = (error: unknown): boolean => {
    breaks = error instanceof StoreError && BREAKS.has(error.code) ? breaks + 1 : 0
    return breaks === MOST_BREAKS && completions.length > 1
  }
  try {
    return await rideOut(() => frontier.complete(completions), { ...options, isTooMuch })
  } catch (error) {
    if (breaks < MOST_BREAKS || completions.length < 2) throw error
  }
  const half = Math.ceil(completions.length / 2)
  const answers = await completeInParts(frontier, completions.slice(0, half), options)
  answers.push(...(await completeInParts(frontier, completions.slice(half), options)))
  options.onRecovery?.()
  return answers
}

interface RideOptions extends PatienceOptions {
  /** Whether it is no use to try the same again. */
  readonly isTooMuch?: (error: unknown) => boolean
}

async function rideOut<T>(
  work: () => Promise<T>,
  { clock, patientUntil, onTrouble, onRecovery, isTooMuch }: RideOptions,
): Promise<T> {
  for (let wait = FIRST_WAIT_MS, failures = 0; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      const result = await work()
      if (failures > 0) onRecovery?.()
      return result
    } catch (error) {
      if (!isPassing(error) || clock.now() + wait > patientUntil()) throw error
      onTrouble?.(error)
      if (isTooMuch?.(error) === true) throw error
      failures += 1
      await clock.sleep(wait)
    }
  }
}
