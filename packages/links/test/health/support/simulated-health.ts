import type { TestContext } from 'node:test'
import { definePolicy, type PolicySpec } from '@canonist/core'
import type { Health } from '../../../src/health/health.ts'
import { openHealth } from '../../../src/health/open-health.ts'
import type { PageVerdict } from '../../../src/health/sql/verdicts.sql.ts'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import { createFetcher, type Fetcher } from '@canonist/web/internal/resolve/fetcher'
import type { Reply } from './link-lives.ts'

export const HOUR = 60 * 60 * 1000
export const DAY = 24 * HOUR

/** A clock that moves when it is told to. */
export interface HandClock {
  time: number
  readonly now: () => number
}

export function handClock(): HandClock {
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time }
  return clock
}

/** What is asked, as 'HEAD https://…'. */
export type Asked = string[]

/** A web by URL, and for any other URL by `*`; what is neither is 404. */
export type Web = Readonly<Record<string, Reply | ((headers: Readonly<Record<string, string>>) => Reply)>>

export function webFetcher(web: () => Web, asked: Asked = []): Fetcher {
  return createFetcher({
    dnsFn: async () => ['93.184.215.14'],
    exchangeFn: async ({ url, method, headers: sent }) => {
      asked.push(`${method} ${url}`)
      const entry = web()[url] ?? web()[`${new URL(url).origin}/*`] ?? { status: 404, body: 'There is nothing here.' }
      const { status = 200, headers = {}, body = '', error } = typeof entry === 'function' ? entry(sent) : entry
      if (error !== undefined) throw Object.assign(new Error(error), { code: error })
      return { status, headers, body: method === 'HEAD' ? '' : body }
    },
  })
}

export interface Watched {
  readonly health: Health
  readonly clock: HandClock
  readonly asked: Asked
  /** What the web says from now on. */
  web: Web
  readonly fetcher: Fetcher
}

/** A registry with some URLs, a web, and somebody who watches. */
export async function watch(
  t: TestContext,
  location: string,
  urls: readonly string[],
  web: Web,
  spec: Partial<PolicySpec> = {},
): Promise<Watched> {
  const clock = handClock()
  const registry = await openRegistry(location, { now: clock.now })
  await registry.ingest(urls)
  await registry.close()
  const policy = definePolicy({ name: 'watched', extends: 'dedupe', ...spec })
  const database = await openDatabase(location)
  t.after(() => database.close())
  const opened = await openHealth(location, { now: clock.now, policy })
  t.after(() => opened.close())
  const health: Health = {
    ...opened,
    async check(options) {
      // Pauses of hosts are by the clock of the database.
      await database.run('update shared_clock set set_to = $1', [clock.time])
      return opened.check(options)
    },
  }
  const asked: Asked = []
  const watched: Watched = { health, clock, asked, web, fetcher: webFetcher(() => watched.web, asked) }
  return watched
}

export async function readVerdicts(health: Health): Promise<Record<string, string>> {
  const verdicts: Record<string, string> = {}
  for await (const { url, verdict } of health.streamVerdicts()) verdicts[url] = verdict
  return verdicts
}

export async function verdictOn(health: Health, url: string): Promise<PageVerdict> {
  for await (const page of health.streamVerdicts()) if (page.url === url) return page
  throw new Error(`there is no verdict on ${url}`)
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
