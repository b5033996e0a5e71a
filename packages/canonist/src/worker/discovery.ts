import { headerValues } from '../extract/headers.ts'
import type { HeaderMap } from '../net/exchange.ts'
import type { Meters } from './monitor/meters.ts'
import type { Finished } from './outbox.ts'
import type { WorkerFrontier } from './patience.ts'
import { isSameSite, type Scope } from './scope.ts'
import { isTrap } from './trap.ts'

export interface DiscoveryOptions {
  readonly scope: Scope
  /** How many links away from what a person asked for. */
  readonly maxDepth: number
  /** No more links are taken in when the queue knows so many URLs. */
  readonly maxUrls: number
}

/** What a page leads to, for the queue. */
export interface Found {
  readonly url: string
  readonly depth: number
}

/** What one page may add of each kind: a page that links to a trap links to it a hundred times. */
const MOST_TRAPS_OF_A_PAGE = 1
const MEMORY = 100_000

/** Takes the links of pages into the queue, within bounds. */
export class Discovery {
  readonly #options: DiscoveryOptions
  readonly #frontier: Pick<WorkerFrontier, 'submit' | 'stats'>
  /** What was taken in lately need not be taken in again. */
  #recent = new Set<string>()
  readonly #meters: Meters

  constructor(options: DiscoveryOptions, frontier: Pick<WorkerFrontier, 'submit' | 'stats'>, meters: Meters) {
    this.#options = options
    this.#meters = meters
    this.#frontier = frontier
  }

  async takeIn(finished: readonly Finished[]): Promise<void> {
    const byDepth = new Map<number, Set<string>>()
    for (const { url, depth } of finished.flatMap((one) => linksOf(one, this.#options))) {
      if (this.#recent.has(url)) continue
      byDepth.set(depth, (byDepth.get(depth) ?? new Set()).add(url))
    }
    for (const [depth, urls] of byDepth) await this.#submit([...urls], depth)
  }

  async #submit(urls: readonly string[], depth: number): Promise<void> {
    const room = this.#options.maxUrls - (await this.#known())
    if (room <= 0) return
    const taken = urls.slice(0, room)
    const { new: found } = await this.#frontier.submit(taken, { depth })
    this.#meters.add('frontier_submitted_total', {}, taken.length)
    this.#meters.add('frontier_new_total', {}, found)
    if (this.#recent.size + taken.length > MEMORY) this.#recent = new Set()
    for (const url of taken) this.#recent.add(url)
  }

  async #known(): Promise<number> {
    if (this.#options.maxUrls === Number.POSITIVE_INFINITY) return 0
    return Object.values(await this.#frontier.stats()).reduce((sum, count) => sum + count, 0)
  }
}

/** The links of a page that lie in scope; what the page says is its canonical URL is as near as the page itself. */
export function linksOf({ lease, visit }: Pick<Finished, 'lease' | 'visit'>, options: DiscoveryOptions): Found[] {
  const { page } = visit
  if (page === null || page.document.kind !== 'page' || visit.outcome?.kind !== 'fetched') return []
  const { scope, maxDepth } = options
  const { depth } = lease.claim
  const { document, url: base, headers } = page
  const isNear = (url: string): boolean => isSameSite(scope, base, url)
  const canonical = document.canonicals.flatMap(({ url }) => (url === null || !isNear(url) ? [] : [{ url, depth }]))
  if (depth >= maxDepth || forbidsFollowing(document.robots, headers)) return canonical.slice(0, 1)
  const links = document.followedLinks.filter(isNear)
  const traps = links.filter(isTrap).slice(0, MOST_TRAPS_OF_A_PAGE)
  const good = links.filter((url) => !isTrap(url))
  return [...canonical.slice(0, 1), ...[...good, ...traps].map((url) => ({ url, depth: depth + 1 }))]
}

/** Pages and servers may ask that links be left alone. */
function forbidsFollowing(robots: readonly string[], headers: HeaderMap): boolean {
  const ofHeader = headerValues(headers, 'x-robots-tag').flatMap(directivesOf)
  return [...robots, ...ofHeader].some((directive) => directive === 'nofollow' || directive === 'none')
}

/** A directive behind a name is for that robot alone: `googlebot: nofollow`. */
function directivesOf(value: string): string[] {
  const named = /^\s*([a-z0-9_-]+)\s*:(?!\/\/)(.*)$/is.exec(value)
  if (named !== null && named[1]?.toLowerCase() !== 'canonist') return []
  return (named?.[2] ?? value).split(',').map((directive) => directive.trim().toLowerCase())
}
