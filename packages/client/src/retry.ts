import { CanonistError, type ErrorCode } from './errors.ts'

export interface RetryOptions {
  /** How often a request is sent again (4); 0: never. */
  readonly attempts?: number | undefined
  /** How long the first wait is (200); each further one is twice as long. */
  readonly firstWaitMs?: number | undefined
  /** The longest wait (30,000). If the server asks for a longer one, the call fails at once. */
  readonly maxWaitMs?: number | undefined
  /** From 0 up to 1 (`Math.random`): spreads the requests of many clients. */
  readonly random?: (() => number) | undefined
}

export interface RetrySettings {
  readonly attempts: number
  readonly firstWaitMs: number
  readonly maxWaitMs: number
  readonly random: () => number
}

export function resolveRetry(options: RetryOptions = {}): RetrySettings {
  const { attempts = 4, firstWaitMs = 200, maxWaitMs = 30_000, random = Math.random } = options
  return { attempts, firstWaitMs, maxWaitMs, random }
}

/** When a request is sent again: after any error that may pass, or only if the server has not begun to work on it. */
export type Repeats = 'always' | 'unbegun' | 'never'

/** With these the server refuses a request before anything is done. */
const REFUSALS: readonly ErrorCode[] = [
  'api/too-many-requests',
  'api/too-many-fetches',
  'api/stopping',
  'registry/rekey-under-way',
]

/** Node names the cause of a failed connection. Browsers do not, so there it may have begun. */
const NOT_CONNECTED: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

export function mayRepeat(error: unknown, repeats: Repeats): error is CanonistError {
  if (!(error instanceof CanonistError) || !error.retry || repeats === 'never') return false
  return repeats === 'always' || REFUSALS.includes(error.code) || isNotConnected(error.cause)
}

export const isNotConnected = (error: unknown): boolean => NOT_CONNECTED.includes(findSystemCode(error) ?? '')

/** The code of the system or of Node, which `fetch` hides in the cause of its own error. */
export function findSystemCode(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown }
  if (typeof code === 'string') return code
  return cause === undefined ? undefined : findSystemCode(cause)
}

/**
 * How long to wait before a request is sent again; null if that would be longer than the caller allows.
 *
 * @param attempt 0 before the first repetition
 */
export function findWait(attempt: number, retryAfterMs: number | null, settings: RetrySettings): number | null {
  const { firstWaitMs, maxWaitMs, random } = settings
  // Never earlier than the server asks for, and not all clients at the same moment.
  if (retryAfterMs !== null) return retryAfterMs > maxWaitMs ? null : retryAfterMs * (1 + random() / 4)
  return Math.min(maxWaitMs, firstWaitMs * 2 ** attempt) * ((1 + random()) / 2)
}

/** Rejects with the reason of the signal when it is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
