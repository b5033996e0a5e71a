import { probeAll, type ProbeOutcome } from '@canonist/learn/internal/probe/probe-all'
import type { Fetcher } from '@canonist/web/internal/resolve/fetcher'
import type { Learned } from './learn.ts'

export type { ProbeOutcome } from '@canonist/learn/internal/probe/probe-all'

export interface ProbeLearnedOptions {
  /** A polite one. */
  readonly fetcher: Fetcher
  /** Requests for each site, robots.txt not counted. */
  readonly budget: number
  readonly maxRedirects: number
  /** Sites at once. */
  readonly concurrency?: number | undefined
  /** Called after each request with the number of requests so far. */
  readonly onProgress?: ((requests: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Fetches some URLs of rules that are only likely, and lets what comes back decide. */
export function probeLearned({ result, sample }: Learned, options: ProbeLearnedOptions): Promise<ProbeOutcome> {
  const { fetcher, budget, maxRedirects, concurrency, onProgress, signal } = options
  let requests = 0
  return probeAll(result, {
    fetcher,
    budget,
    maxRedirects,
    signal,
    listUrls: (site) => sample?.listUrls(site) ?? [],
    ...(concurrency === undefined ? {} : { sitesAtOnce: concurrency }),
    onRequest: () => onProgress?.((requests += 1)),
  })
}
