import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Health } from '../health/health.ts'
import { healthOn } from '../health/open-health.ts'
import type { PageVerdict } from '../health/sql/page-verdicts.ts'
import { openDatabase } from '../store/open-database.ts'
import type { Environment } from './environment.ts'

/** The verdict in force on the page that a URL leads to; null where there is none. */
export type HealthOf = (url: string) => Promise<PageVerdict | null>

/** Looks at the health of links in a registry that is there, and writes nothing. */
export async function useLinkHealth<T>(
  { database, now }: Environment,
  { db }: { readonly db: string | undefined },
  use: (healthOf: HealthOf) => Promise<T>,
): Promise<T> {
  const opened = await openDatabase(db ?? database, { readOnly: true })
  try {
    const links = new LinkHealth(await healthOn(opened, { now }))
    return await use((url) => links.of(url))
  } finally {
    await opened.close()
  }
}

/** Asks the database once for all that is asked in one turn. */
class LinkHealth {
  readonly #health: Health
  readonly #known = new Map<string, Promise<PageVerdict | null>>()
  #waiting: string[] = []
  #round: Promise<ReadonlyMap<string, PageVerdict>> | null = null

  constructor(health: Health) {
    this.#health = health
  }

  of(url: string): Promise<PageVerdict | null> {
    const verdict = this.#known.get(url) ?? this.#ask(url)
    this.#known.set(url, verdict)
    return verdict
  }

  async #ask(url: string): Promise<PageVerdict | null> {
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
    for await (const page of this.#health.verdicts({ pageIds })) pages.set(page.pageId, page)
    const found = urls.map((url, index) => [url, pages.get(ids[index] ?? 0)] as const)
    return new Map(found.flatMap(([url, page]) => (page === undefined ? [] : [[url, page]])))
  }
}
