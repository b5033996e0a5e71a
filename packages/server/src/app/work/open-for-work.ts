import { retryWhileAway } from '@canonist/crawl/internal/worker/retrying-frontier'
import { SYSTEM_CLOCK } from '@canonist/crawl/internal/worker/worker-clock'
import { openCanonist, type Canonist, type CanonistOptions } from '../open-canonist.ts'
import { Condition } from './condition.ts'

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
