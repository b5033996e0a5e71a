import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_USER_AGENT } from '../net/user-agent.ts'
import { createHostClock } from '../net/politeness/host-clock.ts'
import { createLimit } from '../net/politeness/limit.ts'
import { politeExchanger } from '../net/politeness/polite-exchanger.ts'
import { createRobotsGate, ROBOTS_BYTES } from '../net/robots/robots.ts'
import { fetcherOn, type Fetcher } from './fetcher.ts'

export interface PoliteFetcherOptions {
  /** The least time between the starts of two requests to one host. */
  readonly delayMs?: number | undefined
  /** Requests at once, over all hosts; one at a time for each. */
  readonly most?: number | undefined
  /**
   * The longest pause that a host may ask for (Retry-After) and that is waited for, in milliseconds; with a longer one all
   * requests to the host fail with `host_busy` until it ends. Without it every pause is waited for, up to a day.
   */
  readonly maxWaitMs?: number | undefined
  readonly obeysRobots?: boolean | undefined
  /** What the requests say they are, as robots.txt knows it. */
  readonly userAgent?: string | undefined
}

/**
 * A fetcher for lists: one request at a time to a host and a pause between them, robots.txt asked first. The deadline
 * of a redirect chain does not run here, since most of the time is spent waiting in line; every exchange keeps its own.
 *
 * @example
 * const polite = createPoliteFetcher(createFetcher())
 * await Promise.all(urls.map((url) => canonicalize(url, { fetcher: polite })))
 */
export function createPoliteFetcher(fetcher: Fetcher, options: PoliteFetcherOptions = {}): Fetcher {
  const { delayMs = 1000, most = 32, obeysRobots = true, userAgent = DEFAULT_USER_AGENT } = options
  const { maxWaitMs = Number.POSITIVE_INFINITY } = options
  const clock = createHostClock({ delayMs, now: () => performance.now(), sleep: pause })
  const manners = { clock, limit: createLimit(most), now: () => Date.now(), maxWaitMs }
  const unhurried = fetcherOn(politeExchanger(fetcher, { ...manners, robots: null }), null)
  if (!obeysRobots) return unhurried
  const robots = createRobotsGate({
    fetch: (url, init) => unhurried.follow(url, { ...init, maxBytes: ROBOTS_BYTES, overflow: 'cut' }),
    now: () => Date.now(),
    userAgent,
  })
  return fetcherOn(politeExchanger(fetcher, { ...manners, robots }), null)
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleep(ms, undefined, signal === undefined ? {} : { signal })
