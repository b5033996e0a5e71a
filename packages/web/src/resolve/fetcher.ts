import type { Exchanger } from '../net/exchange.ts'
import { createExchanger } from '../net/exchanger.ts'
import { MAX_TIMEOUT, resolveTimeouts, type ExchangerOptions } from '../net/exchanger-options.ts'
import { follow, type FollowOptions, type FollowResult } from './follow.ts'

export type FetcherOptions = ExchangerOptions

/** Makes safe exchanges, one at a time or along redirects, over kept connections. */
export interface Fetcher extends Exchanger {
  follow(url: string, options?: FollowOptions): Promise<FollowResult>
}

/**
 * Creates a fetcher. Everything that sends requests uses one of these.
 *
 * @example
 * const fetcher = createFetcher()
 * const result = await fetcher.follow('http://boe.es/')
 * await fetcher.close()
 */
export function createFetcher(options: FetcherOptions = {}): Fetcher {
  return createFetcherOn(createExchanger(options), resolveTimeouts(options.timeouts).total)
}

/** Follows redirects over an exchanger, each chain within `totalMs`; null leaves the deadline to the exchanges. */
export function createFetcherOn(exchanger: Exchanger, totalMs: number | null): Fetcher {
  return {
    fetch: (url, init) => exchanger.fetch(url, init),
    check: (url, init) => exchanger.check(url, init),
    close: () => exchanger.close(),
    follow: (url, init = {}) => follow(exchanger, url, { totalMs: totalMs ?? MAX_TIMEOUT, ...init }),
  }
}
