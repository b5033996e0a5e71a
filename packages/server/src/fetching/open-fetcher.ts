import type { PoliteHosts } from '@canonist/web/internal/net/politeness/polite-hosts'
import { createFetcher, type Fetcher } from '@canonist/web/internal/resolve/fetcher'
import { createPoliteFetcher } from '@canonist/web/internal/resolve/polite-fetcher'
import { AppError } from '../canonist/errors.ts'

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

/** How requests are sent; `undefined` means the default of `createFetcher`. */
export interface NetworkOptions {
  /** Where to connect instead: `HOST:PORT` to `ADDRESS:PORT`; an empty HOST or PORT means any. */
  readonly connectTo?: Readonly<Record<string, string>> | undefined
  /** The certificate authorities to trust instead of the usual ones, in PEM. */
  readonly ca?: string | undefined
  readonly userAgent?: string | undefined
  /** The longest time for one request with its redirects; in a list, for each of these. */
  readonly timeoutMs?: number | undefined
  readonly maxBytes?: number | undefined
}

/** How many requests are sent to how many hosts; `undefined` means the default of `createPoliteFetcher`. */
export interface PoliteOptions extends NetworkOptions {
  /** The minimum time between two requests to one host. */
  readonly hostDelayMs?: number | undefined
  /** Requests at once, over all hosts; each host gets one at a time. */
  readonly concurrency?: number | undefined
  /** The longest pause that a host may ask for; requests to a host that asks for more fail with `host_busy`. */
  readonly maxWaitMs?: number | undefined
  readonly obeysRobots?: boolean | undefined
}
