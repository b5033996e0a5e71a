import { readRobots, type RobotsAnswer } from '../net/robots/robots.ts'
import { ALLOW_ALL, isPathAllowed, parseRobots, type RobotsRules } from '../net/robots/robots-rules.ts'
import { WeightedCache } from '../net/politeness/weighted-cache.ts'
import type { NetFailure } from '../net/errors.ts'
import type { WorkerClock } from './clock.ts'
import type { WorkerFrontier } from './patience.ts'

/** What is known of robots.txt files, shared with all workers by way of the frontier. */
export interface RobotsBook {
  /** Null where it must be asked for. */
  rulesOf(origin: string): Promise<RobotsRules | null>
  /** Keeps an answer for all; without rules, nothing may be fetched. */
  learn(origin: string, answer: RobotsAnswer): Promise<RobotsLesson>
}

export type RobotsLesson =
  | { readonly ok: true; readonly rules: RobotsRules }
  | { readonly ok: false; readonly cause: NetFailure | null }

interface Remembered {
  readonly rules: RobotsRules
  readonly until: number
}

const MEMORY = 32 * 1024 * 1024
const ENTRY_WEIGHT = 512
/** What others have learnt meanwhile is seen after so long at the latest. */
const LOOK_AGAIN_MS = 5 * 60 * 1000

export function openRobotsBook(
  frontier: Pick<WorkerFrontier, 'now' | 'robotsOf' | 'recordRobots'>,
  token: string,
  clock: WorkerClock,
): RobotsBook {
  const cache = new WeightedCache<Remembered>(MEMORY)
  const remember = (origin: string, text: string | null, lifetime: number): RobotsRules => {
    const rules = text === null ? ALLOW_ALL : parseRobots(text, token, Number.POSITIVE_INFINITY)
    const until = clock.now() + Math.min(lifetime, LOOK_AGAIN_MS)
    cache.set(origin, { rules, until }, ENTRY_WEIGHT + (text?.length ?? 0))
    return rules
  }
  return {
    async rulesOf(origin) {
      const known = cache.get(origin)
      if (known !== undefined && known.until > clock.now()) return known.rules
      const stored = await frontier.robotsOf(origin)
      const lifetime = stored === null ? 0 : stored.expiresAt - (await frontier.now())
      return stored === null || lifetime <= 0 ? null : remember(origin, stored.body, lifetime)
    },
    async learn(origin, answer) {
      const reading = readRobots(answer, origin)
      if (!reading.ok) return { ok: false, cause: reading.cause ?? null }
      const rules = remember(origin, reading.text, reading.lifetime)
      await frontier.recordRobots(origin, {
        status: answer.ok ? answer.status : null,
        body: reading.text,
        crawlDelayMs: rules.crawlDelay === null ? null : rules.crawlDelay * 1000,
        lifetimeMs: reading.lifetime,
        mayFetch: (url) => mayFetch(rules, url),
      })
      return { ok: true, rules }
    },
  }
}

export function mayFetch(rules: RobotsRules, url: string): boolean {
  const { pathname, search } = new URL(url)
  return isPathAllowed(rules, pathname + search)
}
