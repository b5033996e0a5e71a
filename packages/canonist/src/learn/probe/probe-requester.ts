import { isSilence } from '../../net/politeness/silence.ts'
import type { Fetcher } from '../../resolve/fetcher.ts'
import { readServed, type Served } from './served.ts'

export interface ProbeRequestOptions {
  /** A polite one: it keeps to robots.txt, and to one request at a time for each host. */
  readonly fetcher: Fetcher
  /** Requests for each site. */
  readonly budget: number
  readonly maxRedirects?: number | undefined
  readonly onRequest?: () => void
  /** Ends the probe: whoever waits for it gets the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

const MAX_REDIRECTS = 5

/** Asks the network within a budget, and counts. */
export class ProbeRequester {
  requests = 0
  /** Whether any server said a word. */
  hasResponse = false
  readonly #options: ProbeRequestOptions

  constructor(options: ProbeRequestOptions) {
    this.#options = options
  }

  /** Whether a whole pair can still be asked for: both URLs, and the first once more. */
  get hasBudget(): boolean {
    return this.requests + 3 <= this.#options.budget
  }

  /** Redirects count, too: a way that is longer than the budget is not gone to its end. */
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
