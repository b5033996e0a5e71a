import type { NetFailure } from '../errors.ts'
import { WeightedCache } from '../politeness/weighted-cache.ts'
import { readRobots, type RobotsResponse } from './read-robots.ts'
import { ALLOW_ALL, parseRobots, type RobotsRules } from './robots-rules.ts'
import type { RobotsStore } from './robots-store.ts'

/** The robots.txt of an origin as far as it is known. Without rules, nothing may be fetched. */
export interface RobotsKnowledge {
  readonly rules: RobotsRules | null
  /** The failed request, if robots.txt could not be read or is missing because of it. */
  readonly cause?: NetFailure
  /** How long it is valid, in milliseconds. */
  readonly lifetime: number
  readonly weight: number
}

export interface RobotsMemoryOptions {
  /** Milliseconds. */
  readonly now: () => number
  /** The name by which robots.txt may address us. */
  readonly token: string
  /** How many characters of robots.txt files are remembered in all. */
  readonly memory?: number | undefined
  /** The store that this process shares with others; null for none. */
  readonly store: RobotsStore | null
  /** Whether a file that cannot be read is left alone for a while; false for callers that leave the whole host alone. */
  readonly remembersFailures?: boolean | undefined
}

interface Entry {
  readonly knowledge: Promise<RobotsKnowledge>
  expires: number
}

const DEFAULT_MEMORY = 32 * 1024 * 1024
// A guess at what an origin costs beside the text of its robots.txt.
const ENTRY_WEIGHT = 512
/** How soon this process notices files that other processes have stored. */
const LOOK_AGAIN_MS = 5 * 60 * 1000

/**
 * Remembers robots.txt files, parsed, in front of a store that processes may share.
 *
 * An origin is *unknown*, *being learned* (all who ask meanwhile wait for the one answer), or *known* until its file expires; with a
 * store, until it is time to look there again. The files used last are kept, as far as the memory allows.
 *
 * Must never keep a failed attempt to learn: the next caller tries again.
 */
export class RobotsMemory {
  readonly #options: RobotsMemoryOptions
  readonly #entries: WeightedCache<Entry>

  constructor(options: RobotsMemoryOptions) {
    this.#options = options
    this.#entries = new WeightedCache(options.memory ?? DEFAULT_MEMORY)
  }

  /** The known file, or else the result of `learn`. All callers that wait share one promise, so that they continue in order of arrival. */
  know(origin: string, learn: () => Promise<RobotsKnowledge>): Promise<RobotsKnowledge> {
    const { now } = this.#options
    const known = this.#entries.get(origin)
    if (known !== undefined && known.expires > now()) return known.knowledge
    const knowledge = learn().then((learned) => this.#remember(origin, entry, learned))
    const entry: Entry = { knowledge, expires: Number.POSITIVE_INFINITY }
    knowledge.catch(() => (entry.expires = Number.NEGATIVE_INFINITY))
    this.#entries.set(origin, entry, ENTRY_WEIGHT)
    return knowledge
  }

  /** The file that this process or the store has; null if it must be fetched. */
  async find(origin: string): Promise<RobotsKnowledge | null> {
    const known = this.#entries.get(origin)
    if (known !== undefined && known.expires > this.#options.now()) return known.knowledge
    const stored = await this.recall(origin)
    return stored === null ? null : this.know(origin, async () => stored)
  }

  /** The file that the store has. */
  async recall(origin: string): Promise<RobotsKnowledge | null> {
    const file = (await this.#options.store?.read(origin)) ?? null
    return file === null ? null : { ...this.#parse(file.text), lifetime: file.lifetimeMs }
  }

  /** Reads the answer to a request for the file, and has the store keep it. */
  async learn(origin: string, answer: RobotsResponse): Promise<RobotsKnowledge> {
    const reading = readRobots(answer, origin)
    const { lifetime } = reading
    const cause = reading.cause === undefined ? {} : { cause: reading.cause }
    if (!reading.ok) return { rules: null, ...cause, lifetime, weight: ENTRY_WEIGHT }
    const { rules, weight } = this.#parse(reading.text)
    const crawlDelayMs = rules.crawlDelay === null ? null : rules.crawlDelay * 1000
    const status = answer.ok ? answer.status : null
    // A host that is rate-limiting us has not said that it has no such file.
    if (status !== 429)
      await this.#options.store?.write(origin, { status, text: reading.text, crawlDelayMs, lifetimeMs: lifetime })
    return { rules, ...cause, lifetime, weight }
  }

  #parse(text: string | null): { readonly rules: RobotsRules; readonly weight: number } {
    if (text === null) return { rules: ALLOW_ALL, weight: ENTRY_WEIGHT }
    const { token, store } = this.#options
    // Processes share the delay that the file names; each of them may wait for less.
    const rules = store === null ? parseRobots(text, token) : parseRobots(text, token, Number.POSITIVE_INFINITY)
    // The patterns may be slices that keep the whole text alive.
    return { rules, weight: ENTRY_WEIGHT + (rules.rules.length === 0 ? 0 : text.length) }
  }

  /** Gives the entry its lifetime and its weight, unless it was evicted meanwhile. */
  #remember(origin: string, entry: Entry, knowledge: RobotsKnowledge): RobotsKnowledge {
    const { now, store, remembersFailures = true } = this.#options
    const lifetime = knowledge.rules === null && !remembersFailures ? 0 : knowledge.lifetime
    entry.expires = now() + (store === null ? lifetime : Math.min(lifetime, LOOK_AGAIN_MS))
    if (this.#entries.peek(origin) === entry) this.#entries.set(origin, entry, knowledge.weight)
    return knowledge
  }
}
