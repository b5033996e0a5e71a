import { openFetcher as openPlain, openPoliteFetcher, type Fetcher } from '../app/fetching/open-fetcher.ts'
import { readConnectionOptions, readNetworkOptions, type ConnectionFlags } from './flags/network-options.ts'
import type { NetworkFlags } from './flags/network.ts'

export type { ConnectionFlags } from './flags/network-options.ts'

/** One URL that somebody waits for is asked at once; a list is asked politely. */
export async function openFetcher(flags: NetworkFlags, isList: boolean): Promise<Fetcher> {
  const options = await readNetworkOptions(flags)
  return isList ? openPoliteFetcher(options) : openPlain(options)
}

/** For who has manners of their own. */
export async function openPlainFetcher(flags: ConnectionFlags): Promise<Fetcher> {
  return openPlain(await readConnectionOptions(flags))
}
