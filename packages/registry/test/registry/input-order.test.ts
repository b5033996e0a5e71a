import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy } from '@canonist/core'
import { openFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import type { IngestOptions } from '../../src/registry/ingest/ingest.ts'
import { openRegistry } from '../../src/registry/open-registry.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { collect } from './support/collect.ts'

const PAGES = Array.from({ length: 200 }, (_, index) => `https://example.com/p${index}`)
const tagged = (url: string): string => `${url}?utm_source=x`

/** In one batch, in many, and prepared by another thread. */
const BATCHES: readonly IngestOptions[] = [
  { usesThread: false },
  { batchLines: 7, usesThread: false },
  { batchLines: 50, usesThread: true },
]

const ORDERS = [
  { why: 'the clean spelling comes first', lines: PAGES.flatMap((url) => [url, tagged(url)]) },
  { why: 'the clean spelling comes second', lines: PAGES.flatMap((url) => [tagged(url), url]) },
  { why: 'the clean spelling comes in a later batch', lines: [...PAGES.map(tagged), ...PAGES] },
  { why: 'the clean spelling has a fragment', lines: PAGES.flatMap((url) => [tagged(url), `${url}#top`]) },
]

const ONE_PAGE = [
  {
    why: 'none of the spellings is the canonical URL: the first one is fetched',
    lines: ['https://a.example/x?utm_source=b', 'https://a.example/x?utm_source=a'],
    becomes: 'https://a.example/x?utm_source=b',
  },
  {
    why: 'a later spelling that is not the canonical URL changes nothing',
    lines: ['https://a.example/x', 'https://a.example/x?utm_source=a'],
    becomes: 'https://a.example/x',
  },
  {
    why: 'the canonical URL of a site is written without a slash and fetched with one',
    lines: ['https://a.example/?utm_source=a', 'https://a.example'],
    becomes: 'https://a.example/',
  },
]

for (const { dialect, freshLocation } of await bothDatabases()) {
  for (const { why, lines } of ORDERS) {
    for (const options of BATCHES) {
      test(`${dialect}: ${why}, ${JSON.stringify(options)}: pages are fetched by it and keep their order`, async () => {
        const registry = await openRegistry(await freshLocation())
        await registry.ingest(lines, options)
        const pages = await collect(registry.exportPages())
        await registry.close()
        assert.deepEqual(
          pages.toSorted((a, b) => a.id - b.id).map(({ fetchUrl }) => fetchUrl),
          PAGES,
        )
      })
    }
  }

  for (const { why, lines, becomes } of ONE_PAGE) {
    for (const batchLines of [1, 10]) {
      test(`${dialect}: ${why} (batches of ${batchLines})`, async () => {
        const registry = await openRegistry(await freshLocation(), { policy: 'sources' })
        await registry.ingest(lines, { batchLines })
        assert.equal(
          ((await registry.find('https://a.example/x')) ?? (await registry.find('https://a.example')))?.fetchUrl,
          becomes,
        )
        await registry.close()
      })
    }
  }

  test(`${dialect}: a spelling that was fetched, or that another host is asked for, stays`, async () => {
    const location = await freshLocation()
    const policy = definePolicy({ name: 'no-www', extends: 'dedupe', www: 'strip' })
    const registry = await openRegistry(location, { policy })
    await registry.ingest(['https://a.example/1?utm_source=x', 'https://www.a.example/2'])
    const database = await openDatabase(location)
    await database.run("update pages set content_hash = $1 where canonical_url like '%/1'", [Buffer.alloc(32)])
    await database.close()
    await registry.ingest(['https://a.example/1', 'https://a.example/2'])
    assert.equal((await registry.find('https://a.example/1'))?.fetchUrl, 'https://a.example/1?utm_source=x')
    assert.equal((await registry.find('https://a.example/2'))?.fetchUrl, 'https://www.a.example/2')
    await registry.close()
  })

  for (const [what, url] of [
    ['one host', (number: number) => `https://ex.example/${(number * 37) % 101}`],
    ['many hosts', (number: number) => `https://h${(number * 37) % 101}.example/`],
  ] as const) {
    test(`${dialect}: ids, list and claims follow the order of the input (${what})`, async () => {
      const lines = Array.from({ length: 60 }, (_, number) => url(number))
      const frontier = await openFrontier(await freshLocation(), { hostDelayMs: 0 })
      await frontier.submit(lines, { batchLines: 25 })
      const listed = await collect(frontier.streamUrls())
      assert.deepEqual(
        listed.map(({ url }) => url),
        lines,
      )
      assert.deepEqual(
        listed.map(({ id }) => id),
        listed.map(({ id }) => id).toSorted((a, b) => a - b),
      )
      const claims = [
        ...(await frontier.claim({ limit: 13, perHost: 60 })),
        ...(await frontier.claim({ limit: 60, perHost: 60 })),
      ]
      assert.deepEqual(
        claims.map(({ url }) => url),
        what === 'one host' ? lines.slice(0, 13) : lines,
      )
      await frontier.close()
    })
  }
}
