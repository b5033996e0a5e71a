import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Health } from '../health/health.ts'
import type { PageVerdict } from '../health/sql/verdicts.sql.ts'

/** The current verdict on the page of a URL; null if there is none. */
export type HealthOf = (url: string) => Promise<PageVerdict | null>

/** Looks verdicts up: one query for all URLs that are asked for in one turn, and each URL once. */
export function createHealthLookup(health: Health): HealthOf {
  const lookup = new HealthLookup(health)
  return (url) => lookup.find(url)
}

/**
 * Collects the URLs of one turn of the event loop into a round, and answers them with one query. Must never ask for a URL twice.
 */
class HealthLookup {
  readonly #health: Health
  readonly #known = new Map<string, Promise<PageVerdict | null>>()
  #waiting: string[] = []
  #round: Promise<ReadonlyMap<string, PageVerdict>> | null = null

  constructor(health: Health) {
    this.#health = health
  }

  find(url: string): Promise<PageVerdict | null> {
    const verdict = this.#known.get(url) ?? this.#request(url)
    this.#known.set(url, verdict)
    return verdict
  }

  async #request(url: string): Promise<PageVerdict | null> {
    this.#waiting.push(url)
    this.#round ??= this.#nextRound()
    return (await this.#round).get(url) ?? null
  }

  async #nextRound(): Promise<ReadonlyMap<string, PageVerdict>> {
    await nextTurn()
    const urls = this.#waiting
    this.#waiting = []
    this.#round = null
    const ids = await this.#health.locate(urls)
    const pages = new Map<number, PageVerdict>()
    const pageIds = [...new Set(ids.filter((id) => id !== null))]
    for await (const page of this.#health.streamVerdicts({ pageIds })) pages.set(page.pageId, page)
    const found = urls.map((url, index) => [url, pages.get(ids[index] ?? 0)] as const)
    return new Map(found.flatMap(([url, page]) => (page === undefined ? [] : [[url, page]])))
  }
}
