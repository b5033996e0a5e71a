import { openHosts } from '@canonist/crawl/internal/hosts/hosts'
import { type PoliteOptions, openFetcher, openPoliteFetcher, type Fetcher } from './open-fetcher.ts'
import type { Canonist } from '../canonist/open-canonist.ts'

export interface SharedFetcherOptions extends PoliteOptions {
  /** False for a single URL that a person waits for: then robots.txt is not fetched. */
  readonly isList?: boolean | undefined
  /** How long others wait for a host if this process dies. */
  readonly leaseMs?: number | undefined
}

/** Such a database cannot be shared. */
const IN_MEMORY = /^(?:sqlite:)?:memory:$/

/**
 * A fetcher whose requests all take their turns at the hosts of a database, which must exist: a host sees one polite client, however
 * many processes there are. Closing the fetcher closes its connection to the database.
 *
 * @param location undefined without a database; then nothing is shared
 */
export async function openSharedFetcher(
  location: string | undefined,
  options: SharedFetcherOptions = {},
): Promise<Fetcher> {
  const { hostDelayMs, leaseMs, isList = true, obeysRobots = true } = options
  if (location === undefined || IN_MEMORY.test(location))
    return isList ? openPoliteFetcher(options) : openFetcher(options)
  const hosts = await openHosts(location, { hostDelayMs, leaseMs, mustExist: true })
  const fetcher = openPoliteFetcher({ ...options, obeysRobots: isList && obeysRobots }, hosts.polite)
  return {
    ...fetcher,
    async close() {
      await fetcher.close()
      await hosts.close()
    },
  }
}

/** A person waits for the answer. */
const MAX_WAIT_MS = 30_000

/**
 * Opens a fetcher for a single URL on the hosts of the database, and closes it when `use` is done. Its requests take their turns with
 * those of every process there; robots.txt is not fetched, and a host that is paused for longer than 30 seconds is `host_busy`.
 */
export async function withFetcher<T>(
  app: Canonist,
  options: PoliteOptions | undefined,
  use: (fetcher: Fetcher) => Promise<T>,
): Promise<T> {
  const { polite } = await app.hosts()
  const fetcher = openPoliteFetcher({ maxWaitMs: MAX_WAIT_MS, ...options, obeysRobots: false }, polite)
  try {
    return await use(fetcher)
  } finally {
    await fetcher.close()
  }
}
