import { createNormalizer, definePolicy } from '@canonist/core'
import type { Meters } from './monitor/meters.ts'
import type { FinishedVisit } from './outbox.ts'
import type { WorkerFrontier } from './retrying-frontier.ts'
import type { FoundLink, LinkBounds } from './read-page.ts'
import type { WorkResult } from './work-result.ts'

/** A generated identifier: sixteen or more letters and digits, or a UUID. A short value such as `sid=5` may select a page. */
const TOKEN =
  /(?<![\w-])(?:(?=[a-z]*\d)(?=\d*[a-z])[\da-z]{16,}|\d{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])/gi

/** More than one, because a policy may treat them as different pages; few, because every visit generates new ones. */
export const MAX_SESSIONS = 3
const MAX_REMEMBERED = 100_000

/** Recognizes session identifiers in URLs, and limits how many URLs that differ only in them are queued. */
export class SessionLinks {
  readonly #normalize = createNormalizer('rfc3986')
  readonly #normalizeSessionless = createNormalizer(definePolicy({ name: 'sessionless', session: true }))
  #taken = new Map<string, Set<string>>()

  /**
   * The URL without its session identifier; null if it has none.
   *
   * @example new SessionLinks().removeSession('https://a.example/x;jsessionid=0A1B2C3D4E5F60718293') // 'https://a.example/x'
   */
  removeSession(url: string): string | null {
    const tokens = url.match(TOKEN) ?? []
    const page = tokens.length === 0 ? null : this.#normalizeSessionless(url)
    if (page === null || page === this.#normalize(url)) return null
    return tokens.some((token) => !page.includes(token)) ? page : null
  }

  exceedsLimit(url: string): boolean {
    const page = this.removeSession(url)
    if (page === null) return false
    if (this.#taken.size >= MAX_REMEMBERED) this.#taken = new Map()
    const taken = this.#taken.get(page) ?? new Set()
    if (taken.size >= MAX_SESSIONS) return !taken.has(url)
    this.#taken.set(page, taken.add(url))
    return false
  }
}

export interface DiscoveryOptions extends LinkBounds {
  /** Stop queueing links when the queue has this many URLs. */
  readonly maxUrls: number
  /** Skip links to a host once this many of its pages were fetched. */
  readonly maxPerHost?: number | undefined
}

export interface DiscoveryDeps {
  readonly frontier: Pick<WorkerFrontier, 'submit' | 'countByState'>
  readonly meters: Meters
  /** Called once per host with the first page whose URL has a session identifier. */
  readonly onSession: (result: WorkResult) => void
}

/**
 * Submits the links of fetched pages to the queue, within the bounds of the crawl.
 *
 * Must never submit a link twice in a short time: each costs a database write, and most pages link to the same ones.
 */
export class Discovery {
  readonly #options: DiscoveryOptions
  readonly #frontier: Pick<WorkerFrontier, 'submit' | 'countByState'>
  /** Recently submitted links, which are skipped. */
  #recent = new Set<string>()
  readonly #sessions = new SessionLinks()
  readonly #sessionHosts = new Set<string>()
  readonly #onSession: DiscoveryDeps['onSession']
  readonly #meters: Meters

  constructor(options: DiscoveryOptions, { frontier, meters, onSession }: DiscoveryDeps) {
    this.#options = options
    this.#frontier = frontier
    this.#meters = meters
    this.#onSession = onSession
  }

  async submitLinks(finished: readonly FinishedVisit[]): Promise<void> {
    const byDepth = new Map<number, Set<string>>()
    for (const { url, depth } of finished.flatMap(listLinks)) {
      if (this.#recent.has(url) || this.#sessions.exceedsLimit(url)) continue
      byDepth.set(depth, (byDepth.get(depth) ?? new Set()).add(url))
    }
    for (const [depth, urls] of byDepth) await this.#submit([...urls], depth)
  }

  /** Looks at URLs as the queue stores them: if its policy removes session identifiers, there is nothing to report. */
  watchSessions(result: WorkResult): void {
    if (this.#sessionHosts.has(result.host) || this.#sessions.removeSession(result.url) === null) return
    this.#sessionHosts.add(result.host)
    this.#onSession(result)
  }

  async #submit(urls: readonly string[], depth: number): Promise<void> {
    const room = this.#options.maxUrls - (await this.#countKnown())
    if (room <= 0) return
    const taken = urls.slice(0, room)
    const onAliasHits = (urls: number): void => this.#meters.add('frontier_alias_hit_total', {}, urls)
    const { new: found, duplicates } = await this.#frontier.submit(taken, { depth, onAliasHits })
    this.#meters.add('frontier_submitted_total', {}, taken.length)
    this.#meters.add('frontier_new_total', {}, found)
    this.#meters.add('frontier_duplicate_total', {}, duplicates)
    if (this.#recent.size + taken.length > MAX_REMEMBERED) this.#recent = new Set()
    for (const url of taken) this.#recent.add(url)
  }

  async #countKnown(): Promise<number> {
    if (this.#options.maxUrls === Number.POSITIVE_INFINITY) return 0
    return Object.values(await this.#frontier.countByState()).reduce((sum, count) => sum + count, 0)
  }
}

const listLinks = ({ visit: { outcome, page } }: FinishedVisit): readonly FoundLink[] =>
  outcome.kind === 'fetched' ? (page?.links ?? []) : []
