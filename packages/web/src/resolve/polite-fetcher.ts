import { setTimeout as sleep } from 'node:timers/promises'
import { createNetFailure } from '../net/errors.ts'
import { createHostClock } from '../net/politeness/host-clock.ts'
import { createLimit } from '../net/politeness/limit.ts'
import { createPoliteExchanger, type PoliteOptions } from '../net/politeness/polite-exchanger.ts'
import type { PoliteHosts } from '../net/politeness/polite-hosts.ts'
import { isRedirect } from '../net/redirect-status.ts'
import { ROBOTS_BYTES } from '../net/robots/read-robots.ts'
import { createRobotsGate, type RobotsFetch, type RobotsGate } from '../net/robots/robots.ts'
import { DEFAULT_USER_AGENT } from '../net/user-agent.ts'
import { createFetcherOn, type Fetcher } from './fetcher.ts'

export interface PoliteFetcherOptions {
  /** Minimum time between two requests to the same host; ignored with `hosts`, which have their own. */
  readonly delayMs?: number | undefined
  /** Maximum number of concurrent requests over all hosts; each host gets one at a time. */
  readonly most?: number | undefined
  /**
   * The longest pause (Retry-After) to wait for, in milliseconds. If a host asks for a longer one, all
   * requests to it fail with `host_busy` until the pause ends. Without this option every pause is waited for, up to a day.
   */
  readonly maxWaitMs?: number | undefined
  readonly obeysRobots?: boolean | undefined
  /** The User-Agent of the requests, by whose first word robots.txt may name it. */
  readonly userAgent?: string | undefined
  /**
   * Hands out the turns of hosts and keeps robots.txt files: `(await openHosts('canonist.db')).polite` shares both with every
   * process on a database. Without it, this fetcher shares them with no other.
   */
  readonly hosts?: PoliteHosts | undefined
}

/**
 * Creates a fetcher for lists: one request at a time to a host, a delay between them, robots.txt first. The deadline
 * of a redirect chain does not apply, since most of the time is spent waiting for hosts; every exchange keeps its own.
 *
 * @example
 * const polite = createPoliteFetcher(createFetcher())
 * await Promise.all(urls.map((url) => canonicalize(url, { fetcher: polite })))
 */
export function createPoliteFetcher(fetcher: Fetcher, options: PoliteFetcherOptions = {}): Fetcher {
  const { delayMs = 1000, most = 32, obeysRobots = true, userAgent = DEFAULT_USER_AGENT } = options
  const { maxWaitMs = Number.POSITIVE_INFINITY } = options
  const hosts = options.hosts ?? createHostClock({ delayMs, now: () => performance.now(), sleep: pause })
  const manners = { hosts, limit: createLimit(most), now: () => Date.now(), maxWaitMs }
  return createPoliteFetcherOn(fetcher, manners, obeysRobots ? userAgent : null)
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleep(ms, undefined, signal === undefined ? {} : { signal })

type Politeness = Omit<PoliteOptions, 'robots' | 'aroundRequest'>

/** @param userAgent the name for robots.txt; null to ignore robots.txt */
export function createPoliteFetcherOn(fetcher: Fetcher, manners: Politeness, userAgent: string | null): Fetcher {
  const robots = userAgent === null ? null : createGateFor(fetcher, manners, userAgent)
  return createFetcherOn(createPoliteExchanger(fetcher, { ...manners, robots }), null)
}

function createGateFor(fetcher: Fetcher, manners: Politeness, userAgent: string): RobotsGate {
  const fetch: RobotsFetch = (url, init, { isKnown, keep }) => {
    const aroundRequest: PoliteOptions['aroundRequest'] = async (send) => {
      if (await isKnown()) return { ...createNetFailure('refused_by_caller', url), url, ms: 0 }
      const answer = await send()
      if (answer.ok && !isRedirect(answer.status)) await keep(answer)
      return answer
    }
    const asking = createFetcherOn(createPoliteExchanger(fetcher, { ...manners, robots: null, aroundRequest }), null)
    return asking.follow(url, { ...init, maxBytes: ROBOTS_BYTES, overflow: 'cut' })
  }
  return createRobotsGate({ fetch, now: manners.now, userAgent, store: manners.hosts.robots })
}
