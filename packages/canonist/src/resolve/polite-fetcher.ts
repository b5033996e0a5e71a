import { setTimeout as sleep } from 'node:timers/promises'
import { netFailure } from '../net/errors.ts'
import { createHostClock } from '../net/politeness/host-clock.ts'
import { createLimit } from '../net/politeness/limit.ts'
import { politeExchanger, type PoliteOptions } from '../net/politeness/polite-exchanger.ts'
import type { PoliteHosts } from '../net/politeness/polite-hosts.ts'
import { isRedirect } from '../net/redirect-status.ts'
import { ROBOTS_BYTES } from '../net/robots/read-robots.ts'
import { createRobotsGate, type RobotsFetch, type RobotsGate } from '../net/robots/robots.ts'
import { DEFAULT_USER_AGENT } from '../net/user-agent.ts'
import { fetcherOn, type Fetcher } from './fetcher.ts'

export interface PoliteFetcherOptions {
  /** The least time between two requests to one host; with `hosts`, those have their own. */
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
  /**
   * Who hands out the turns of hosts, and keeps robots.txt files: `(await openHosts('canonist.db')).polite` shares both with every
   * process on a database. Left out, this fetcher shares them with nobody.
   */
  readonly hosts?: PoliteHosts | undefined
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
  const hosts = options.hosts ?? createHostClock({ delayMs, now: () => performance.now(), sleep: pause })
  const manners = { hosts, limit: createLimit(most), now: () => Date.now(), maxWaitMs }
  return politeFetcherOn(fetcher, manners, obeysRobots ? userAgent : null)
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleep(ms, undefined, signal === undefined ? {} : { signal })

type Manners = Omit<PoliteOptions, 'robots' | 'aroundRequest'>

/** @param userAgent as robots.txt knows it; null where robots.txt is not to be asked */
export function politeFetcherOn(fetcher: Fetcher, manners: Manners, userAgent: string | null): Fetcher {
  const robots = userAgent === null ? null : robotsGateOf(fetcher, manners, userAgent)
  return fetcherOn(politeExchanger(fetcher, { ...manners, robots }), null)
}

function robotsGateOf(fetcher: Fetcher, manners: Manners, userAgent: string): RobotsGate {
  const fetch: RobotsFetch = (url, init, { isKnown, keep }) => {
    const aroundRequest: PoliteOptions['aroundRequest'] = async (send) => {
      if (await isKnown()) return { ...netFailure('refused_by_caller', url), url, ms: 0 }
      const answer = await send()
      if (answer.ok && !isRedirect(answer.status)) await keep(answer)
      return answer
    }
    const asking = fetcherOn(politeExchanger(fetcher, { ...manners, robots: null, aroundRequest }), null)
    return asking.follow(url, { ...init, maxBytes: ROBOTS_BYTES, overflow: 'cut' })
  }
  return createRobotsGate({ fetch, now: manners.now, userAgent, store: manners.hosts.robots })
}
