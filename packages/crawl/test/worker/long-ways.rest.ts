import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { send, type Handler, type Page, type Routes } from '@canonist/test-support/loopback-web.ts'
import { Meters } from '../../src/worker/monitor/meters.ts'
import { crawlTests } from './support/crawl.ts'

const to = (location: string): Page => ({ status: 302, headers: { location } })
const page: Page = { body: '<html>a page' }

const chain = (hops: number): Routes => ({
  ...Object.fromEntries(
    Array.from({ length: hops }, (_, hop) => [`http://a.example/${hop}`, to(`/${hop + 1}`)] as const),
  ),
  [`http://a.example/${hops}`]: page,
})

/** Every pause is too long to be waited for on the way. */
const SLOW = { hostDelayMs: 20, maxAttempts: 1 }
const IMPATIENT = { maxPauseMs: 0 }

/** Each page leads to another that nobody has seen. */
const endless: Handler = (_request, response, { path }) =>
  send(response, path === '/robots.txt' ? { status: 404 } : to(`/${Number(path.slice(1)) + 1}`))

let isBack = false
const mayBeDown: Handler = (request, response, { host, path }) => {
  if (host === 'down.example' && !isBack) return request.socket.destroy()
  if (path === '/robots.txt') return send(response, { status: 404 })
  return send(response, host === 'a.example' ? to(`http://down.example${path}`) : page)
}

const alwaysBusy: Handler = (_request, response, { host, path }) => {
  if (path === '/robots.txt') return send(response, { status: 404 })
  if (host === 'a.example') return send(response, to('http://busy.example/'))
  return send(response, { status: 429, headers: { 'retry-after': '60' } })
}

for (const databases of await bothDatabases()) {
  const crawlTest = crawlTests(databases)

  crawlTest(
    'a loop on a host that wants long pauses is a redirect_loop',
    { 'http://a.example/x': to('/y'), 'http://a.example/y': to('/x') },
    async ({ frontier, drain, urls }) => {
      await frontier.submit(['http://a.example/x', 'http://a.example/y'])
      await drain(IMPATIENT)
      const states = (await urls()).map(({ url, state, reason }) => `${url} ${state} ${reason}`)
      assert.deepEqual(states.toSorted(), [
        'http://a.example/x dead redirect_loop',
        'http://a.example/y dead redirect_loop',
      ])
    },
    SLOW,
  )

  crawlTest(
    'six redirects on a host that wants long pauses are too many, and make no pages',
    chain(6),
    async ({ frontier, drain, urls, asked }) => {
      await frontier.submit(['http://a.example/0'])
      await drain(IMPATIENT)
      const states = (await urls()).map(({ url, state, reason }) => `${url} ${state} ${reason}`)
      assert.deepEqual(states, ['http://a.example/0 dead too_many_redirects'])
      assert.equal(asked().length, 6, 'each was asked once, one visit after the other')
    },
    SLOW,
  )

  crawlTest(
    'five redirects on a host that wants long pauses are followed, one visit after the other',
    chain(5),
    async ({ frontier, drain, urls, asked }) => {
      await frontier.submit(['http://a.example/0'])
      await drain(IMPATIENT)
      assert.deepEqual(
        (await urls()).map(({ url, state, reason }) => [url, state, reason]),
        [['http://a.example/5', 'fetched', null]],
      )
      assert.equal(asked().length, 6)
    },
    SLOW,
  )

  crawlTest(
    'redirects without end on a host that wants long pauses come to an end',
    endless,
    async ({ frontier, drain, readState, urls }) => {
      await frontier.submit(['http://a.example/1'])
      await drain(IMPATIENT)
      assert.equal(await readState('http://a.example/1'), 'dead too_many_redirects')
      assert.equal((await urls()).length, 1)
    },
    SLOW,
  )

  crawlTest(
    'from http to https on a host that wants long pauses, where robots.txt is to be asked twice',
    { 'http://a.example/': to('https://a.example/'), 'https://a.example/': page },
    async ({ frontier, drain, readState, asked }) => {
      await frontier.submit(['http://a.example/'])
      await drain(IMPATIENT)
      assert.equal(await readState('http://a.example/'), 'fetched')
      assert.deepEqual(asked(), ['http://a.example/', 'https://a.example/'])
    },
    SLOW,
  )

  crawlTest(
    'what leads to a host that is down waits with that host, loses no attempt, and is fetched when it is back',
    mayBeDown,
    async ({ frontier, drain, readState, urls }) => {
      isBack = false
      await frontier.submit(['http://a.example/1', 'http://a.example/2'])
      const meters = new Meters()
      await drain({ meters })
      assert.match(meters.text(), /^frontier_rename_conflict_total 0$/m, 'what it leads to was made for it')
      const waiting = await urls({ host: 'down.example' })
      assert.deepEqual(
        waiting.map(({ url, state, reason, attempts }) => [url, state, reason, attempts]),
        ['1', '2'].map((name) => [`http://down.example/${name}`, 'retry', 'reset', 0]),
      )
      assert.deepEqual(await urls({ state: 'dead' }), [])
      isBack = true
      await frontier.requeue({ state: 'retry' })
      while ((await readState('http://down.example/2')) !== 'fetched') await drain()
      assert.equal(await readState('http://down.example/1'), 'fetched')
    },
  )

  let open = 0
  let most = 0
  crawlTest(
    'a host on the way is asked by nobody else, even where its answer takes longer than a lease',
    (_request, response, { path }) => {
      if (path === '/robots.txt') return send(response, { status: 404 })
      if (path === '/lead') return send(response, to('http://b.example/slow'))
      open += 1
      most = Math.max(most, open)
      response.once('close', () => (open -= 1))
      return send(response, { ...page, delayMs: path === '/slow' ? 3200 : 0 })
    },
    async ({ frontier, drain, urls }) => {
      await frontier.submit(['http://a.example/lead'])
      let isDrained = false
      const draining = drain().finally(() => (isDrained = true))
      // On a machine that is too busy to keep the lease, the drain ends without a request: fail then, do not wait forever.
      while (open === 0 && !isDrained) await sleep(5)
      assert.equal(open, 1, 'the slow response is under way')
      await frontier.submit(['http://b.example/1', 'http://b.example/2'])
      await draining
      assert.ok((await urls()).every(({ state }) => state === 'fetched'))
      assert.equal(most, 1, 'requests at the same time')
    },
    { leaseMs: 1500 },
  )

  crawlTest(
    'a login on a host that wants quiet is not what the URL leads to',
    (request, response, at) =>
      at.host === 'a.example' && at.path === '/page'
        ? send(response, to('http://busy.example/login?next=/page'))
        : alwaysBusy(request, response, at),
    async ({ frontier, readState, drain }) => {
      await frontier.submit(['http://a.example/page'])
      const stop = new AbortController()
      await drain({ signal: stop.signal, onResult: () => stop.abort() })
      assert.equal(await readState('http://a.example/page'), 'dead redirect_to_login')
      assert.equal(await readState('http://busy.example/login?next=/page'), 'unknown')
    },
  )

  crawlTest(
    'what leads to a host that wants quiet waits with that host',
    alwaysBusy,
    async ({ frontier, readState, drain }) => {
      await frontier.submit(['http://a.example/'])
      const stop = new AbortController()
      await drain({ signal: stop.signal, onResult: () => stop.abort() })
      assert.equal(await readState('http://a.example/'), 'fetched redirected')
      assert.equal(await readState('http://busy.example/'), 'pending')
    },
  )

  crawlTest(
    'a temporary redirect to a host that wants quiet moves nothing, where only permanent ones do',
    alwaysBusy,
    async ({ frontier, readState, urls, drain }) => {
      await frontier.submit(['http://a.example/'])
      const stop = new AbortController()
      await drain({ signal: stop.signal, onResult: () => stop.abort() })
      assert.equal(await readState('http://a.example/'), 'pending')
      assert.equal((await urls()).length, 1)
    },
    { renameOn: 'permanent' },
  )

  crawlTest(
    'what somebody was led to, and was never asked, has no status',
    (_request, response, { path }) => send(response, path === '/robots.txt' ? { status: 503 } : page),
    async ({ frontier, results, drain }) => {
      await frontier.submit(['http://a.example/'])
      const [claim = assert.fail()] = await frontier.claim()
      const trail = { from: 'http://a.example/', hops: [{ status: 302, to: 'http://b.example/q', ms: 1 }] }
      await frontier.complete([
        { claim, outcome: { kind: 'redirected', to: 'http://b.example/q', status: 302, trail, sinceRequestMs: 0 } },
      ])
      const stop = new AbortController()
      await drain({ signal: stop.signal, onResult: (result) => (results.push(result), stop.abort()) })
      assert.deepEqual(results.map(({ url, reason, httpStatus }) => [url, reason, httpStatus]).slice(0, 1), [
        ['http://b.example/q', 'robots_unreachable', null],
      ])
    },
  )
}
