// Which discovered links a crawl leaves out: crawler traps, hosts that have used up their budget, and other sites.

import type { WorkerFrontier } from './retrying-frontier.ts'
import { findOwnerDomain } from '@canonist/web/internal/net/gate/registrable-domain'
import { findHost } from '@canonist/registry/internal/registry/spelling'

/** People hardly ever write longer URLs; sites that append to their own links do. */
const MAX_LENGTH = 1024
const MAX_SEGMENTS = 20
const MAX_REPEATS = 3
const MAX_PAIRS = 20

/**
 * Whether a discovered URL looks like a crawler trap: too long, too deep, or with a piece that repeats, as happens when relative
 * links are resolved against the wrong page.
 */
export function isTrap(url: string): boolean {
  if (url.length > MAX_LENGTH) return true
  const { pathname, search } = new URL(url)
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const names = search.slice(1).split('&').flatMap(readName)
  return segments.length > MAX_SEGMENTS || names.length > MAX_PAIRS || isRepetitive(segments) || isRepetitive(names)
}

const readName = (pair: string): string[] => (pair === '' ? [] : [pair.replace(/=.*$/s, '')])

function isRepetitive(pieces: readonly string[]): boolean {
  const counts = new Map<string, number>()
  for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  return [...counts.values()].some((count) => count > MAX_REPEATS)
}

/** Limits how many pages of a host are fetched. URLs that a person added are exempt. */
export class HostBudget {
  readonly #frontier: Pick<WorkerFrontier, 'countFetched'>
  readonly #limit: number
  /** Cached for good: the number of fetched pages never falls. */
  readonly #spent = new Set<string>()

  constructor(frontier: Pick<WorkerFrontier, 'countFetched'>, most: number) {
    this.#frontier = frontier
    this.#limit = most
  }

  async isSpent(host: string): Promise<boolean> {
    if (this.#limit === Number.POSITIVE_INFINITY) return false
    if (this.#spent.has(host)) return true
    const isSpent = (await this.#frontier.countFetched(host, this.#limit)) >= this.#limit
    if (isSpent) this.#spent.add(host)
    return isSpent
  }
}

/** Which links are followed: those on the same host, or on all hosts of the same registrable domain. */
export type CrawlScope = 'host' | 'domain'

/** Whether two URLs belong to the same site. */
export function isSameSite(scope: CrawlScope, a: string, b: string): boolean {
  const [first, second] = [findHost(a), findHost(b)]
  if (first === second) return true
  return scope === 'domain' && findOwnerDomain(first) !== null && findOwnerDomain(first) === findOwnerDomain(second)
}
