import { createNormalizer, definePolicy } from '@canonist/core'
import type { Meters } from './monitor/meters.ts'
import type { FinishedVisit } from './outbox.ts'
import type { WorkerFrontier } from './retrying-frontier.ts'
import type { FoundLink, LinkBounds } from './read-page.ts'
import type { WorkResult } from './work-result.ts'

/** What nobody would write by hand: sixteen letters and digits or more, or a UUID. `sid=5` chooses a page. */
const TOKEN =
  /(?<![\w-])(?:(?=[a-z]*\d)(?=\d*[a-z])[\da-z]{16,}|\d{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])/gi

/** Some, because a policy may hold them to be different pages; no more, because the next visit makes up others. */
export const MAX_SESSIONS = 3
const MAX_REMEMBERED = 100_000

/** Knows session identifiers in URLs, and bounds how many URLs are taken in that differ in nothing else. */
export class SessionLinks {
  readonly #normalize = createNormalizer('rfc3986')
  readonly #normalizeSessionless = createNormalizer(definePolicy({ name: 'sessionless', session: true }))
  #taken = new Map<string, Set<string>>()

  /**
   * The URL without the session identifier that it holds; null where it holds none.
   *
   * @example new SessionLinks().without('https://a.example/x;jsessionid=0A1B2C3D4E5F60718293') // 'https://a.example/x'
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
  /** No more links are taken in when the queue knows so many URLs. */
  readonly maxUrls: number
  /** Links to a host of which so many pages were fetched are left out. */
  readonly maxPerHost?: number | undefined
}

export interface DiscoveryDeps {
  readonly frontier: Pick<WorkerFrontier, 'submit' | 'countByState'>
  readonly meters: Meters
  /** Hears of the first page of each host whose URL holds a session identifier. */
  readonly onSession: (result: WorkResult) => void
}

/** Takes the links of pages into the queue, within bounds. */
export class Discovery {
  readonly #options: DiscoveryOptions
  readonly #frontier: Pick<WorkerFrontier, 'submit' | 'countByState'>
  /** What was taken in lately need not be taken in again. */
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

  /** Of URLs as the queue has them: where its policy removes session identifiers there is nothing to tell. */
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
