import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFrontier } from '../../src/frontier/open-frontier.ts'
import { createFetcher } from '@canonist/web/internal/resolve/fetcher'
import { work } from '../../src/worker/worker.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { send, type LoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { crawlOneHost } from './politeness.ts'
import { crawlTests } from './support/crawl.ts'
import { listGaps } from './support/gaps.ts'

/** Where a.example is, nobody listens. */
const refusing = ({ plainPort }: LoopbackWeb) =>
  createFetcher({ connectTo: { 'a.example:80': '127.0.0.1:1', 'b.example:80': `127.0.0.1:${plainPort}` } })

/** What a server may say, and how long it is then left alone, at least and at most. */
const WISHES = [
  { why: 'a date that has passed', retryAfter: () => 'Sun, 06 Nov 1994 08:49:37 GMT', leastMs: 200, mostMs: 15_000 },
  {
    why: 'a leap second that has passed',
    retryAfter: () => 'Sat, 31 Dec 2016 23:59:60 GMT',
    leastMs: 200,
    mostMs: 900,
  },
  { why: 'a date', retryAfter: () => new Date(Date.now() + 2500).toUTCString(), leastMs: 1000, mostMs: 15_000 },
] as const

const RUN = { delayMs: 600, forMs: 6000, processes: 4 }

for (const databases of await bothDatabases()) {
  const crawlTest = crawlTests(databases)

  test(`${databases.dialect}: hard test 20: of twenty workers on one host, none is too early at the server`, async () => {
    const { least, requests } = await crawlOneHost(databases, RUN)
    assert.ok(least >= RUN.delayMs, `${least} ms`)
    assert.ok(requests >= 4, `${requests} requests`)
  })

  crawlTest(
    'a server that resets a kept connection after reading the request is requested again only after its pause',
    (request, response, { path }) =>
      path === '/robots.txt' ? send(response, { status: 404 }) : request.socket.resetAndDestroy(),
    async ({ frontier, drain, readState, web }) => {
      await frontier.submit(['http://a.example/x'])
      await drain()
      assert.equal(await readState('http://a.example/x'), 'retry reset')
      const [first, second] = web.requests
      assert.equal(first?.connection, second?.connection, 'the page was requested on the kept connection')
      const gaps = listGaps(web.requests, 'a.example')
      assert.ok(gaps.length >= 2 && Math.min(...gaps) >= 200, gaps.join(' '))
    },
    { hostDelayMs: 200 },
  )

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
      assert.ok(Math.max(...listGaps(web.requests, 'a.example')) >= 1000)
      const last = web.requests.findLast(({ host }) => host === 'b.example')
      const quiet = web.requests.filter(({ host }) => host === 'a.example').at(2)
      assert.ok((last?.at ?? 0) < (quiet?.at ?? 0), 'the other host was done before')
    },
  )

  for (const { why, retryAfter, leastMs, mostMs } of WISHES) {
    let isAnswered = false
    crawlTest(
      `hard test 13 at the server: Retry-After with ${why} is waited for, and no longer`,
      (_request, response, { path }) => {
        if (path === '/robots.txt') return send(response, { status: 404 })
        if (isAnswered) return send(response, { body: '<html>here' })
        isAnswered = true
        return send(response, { status: 429, headers: { 'retry-after': retryAfter() } })
      },
      async ({ frontier, drain, web, urls }) => {
        isAnswered = false
        await frontier.submit(['http://a.example/'])
        await drain()
        assert.deepEqual(
          (await urls()).map(({ state, attempts }) => [state, attempts]),
          [['fetched', 0]],
        )
        const gap = listGaps(web.requests, 'a.example').at(-1) ?? assert.fail()
        assert.ok(gap >= leastMs && gap <= mostMs, `${gap} ms`)
      },
      { hostDelayMs: 200, retryBaseMs: 20_000 },
    )
  }

  crawlTest(
    'hard test 17 at the server: Retry-After: 10^12 is a day, and nobody waits for it',
    (_request, response, { path }) =>
      send(
        response,
        path === '/robots.txt' ? { status: 404 } : { status: 503, headers: { 'retry-after': '1000000000000' } },
      ),
    async ({ frontier, drain, readState }) => {
      await frontier.submit(['http://a.example/', 'http://a.example/2'])
      await drain()
      assert.equal(await readState('http://a.example/'), 'retry retry_after')
      const { hostState } = (await frontier.explain('http://a.example/2')) ?? assert.fail()
      const wait = Date.parse(hostState.allowedAt ?? '') - (await frontier.now())
      assert.ok(wait > 86_000_000 && wait <= 86_400_000, `${wait} ms`)
    },
  )

  crawlTest(
    'hard test 18 at the socket: a host that refuses is probed a few times, its URLs wait in retry, and the drain ends',
    { 'http://b.example/': { body: '<html>b' } },
    async ({ frontier, drain, readState, web }) => {
      const dead = Array.from({ length: 300 }, (_, n) => `http://a.example/${n}`)
      await frontier.submit([...dead, 'http://b.example/'])
      await drain({ exchanger: refusing(web) })
      const { retry, fetched, dead: died } = await frontier.countByState()
      assert.deepEqual({ retry, fetched, died }, { retry: 300, fetched: 1, died: 0 })
      assert.equal(await readState('http://a.example/7'), 'retry connect_refused')
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
      const least = Math.min(...listGaps(web.requests, 'a.example'))
      assert.ok(least >= 150, `${least} ms`)
    },
    { hostDelayMs: 150 },
  )
}
