import { netFailure, NET_ERRORS, type NetErrorClass, type NetFailure } from '../errors.ts'
import type { ExchangeInit } from '../exchange.ts'
import { ALLOW_ALL, isPathAllowed, parseRobots, productToken, type RobotsRules } from './robots-rules.ts'
import { WeightedCache } from '../politeness/weighted-cache.ts'

/** How much of a robots.txt is read: the least that RFC 9309 allows (section 2.5). */
export const ROBOTS_BYTES = 500 * 1024

export type RobotsFetch = (
  url: string,
  init: RobotsInit,
) => Promise<{ readonly ok: true; readonly status: number; readonly body: Uint8Array } | RobotsFailure>

interface RobotsFailure extends NetFailure {
  /** The redirects before the failure; left out where there were none. */
  readonly hops?: readonly { readonly to: string }[]
}

/** What holds for the page holds for the robots.txt beside it. */
export type RobotsInit = Pick<ExchangeInit, 'allowPort' | 'reservedNames'>

export interface RobotsGateOptions {
  /** Asks for a robots.txt, follows up to five redirects, and cuts what is longer than ROBOTS_BYTES. */
  readonly fetch: RobotsFetch
  /** Milliseconds. */
  readonly now: () => number
  /** The User-Agent that the requests carry; its first word is the name that robots.txt may speak of. */
  readonly userAgent: string
  /** How many characters of robots.txt files are remembered in all. */
  readonly memory?: number | undefined
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

/** What was learnt of an origin; without rules, nothing may be fetched. */
interface Knowledge {
  readonly rules: RobotsRules | null
  readonly cause?: NetFailure
  readonly lifetime: number
  readonly weight: number
}

interface Remembered {
  readonly knowledge: Promise<Knowledge>
  expires: number
}

const DAY = 24 * 60 * 60 * 1000
const TEN_MINUTES = 10 * 60 * 1000
const DEFAULT_MEMORY = 32 * 1024 * 1024
// A guess at what an origin costs beside the text of its robots.txt.
const ENTRY_WEIGHT = 512

export function createRobotsGate({ fetch, now, userAgent, memory = DEFAULT_MEMORY }: RobotsGateOptions): RobotsGate {
  const origins = new WeightedCache<Remembered>(memory)
  const token = productToken(userAgent)

  function know(origin: string, { allowPort, reservedNames }: RobotsInit): Promise<Knowledge> {
    const known = origins.get(origin)
    if (known !== undefined && known.expires > now()) return known.knowledge
    const fetched = fetch(`${origin}/robots.txt`, { allowPort, reservedNames })
    // One promise for all who wait, so that they go on in the order in which they came.
    const knowledge = fetched.then((result) => remember(origin, entry, learn(result, origin, token)))
    const entry: Remembered = { knowledge, expires: Number.POSITIVE_INFINITY }
    // A failed fetch is not remembered; every caller that waits for it gets the error.
    knowledge.catch(() => (entry.expires = Number.NEGATIVE_INFINITY))
    origins.set(origin, entry, ENTRY_WEIGHT)
    return knowledge
  }

  /** Gives the entry its lifetime and its weight. */
  function remember(origin: string, entry: Remembered, knowledge: Knowledge): Knowledge {
    entry.expires = now() + knowledge.lifetime
    if (origins.peek(origin) === entry) origins.set(origin, entry, knowledge.weight)
    return knowledge
  }

  return {
    async check(url, init = {}) {
      const { origin, pathname, search } = new URL(url)
      const { rules, cause } = await know(origin, init)
      if (rules === null) return { ...refuse('robots_unreachable', url), ...(cause === undefined ? {} : { cause }) }
      if (!isPathAllowed(rules, pathname + search)) return refuse('robots_disallowed', url)
      return { allowed: true, crawlDelay: rules.crawlDelay }
    },
  }
}

function refuse(code: 'robots_disallowed' | 'robots_unreachable', url: string): RobotsVerdict {
  return { allowed: false, code, message: netFailure(code, url).message }
}

/** What asking for a robots.txt gave. */
export type RobotsAnswer = Awaited<ReturnType<RobotsFetch>>

/** The text of a robots.txt, null where there is none and all is allowed; or nothing, and then nothing may be fetched. */
export type RobotsReading =
  | { readonly ok: true; readonly text: string | null; readonly cause?: NetFailure; readonly lifetime: number }
  | { readonly ok: false; readonly cause?: NetFailure; readonly lifetime: number }

/** https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1 */
export function readRobots(result: RobotsAnswer, origin: string): RobotsReading {
  if (!result.ok) return readFailure(result, origin)
  if (result.status >= 200 && result.status < 300) return { ok: true, text: decode(result.body), lifetime: DAY }
  // A redirect that names no target is a file that is not there.
  if (result.status >= 300 && result.status < 500) return { ok: true, text: null, lifetime: DAY }
  return { ok: false, lifetime: TEN_MINUTES }
}

/** Redirects without end are like a missing file (section 2.3.1.2); what cannot be reached forbids everything. */
function readFailure(failure: RobotsFailure, origin: string): RobotsReading {
  const kind = NET_ERRORS[failure.code].class
  const lifetime = kind === 'aborted' || kind === 'busy' ? 0 : TEN_MINUTES
  const { ok, code, message } = failure
  if (isNoFile(kind)) return { ok: true, text: null, cause: { ok, code, message }, lifetime }
  const other = lifetime === 0 ? null : otherHost(failure, origin)
  if (other === null) return { ok: false, cause: { ok, code, message }, lifetime }
  // Only the other host failed. This one answered, so the failure must not count against it.
  return {
    ok: false,
    cause: netFailure('robots_unreachable', `${origin}/robots.txt (redirected to ${other})`),
    lifetime,
  }
}

/** The host at the end of the redirects; null where it is the host of the origin. */
function otherHost({ hops = [] }: RobotsFailure, origin: string): string | null {
  const last = URL.parse(hops.at(-1)?.to ?? origin)?.hostname
  return last === undefined || last === URL.parse(origin)?.hostname ? null : last
}

/** What the gate refuses for robots.txt it refuses for the page as well, and says why. */
const isNoFile = (kind: NetErrorClass): boolean => kind === 'redirect' || kind === 'blocked' || kind === 'invalid'

function learn(result: RobotsAnswer, origin: string, token: string): Knowledge {
  const { lifetime, ...reading } = readRobots(result, origin)
  const cause = reading.cause === undefined ? {} : { cause: reading.cause }
  if (!reading.ok) return { rules: null, ...cause, lifetime, weight: ENTRY_WEIGHT }
  if (reading.text === null) return { rules: ALLOW_ALL, ...cause, lifetime, weight: ENTRY_WEIGHT }
  const rules = parseRobots(reading.text, token)
  // The patterns may be slices that keep the whole text alive.
  return { rules, lifetime, weight: ENTRY_WEIGHT + (rules.rules.length === 0 ? 0 : reading.text.length) }
}

/** A rule that is cut in two could forbid or allow too much, so it is left out. */
function decode(body: Uint8Array): string {
  if (body.length < ROBOTS_BYTES) return new TextDecoder().decode(body)
  const text = new TextDecoder().decode(body.subarray(0, ROBOTS_BYTES))
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}
