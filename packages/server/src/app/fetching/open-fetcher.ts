import type { PoliteHosts } from '@canonist/web/internal/net/politeness/polite-hosts'
import { createFetcher, type Fetcher } from '@canonist/web/internal/resolve/fetcher'
import { createPoliteFetcher } from '@canonist/web/internal/resolve/polite-fetcher'
import { AppError } from '../errors.ts'
import type { NetworkOptions, PoliteOptions } from './network-options.ts'

export type { Fetcher } from '@canonist/web/internal/resolve/fetcher'

/** For a single URL that a person waits for: its requests start at once, and robots.txt is not fetched. */
export function openFetcher({ connectTo, ca, userAgent, timeoutMs, maxBytes }: NetworkOptions = {}): Fetcher {
  const timeouts = timeoutMs === undefined ? undefined : { total: timeoutMs }
  try {
    return createFetcher({ connectTo, ca, userAgent, timeouts, maxBytes })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError('app/bad-network-option', { detail: error.message, cause: error })
  }
}

/**
 * For lists: one request at a time to a host, with pauses between them, and robots.txt first. With `hosts`, all processes on their
 * database count as one client.
 */
export function openPoliteFetcher(options: PoliteOptions = {}, hosts?: PoliteHosts): Fetcher {
  const { hostDelayMs, concurrency, maxWaitMs, obeysRobots, userAgent } = options
  return createPoliteFetcher(openFetcher(options), {
    delayMs: hostDelayMs,
    most: concurrency,
    maxWaitMs,
    obeysRobots,
    userAgent,
    hosts,
  })
}
