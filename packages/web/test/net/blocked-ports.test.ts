import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonicalize } from '../../src/canonicalize.ts'
import { openFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import type { FetchFn } from '../../src/net/exchange.ts'
import { work } from '@canonist/crawl/internal/worker/worker'
import { watch, webFetcher, type Asked } from '../../../links/test/health/support/simulated-health.ts'
import { temporaryFolder } from '@canonist/test-support/command.ts'

// The port of a URL that the user gave is allowed, except where it is that of another service.

const folder = temporaryFolder()
const PORTS = [
  { port: 8080, isAllowed: true },
  { port: 22, isAllowed: false },
  { port: 6379, isAllowed: false },
  { port: 9200, isAllowed: false },
  { port: 10_250, isAllowed: false },
]

for (const { port, isAllowed } of PORTS) {
  const url = `http://example.com:${port}/a`
  const web = { [url]: { body: '<title>A</title>' } }
  const does = isAllowed ? 'sends requests' : 'sends no request'

  test(`canonicalize ${does} to the port ${port} of its input`, async () => {
    let sent = 0
    const fetchFn: FetchFn = async (requested) => {
      sent += 1
      return { status: 200, url: requested, headers: {}, body: '<title>A</title>' }
    }
    const result = await canonicalize(url, { fetchFn, dnsFn: async () => ['93.184.215.14'] })
    assert.equal(result.ok ? 'ok' : result.error, isAllowed ? 'ok' : 'blocked')
    assert.equal(sent > 0, isAllowed)
  })

  test(`a worker ${does} to the port ${port} of its queue`, async (t) => {
    const asked: Asked = []
    const exchanger = webFetcher(() => web, asked)
    const frontier = await openFrontier(':memory:', { hostDelayMs: 0 })
    t.after(() => frontier.close())
    await frontier.submit([url])
    await work(frontier, { exchanger, drain: true })
    const { fetched, dead } = await frontier.countByState()
    assert.deepEqual([fetched, dead], isAllowed ? [1, 0] : [0, 1])
    assert.equal(asked.length > 0, isAllowed)
  })

  test(`a check ${does} to the port ${port} of a page`, async (t) => {
    const { health, fetcher, asked } = await watch(t, join(folder.path, `${port}.db`), [url], web)
    await health.check({ fetcher })
    assert.equal(asked.length > 0, isAllowed)
  })
}
