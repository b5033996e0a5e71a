import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFrontier } from '../../src/frontier/open-frontier.ts'
import { sqliteFiles } from '@canonist/test-support/databases.ts'
import { createFetcher } from '@canonist/web/internal/resolve/fetcher'
import { work } from '../../src/worker/worker.ts'
import type { WorkResult } from '../../src/worker/work-result.ts'
import { freeze, startLateLoop } from '@canonist/test-support/late-loop.ts'
import { startThreadedWeb } from '@canonist/test-support/threaded-web.ts'

const HOSTS = 10
const LATE_MS = 150
const TIMEOUT_MS = 300
const MAX_ATTEMPTS = 1

test('a worker that is late in every turn of its event loop blames only the page that never responds', async (t) => {
  const web = await startThreadedWeb()
  t.after(() => web.close())
  const exchanger = createFetcher({ connectTo: web.connectTo, timeouts: { total: TIMEOUT_MS } })
  t.after(() => exchanger.close())
  const settings = { hostDelayMs: 0, retryBaseMs: 5, maxAttempts: MAX_ATTEMPTS }
  const frontier = await openFrontier(':memory:', settings)
  t.after(() => frontier.close())
  const pages = Array.from({ length: HOSTS }, (_, host) => `http://h${host}.example/page`)
  await frontier.submit([...pages, 'http://h.example/silent'])
  const results: WorkResult[] = []
  const options = { exchanger, obeysRobots: false, drain: true }
  const stop = startLateLoop(LATE_MS)
  t.after(stop)
  await work(frontier, { ...options, concurrency: HOSTS + 1, onResult: (one) => void results.push(one) })
  stop()
  const blamed = results.filter(({ attempts }) => attempts > 0).map(({ url, reason }) => `${url} ${reason}`)
  assert.deepEqual(
    blamed,
    Array.from({ length: MAX_ATTEMPTS }, () => 'http://h.example/silent read_timeout'),
  )
  const { fetched, dead } = await frontier.countByState()
  assert.deepEqual({ fetched, dead }, { fetched: HOSTS, dead: 1 })
})

test('a URL is given back five times without an attempt, and then fails like any other', async (t) => {
  let requests = 0
  const exchanger = createFetcher({
    dnsFn: async () => ['93.184.215.14'],
    timeouts: { total: 20 },
    exchangeFn: async () => ({ status: 200, headers: {}, body: sendLate() }),
  })
  /** Sends without end, and keeps this process from reading it. */
  async function* sendLate() {
    requests += 1
    for (;;) {
      freeze(150)
      yield new Uint8Array(10)
    }
  }
  t.after(() => exchanger.close())
  const frontier = await openFrontier(':memory:', { hostDelayMs: 0, maxAttempts: 1 })
  t.after(() => frontier.close())
  await frontier.submit(['http://example.com/'])
  const results: WorkResult[] = []
  await work(frontier, { exchanger, obeysRobots: false, drain: true, onResult: (one) => void results.push(one) })
  assert.equal(requests, 6)
  assert.deepEqual(
    results.map(({ state, reason, attempts }) => [state, reason, attempts]),
    [['dead', 'read_timeout', 1]],
  )
})

test('a worker that loses its lease six times because it is late does not make its page poison', async (t) => {
  const location = await sqliteFiles().freshLocation()
  const settings = { hostDelayMs: 0, retryBaseMs: 5, leaseMs: 100 }
  const [frontier, other] = [await openFrontier(location, settings), await openFrontier(location, settings)]
  t.after(() => Promise.all([frontier.close(), other.close()]))
  let requests = 0
  const exchanger = createFetcher({
    dnsFn: async () => ['93.184.215.14'],
    exchangeFn: async () => {
      requests += 1
      if (requests <= 6) {
        freeze(150)
        await other.sweep()
      }
      return { status: 200, headers: {}, body: '<html>' }
    },
  })
  t.after(() => exchanger.close())
  await frontier.submit(['http://example.com/'])
  const results: WorkResult[] = []
  await work(frontier, { exchanger, obeysRobots: false, drain: true, onResult: (one) => void results.push(one) })
  assert.deepEqual(
    results.map(({ state, attempts }) => [state, attempts, requests]),
    [['fetched', 0, 7]],
  )
})
