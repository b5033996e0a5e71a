import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlKey } from '@canonist/core'
import { openRegistry } from '../../src/registry/open-registry.ts'
import type { Registry } from '../../src/registry/registry.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { collect } from './support/collect.ts'

/** The criteria that "Normalize URLs for stable dedupe keys" is accepted by. */
for (const { dialect, freshLocation } of await bothDatabases()) {
  const criterion = (name: string, body: (registry: Registry) => Promise<void>): void =>
    void test(`${dialect}: ${name}`, async () => {
      const registry = await openRegistry(await freshLocation())
      await body(registry).finally(() => registry.close())
    })

  criterion('1. a normalized URL key is generated and stored, and used for future dedupe checks', async (registry) => {
    const url = 'https://Example.com/a?b=2&a=1'
    assert.deepEqual(await registry.ingest([url]), { seen: 1, new: 1, duplicates: 0, rejected: 0 })
    assert.equal((await registry.findByKey(urlKey(url)))?.canonicalUrl, 'https://example.com/a?a=1&b=2')
    assert.deepEqual(await registry.ingest([url]), { seen: 1, new: 0, duplicates: 1, rejected: 0 })
    assert.equal((await collect(registry.exportPages())).length, 1)
  })

  criterion(
    '2. URLs that differ only by tracking params or casing share a key; the raw URL is preserved',
    async (registry) => {
      const urls = [
        'https://example.com/a',
        'HTTPS://EXAMPLE.com/a',
        'https://example.com/a?utm_source=x&utm_medium=y',
        'https://example.com/a?fbclid=1&gclid=2&msclkid=3&ref=4&source=5',
      ]
      assert.deepEqual(await registry.ingest(urls), { seen: 4, new: 1, duplicates: 3, rejected: 0 })
      const aliases = await collect(registry.exportAliases())
      assert.deepEqual(new Set(aliases.map(({ key }) => key)), new Set([urlKey('https://example.com/a')]))
      assert.deepEqual(aliases.map(({ rawUrl }) => rawUrl).toSorted(), urls.toSorted())
    },
  )

  criterion(
    '3. what cannot be normalized is recorded with a clear error, and dedupe is skipped for it',
    async (registry) => {
      const lines = ['https://example.com:99999/', 'https://example.com/', 'https://example.com:99999/']
      assert.deepEqual(await registry.ingest(lines), { seen: 3, new: 1, duplicates: 0, rejected: 2 })
      const [rejected] = await collect(registry.exportRejected())
      assert.equal(rejected?.rawUrl, 'https://example.com:99999/')
      assert.equal(rejected.code, 'url/bad-port')
      assert.match(rejected.message, /The port is not a number from 0 to 65535/)
      assert.equal((await collect(registry.exportAliases())).length, 1)
      const [review] = await collect(registry.exportReviews())
      assert.deepEqual([review?.subject, review?.count, review?.state], ['url/bad-port', 2, 'open'])
    },
  )
}
