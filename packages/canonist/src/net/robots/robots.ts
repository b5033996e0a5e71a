import { netFailure, type NetFailure } from '../errors.ts'
import type { ExchangeInit } from '../exchange.ts'
import type { RobotsAnswer } from './read-robots.ts'
import { RobotsMemory, type RobotsKnowledge } from './robots-memory.ts'
import { isPathAllowed, productToken } from './robots-rules.ts'
import type { RobotsStore } from './robots-store.ts'

/** What holds for the page holds for the robots.txt beside it. */
export type RobotsInit = Pick<ExchangeInit, 'allowPort' | 'reservedNames'>

export type RobotsFetch = (url: string, init: RobotsInit, inTurn: RobotsTurn) => Promise<RobotsAnswer>

/** What to do while it is the host's turn, so that the next process in line finds the file and need not ask for it. */
export interface RobotsTurn {
  /** Whether another process has kept the file since it was looked for: then it need not be asked for. */
  readonly isKnown: () => Promise<boolean>
  readonly keep: (answer: RobotsAnswer) => Promise<void>
}

export interface RobotsGateOptions {
  /** Asks for a robots.txt, follows up to five redirects, and cuts what is longer than ROBOTS_BYTES. */
  readonly fetch: RobotsFetch
  /** Milliseconds. */
  readonly now: () => number
  /** The User-Agent that the requests carry; its first word is the name that robots.txt may speak of. */
  readonly userAgent: string
  /** How many characters of robots.txt files are remembered in all. */
  readonly memory?: number | undefined
  /** What this process shares with others; left out: nothing. */
  readonly store?: RobotsStore | null | undefined
}

export type RobotsVerdict =
  | { readonly allowed: true; /** In seconds. */ readonly crawlDelay: number | null }
  | {
      readonly allowed: false
      readonly code: 'robots_disallowed' | 'robots_unreachable'
      readonly message: string
      /** Why robots.txt could not be read, where the request failed. */
      readonly cause?: NetFailure
    }

/** Knows what the owners of sites allow: https://www.rfc-editor.org/rfc/rfc9309 */
export interface RobotsGate {
  /** Whether a URL that checkUrl accepted may be fetched. Asks each origin once a day at most. */
  check(url: string, init?: RobotsInit): Promise<RobotsVerdict>
}

/** Fetches robots.txt files when they are needed: once for all who wait for one, and not at all where the store has it. */
export function createRobotsGate({ fetch, now, userAgent, memory, store = null }: RobotsGateOptions): RobotsGate {
  const files = new RobotsMemory({ now, token: productToken(userAgent), memory, store })

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
      if (rules === null) return { ...refuse('robots_unreachable', url), ...(cause === undefined ? {} : { cause }) }
      if (!isPathAllowed(rules, pathname + search)) return refuse('robots_disallowed', url)
      return { allowed: true, crawlDelay: rules.crawlDelay }
    },
  }
}

function refuse(code: 'robots_disallowed' | 'robots_unreachable', url: string): RobotsVerdict {
  return { allowed: false, code, message: netFailure(code, url).message }
}
