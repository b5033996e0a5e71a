import { createNetFailure, type NetFailure } from '../errors.ts'
import type { ExchangeInit } from '../exchange.ts'
import type { RobotsResponse } from './read-robots.ts'
import { RobotsMemory, type RobotsKnowledge } from './robots-memory.ts'
import { isPathAllowed, readProductToken } from './robots-rules.ts'
import type { RobotsStore } from './robots-store.ts'

/** Options of the page's request that also apply to the request for robots.txt. */
export type RobotsInit = Pick<ExchangeInit, 'allowPort' | 'reservedNames'>

export type RobotsFetch = (url: string, init: RobotsInit, inTurn: RobotsTurn) => Promise<RobotsResponse>

/** Called during the host's turn, so that the next process finds the file and need not request it. */
export interface RobotsTurn {
  /** Whether another process has stored the file meanwhile: then it need not be requested. */
  readonly isKnown: () => Promise<boolean>
  readonly keep: (answer: RobotsResponse) => Promise<void>
}

export interface RobotsGateOptions {
  /** Requests a robots.txt, follows up to five redirects, and cuts it at ROBOTS_BYTES. */
  readonly fetch: RobotsFetch
  /** Milliseconds. */
  readonly now: () => number
  /** The User-Agent of the requests; its first word is the name by which robots.txt may address us. */
  readonly userAgent: string
  /** How many characters of robots.txt files are remembered in all. */
  readonly memory?: number | undefined
  /** The store that this process shares with others (default: none). */
  readonly store?: RobotsStore | null | undefined
}

export type RobotsVerdict =
  | { readonly allowed: true; /** In seconds. */ readonly crawlDelay: number | null }
  | {
      readonly allowed: false
      readonly code: 'robots_disallowed' | 'robots_unreachable'
      readonly message: string
      /** The failed request, if robots.txt could not be read because of it. */
      readonly cause?: NetFailure
    }

/** Checks URLs against robots.txt: https://www.rfc-editor.org/rfc/rfc9309 */
export interface RobotsGate {
  /** Whether a URL that checkUrl accepted may be fetched. Requests robots.txt at most once a day per origin. */
  check(url: string, init?: RobotsInit): Promise<RobotsVerdict>
}

/** Fetches robots.txt files on demand: once for all callers that wait for one, and not at all if the store has it. */
export function createRobotsGate({ fetch, now, userAgent, memory, store = null }: RobotsGateOptions): RobotsGate {
  const files = new RobotsMemory({ now, token: readProductToken(userAgent), memory, store })

  async function learn(origin: string, { allowPort, reservedNames }: RobotsInit): Promise<RobotsKnowledge> {
    let known = store === null ? null : await files.recall(origin)
    if (known !== null) return known
    const answer = await fetch(
      `${origin}/robots.txt`,
      { allowPort, reservedNames },
      {
        isKnown: async () => store !== null && (known = await files.recall(origin)) !== null,
        keep: async (answered) => void (known = await files.learn(origin, answered)),
      },
    )
    return known ?? files.learn(origin, answer)
  }

  return {
    async check(url, init = {}) {
      const { origin, pathname, search } = new URL(url)
      const { rules, cause } = await files.know(origin, () => learn(origin, init))
      if (rules === null)
        return { ...createRefusal('robots_unreachable', url), ...(cause === undefined ? {} : { cause }) }
      if (!isPathAllowed(rules, pathname + search)) return createRefusal('robots_disallowed', url)
      return { allowed: true, crawlDelay: rules.crawlDelay }
    },
  }
}

function createRefusal(code: 'robots_disallowed' | 'robots_unreachable', url: string): RobotsVerdict {
  return { allowed: false, code, message: createNetFailure(code, url).message }
}
