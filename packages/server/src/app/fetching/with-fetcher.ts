import type { Canonist } from '../open-canonist.ts'
import type { PoliteOptions } from './network-options.ts'
import { openPoliteFetcher, type Fetcher } from './open-fetcher.ts'

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
