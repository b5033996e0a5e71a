import { isSilence } from '@canonist/web/internal/net/politeness/silence'
import type { Fetcher } from '@canonist/web/internal/resolve/fetcher'
import { readServed, type Served } from './served.ts'

export interface ProbeRequestOptions {
  /** Must be polite: obey robots.txt, and send one request at a time to each host. */
  readonly fetcher: Fetcher
  /** Requests for each site. */
  readonly budget: number
  readonly maxRedirects?: number | undefined
  readonly onRequest?: () => void
  /** Ends the probe, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

const MAX_REDIRECTS = 5

/** Sends requests within a budget, and counts them. */
export class ProbeRequester {
  requests = 0
  /** Whether any server responded. */
  hasResponse = false
  readonly #options: ProbeRequestOptions

  constructor(options: ProbeRequestOptions) {
    this.#options = options
  }

  /** Whether the budget is enough for another pair: both URLs, and the first one again. */
  get hasBudget(): boolean {
    return this.requests + 3 <= this.#options.budget
  }

  /** Redirects count as requests, so a chain that exceeds the budget is not followed to its end. */
  async request(url: string): Promise<Served> {
    const { fetcher, budget, maxRedirects = MAX_REDIRECTS, onRequest, signal } = this.#options
    const left = budget - this.requests
    if (left < 1) return { kind: 'nothing' }
    signal?.throwIfAborted()
    const answer = await fetcher.follow(url, { maxRedirects: Math.min(maxRedirects, left - 1), signal })
    signal?.throwIfAborted()
    this.requests += 1 + answer.hops.length
    onRequest?.()
    if (answer.ok || !isSilence(answer.code)) this.hasResponse = true
    return readServed(url, answer)
  }
}
