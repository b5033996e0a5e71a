import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import type * as entry from '../src/index.ts'
import { openCanonist } from '@canonist/server/internal/canonist/open-canonist'
import { serveForTest } from '@canonist/test-support/api-server.ts'
import { bundleClient } from '@canonist/test-support/bundle-client.ts'
import { collect } from '@canonist/test-support/collect.ts'

const MOST_BYTES = 6000

const { text, metafile } = await bundleClient()

test('for a page it is a bundle of its own modules, without Node and without a package', (t) => {
  const inputs = Object.keys(metafile.inputs).filter((path) => path !== '<stdin>')
  for (const path of inputs) assert.match(path, /packages\/client\/src\/[\w-]+\.ts$/)
  assert.ok(!/['"]node:|\brequire\(|\bzod\b/.test(text))
  const bytes = gzipSync(text).length
  t.diagnostic(`${bytes} bytes gzipped, ${text.length} minified`)
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes gzipped`)
})

/** The names that a page has, and no others: neither `process` nor `Buffer`. */
const PAGE = {
  AbortController,
  AbortSignal,
  Blob,
  ReadableStream,
  TextDecoder,
  TextEncoder,
  URLSearchParams,
  clearTimeout,
  setTimeout,
  TypeError,
  document: {},
}

async function load(t: TestContext, fetchFn: typeof fetch): Promise<{ url: string; page: typeof entry }> {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist)
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  return { url: server.url, page: runInNewContext(`${text};entry`, { ...PAGE, fetch: fetchFn }) as typeof entry }
}

test('in a page it sends batches, since a page cannot stream the body of a request', async (t) => {
  const bodies: unknown[] = []
  const { url, page } = await load(t, (input, init) => (bodies.push(init?.body), fetch(input, init)))
  const client = page.createClient({ url })
  const urls = Array.from({ length: 2500 }, (_, index) => `https://example.com/${index}`)
  const items = await collect(client.normalize.stream(urls))
  assert.equal(items.length, 2500)
  assert.equal((await client.addUrls.stream(urls)).new, 2500)
  assert.deepEqual(new Set(bodies.map((body) => typeof body)), new Set(['string']))
  assert.equal(bodies.length, 6)
})

test('in a page it calls fetch as a function of the window', async (t) => {
  const strict: typeof fetch = function (this: unknown, ...args) {
    assert.equal(this, undefined, 'browsers refuse to call it on another object')
    return fetch(...args)
  }
  const { url, page } = await load(t, strict)
  assert.equal(await page.createClient({ url }).getHealth(), 'ok')
})
