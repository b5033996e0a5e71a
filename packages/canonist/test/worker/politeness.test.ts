import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFrontier } from '../../src/frontier/open-frontier.ts'
import { createFetcher } from '../../src/resolve/fetcher.ts'
import { work } from '../../src/worker/worker.ts'
import { bothDatabases } from '../support/databases.ts'
import { send, type LoopbackWeb } from '../support/loopback-web.ts'
import { crawlOneHost } from './politeness.ts'
import { crawlTests } from './support/crawl.ts'
import { gapsOf } from './support/gaps.ts'

/** Where a.example is, nobody listens. */
const refusing = ({ plainPort }: LoopbackWeb) =>
  createFetcher({ connectTo: { 'a.example:80': '127.0.0.1:1', 'b.example:80': `127.0.0.1:${plainPort}` } })

const RUN = { delayMs: 150, forMs: 2500 }

for (const databases of await bothDatabases()) {
  const crawlTest = crawlTests(databases)

  test(`${databases.dialect}: hard test 20: of twenty workers on one host, none is too early at the server`, async () => {
    const { least, requests } = await crawlOneHost(databases, RUN)
    assert.ok(least >= RUN.delayMs, `${least} ms`)
    assert.ok(requests >= 4, `${requests} requests`)
  })

  let isBusy = true
  crawlTest(
    'hard test 15 at the server: a 429 with Retry-After silences the host, other hosts go on, no attempt is lost',
    (_request, response, { path, host }) => {
      if (path === '/robots.txt') return send(response, { status: 404 })
      if (host === 'b.example' || !isBusy) return send(response, { body: '<html>here' })
      isBusy = false
      return send(response, { status: 429, headers: { 'retry-after': '1' } })
    },
    async ({ frontier, drain, web, urls }) => {
      isBusy = true
      await frontier.submit([1, 2, 3].flatMap((n) => [`http://a.example/${n}`, `http://b.example/${n}`]))
      await drain()
      assert.ok((await urls()).every(({ state, attempts }) => state === 'fetched' && attempts === 0))
      assert.ok(Math.max(...gapsOf(web.requests, 'a.example')) >= 1000)
      const last = web.requests.findLast(({ host }) => host === 'b.example')
      const quiet = web.requests.filter(({ host }) => host === 'a.example').at(2)
      assert.ok((last?.at ?? 0) < (quiet?.at ?? 0), 'the other host was done before')
    },
  )

  crawlTest(
    'hard test 18 at the socket: a host that refuses is probed a few times, its URLs wait in retry, and the drain ends',
    { 'http://b.example/': { body: '<html>b' } },
    async ({ frontier, drain, stateOf, web }) => {
      const dead = Array.from({ length: 300 }, (_, n) => `http://a.example/${n}`)
      await frontier.submit([...dead, 'http://b.example/'])
      await drain({ exchanger: refusing(web) })
      const { retry, fetched, dead: died } = await frontier.stats()
      assert.deepEqual({ retry, fetched, died }, { retry: 300, fetched: 1, died: 0 })
      assert.equal(await stateOf('http://a.example/7'), 'retry connect_refused')
    },
  )

  crawlTest(
    'beside a worker that wants no pause, a host is left alone as long as the other worker wants',
    (_request, response, { path }) => send(response, path === '/robots.txt' ? { status: 404 } : { body: '<html>here' }),
    async ({ frontier, drain, location, web, urls }) => {
      await frontier.submit([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `http://a.example/${n}`))
      await frontier.release(await frontier.claim())
      const hasty = await openFrontier(location, { hostDelayMs: 0 })
      const exchanger = createFetcher({ connectTo: web.connectTo })
      await Promise.all([drain(), work(hasty, { exchanger, drain: true })])
      await Promise.all([hasty.close(), exchanger.close()])
      assert.ok((await urls()).every(({ state }) => state === 'fetched'))
      const least = Math.min(...gapsOf(web.requests, 'a.example'))
      assert.ok(least >= 150, `${least} ms`)
    },
    { hostDelayMs: 150 },
  )
}
