import type { LearnResult } from '../log/types.ts'
import type { Fetcher } from '@canonist/web/internal/resolve/fetcher'
import { findOwner } from '../rules/find-owner.ts'
import type { ProbeOutcome } from './probe-all.ts'

export type { ProbeOutcome }

export interface ProbeRulesOptions {
  /** Use a polite one: `createPoliteFetcher` of `canonist/net` obeys robots.txt and sends one request at a time to each host. */
  readonly fetcher: Fetcher
  /** URLs to try rules on: those of the log. */
  readonly urls: Iterable<string>
  /** Requests for each site. */
  readonly budget?: number
  readonly maxRedirects?: number
  /** The site of a host, as for `learnRules`. */
  readonly registrableDomain?: (host: string) => string
  readonly sitesAtOnce?: number
  readonly onRequest?: () => void
}

const BUDGET = 200

/**
 * Probes every doubtful rule with requests, within a budget. Confirmed rules join the policy, refuted ones are rejected. The code
 * that reads pages is loaded on first use.
 *
 * @example
 * const { result } = await probeRules(learned, { fetcher, urls: log.map(({ url }) => url) })
 * result.doubtful // rules that are still undecided
 */
export async function probeRules(learned: LearnResult, options: ProbeRulesOptions): Promise<ProbeOutcome> {
  const { urls, budget = BUDGET, registrableDomain: findSite = findOwner, ...rest } = options
  const { probeAll } = await import('./probe-all.ts')
  const { UrlSample } = await import('./url-sample.ts')
  const sample = new UrlSample(findSite)
  for (const url of urls) sample.add(url)
  return probeAll(learned, { ...rest, budget, findSite, listUrls: (site) => sample.listUrls(site) })
}
