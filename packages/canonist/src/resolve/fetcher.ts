import type { Exchanger } from '../net/exchange.ts'
import { createExchanger } from '../net/exchanger.ts'
import { LONGEST_TIMEOUT, resolveTimeouts, type ExchangerOptions } from '../net/exchanger-options.ts'
import { follow, type FollowOptions, type FollowResult } from './follow.ts'

export type FetcherOptions = ExchangerOptions

/** Safe exchanges, one at a time or along redirects, over connections that are kept. */
export interface Fetcher extends Exchanger {
  follow(url: string, options?: FollowOptions): Promise<FollowResult>
}

/**
 * Everything that fetches does so through one of these.
 *
 * @example
 * const fetcher = createFetcher()
 * const result = await fetcher.follow('http://boe.es/')
 * await fetcher.close()
 */
export function createFetcher(options: FetcherOptions = {}): Fetcher {
  return fetcherOn(createExchanger(options), resolveTimeouts(options.timeouts).total)
}

/** Follows redirects over an exchanger, each chain within so many milliseconds; null leaves that to the exchanges. */
export function fetcherOn(exchanger: Exchanger, totalMs: number | null): Fetcher {
  return {
    fetch: (url, init) => exchanger.fetch(url, init),
    check: (url, init) => exchanger.check(url, init),
    close: () => exchanger.close(),
    follow: (url, init = {}) => follow(exchanger, url, { totalMs: totalMs ?? LONGEST_TIMEOUT, ...init }),
  }
}
