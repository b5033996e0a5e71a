import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frontier, FrontierOptions } from '../../../src/frontier/frontier.ts'
import type { FrontierUrl, UrlFilter } from '../../../src/frontier/stream-urls.ts'
import { createFrontier } from '../../../src/frontier/open-frontier.ts'
import { createFetcher } from '@canonist/web/internal/resolve/fetcher'
import type { Database } from '@canonist/registry/internal/store/database'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import type { WorkerOptions } from '../../../src/worker/worker-options.ts'
import type { WorkReport, WorkResult } from '../../../src/worker/work-result.ts'
import { work } from '../../../src/worker/worker.ts'
import { faultsNow } from './faults-now.ts'
import { collect } from '../../../../registry/test/registry/support/collect.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { type Handler, type LoopbackWeb, type Routes, startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'

/** A web on loopback, a queue, and workers that go over the one for the other. */
export interface Crawl {
  readonly web: LoopbackWeb
  readonly frontier: Frontier
  readonly database: Database
  readonly location: string
  /** What workers have said so far. */
  readonly results: WorkResult[]
  /** Works until there is nothing left to do. */
  drain(options?: Partial<WorkerOptions>): Promise<WorkReport>
  /** Another worker on connections of its own. */
  other(): Promise<Frontier>
  urls(filter?: UrlFilter): Promise<FrontierUrl[]>
  /** Of a URL: its state and its reason. */
  readState(url: string): Promise<string>
  /** What was asked, robots.txt aside. */
  asked(): string[]
}

/** Fast where nothing else is tried: no pauses, and failures are tried again at once. */
const QUICK: FrontierOptions = { hostDelayMs: 0, retryBaseMs: 5, leaseMs: 5000, maxAttempts: 3 }

export async function openCrawl(location: string, pages: Handler | Routes, options: FrontierOptions = {}) {
  const web = await startLoopbackWeb(pages)
  const settings = { ...QUICK, ...options }
  const database = await openDatabase(location)
  const frontier = await createFrontier(database, settings)
  const exchanger = createFetcher({ connectTo: web.connectTo, ca: web.ca })
  const opened = [frontier]
  const results: WorkResult[] = []
  const crawl: Crawl = {
    web,
    frontier,
    database,
    location,
    results,
    drain(more = {}) {
      return work(frontier, { exchanger, drain: true, onResult: (result) => void results.push(result), ...more })
    },
    async other() {
      const another = await createFrontier(await openDatabase(location), settings)
      opened.push(another)
      return another
    },
    urls: (filter) => collect(frontier.streamUrls(filter)),
    async readState(url) {
      const story = await frontier.explain(url)
      return story === null ? 'unknown' : [story.state, story.reason ?? []].flat().join(' ')
    },
    asked: () => web.requests.map(({ url }) => url).filter((url) => !url.endsWith('/robots.txt')),
  }
  const close = async (): Promise<void> => {
    await exchanger.close()
    await Promise.all(opened.map((one) => one.close()))
    await web.close()
  }
  return { ...crawl, exchanger, close }
}

/** A test on a web and a queue of its own, after which nothing may be out of joint. */
export function crawlTests({ dialect: database, freshLocation }: TestDatabases) {
  return (
    name: string,
    pages: Handler | Routes,
    body: (crawl: Crawl) => Promise<void>,
    options: FrontierOptions = {},
  ): void => {
    test(`${database}: ${name}`, async () => {
      const crawl = await openCrawl(await freshLocation(), pages, options)
      try {
        await body(crawl)
        assert.deepEqual(await faultsNow(crawl.database), [])
      } finally {
        await crawl.close()
      }
    })
  }
}
