import type { LearnResult } from '@canonist/core/learn'
import type { Fetcher } from '../resolve/fetcher.ts'
import { findOwner } from './find-owner.ts'
import type { ProbeOutcome } from './probe/probe-all.ts'

export type { ProbeOutcome }

export interface ProbeRulesOptions {
  /** Polite, please: `createPoliteFetcher` of `canonist/net` keeps to robots.txt and to one request at a time for each host. */
  readonly fetcher: Fetcher
  /** URLs to try rules on: those of the log. */
  readonly urls: Iterable<string>
  /** Requests for each site. */
  readonly budget?: number
  readonly maxRedirects?: number
  /** What belongs to one owner, as it was told to `learnRules`. */
  readonly registrableDomain?: (host: string) => string
  readonly sitesAtOnce?: number
  readonly onRequest?: () => void
}

const BUDGET = 200

/**
 * Asks the network about every doubtful rule, within a budget: what it confirms joins the policy, what it refutes is
 * rejected. The part that reads pages is loaded when it is used.
 *
 * @example
 * const { result } = await probeRules(learned, { fetcher, urls: log.map(({ url }) => url) })
 * result.doubtful // what is still open
 */
export async function probeRules(learned: LearnResult, options: ProbeRulesOptions): Promise<ProbeOutcome> {
  const { urls, budget = BUDGET, registrableDomain: findSite = findOwner, ...rest } = options
  const { probeAll } = await import('./probe/probe-all.ts')
  const { UrlSample } = await import('./probe/url-sample.ts')
  const sample = new UrlSample(findSite)
  for (const url of urls) sample.add(url)
  return probeAll(learned, { ...rest, budget, findSite, listUrls: (site) => sample.listUrls(site) })
}
