import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { admit } from '@canonist/web/internal/admit/admit'
import { createRequests } from '@canonist/web/internal/admit/requests'
import { canonicalize } from '@canonist/web/internal/canonicalize/canonicalize'
import type { CanonicalizeOptions } from '@canonist/web/internal/canonicalize/options'
import { openFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import { openHealth } from '@canonist/links/internal/health/open-health'
import type { FetchFn } from '@canonist/web/internal/net/exchange'
import { createFunctionExchanger } from '@canonist/web/internal/net/transport/function-exchanger'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import { createFetcherOn, type Fetcher } from '@canonist/web/internal/resolve/fetcher'
import { work } from '@canonist/crawl/internal/worker/worker'
import { rss } from '../../web/test/canonicalize/support/documents.ts'
import { sqliteFiles } from '@canonist/test-support/databases.ts'
import { keepBusy } from '@canonist/test-support/keep-busy.ts'

// Every function that is called here responds at once, but blocks the event loop while it works. No timer fires by itself then, so each loop has
// to look at its deadline and let the event loop turn, or its signal would never abort.

const BUSY_MS = 40
/** A signal that a timer aborts while the first steps are under way. */
function abortSoon(t: TestContext): AbortSignal {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), BUSY_MS)
  t.after(() => clearTimeout(timer))
  return controller.signal
}

const dnsFn = async () => ['93.184.216.34']

/** A web where every feed declares the next one. */
const declareNext: FetchFn = async (url) => {
  keepBusy(BUSY_MS)
  return { status: 200, headers: {}, body: rss({ self: nextOf(url) }) }
}

/** A web where every URL redirects to the next one. */
const redirectToNext: FetchFn = async (url) => {
  keepBusy(BUSY_MS)
  return { status: 302, headers: { location: nextOf(url) }, body: '' }
}

const nextOf = (url: string): string => url.replace(/\d+/, (number) => String(Number(number) + 1))
const START = 'https://example.com/0'

test('canonicalize: a signal ends a chain of declared URLs', async (t) => {
  const options = { fetchFn: declareNext, dnsFn, maxRequests: 50 }
  const result = await canonicalize(START, { ...options, signal: abortSoon(t) })
  assert.equal(result.ok || result.error, 'aborted')
  assert.ok(result.requests < 10, `${result.requests} requests`)
})

test('canonicalize: the deadline ends a chain of declared URLs, and what was proved stays', async () => {
  const [total, maxRequests] = [500, 1]
  let requests = 0
  const fetchFn: FetchFn = (url, init) => {
    requests += 1
    // Not the first one, so that there is a result.
    if (requests === 2) keepBusy(total * (maxRequests + 2))
    return declareNext(url, init)
  }
  const result = await canonicalize(START, { fetchFn, dnsFn, maxRequests, timeouts: { total } })
  assert.ok(result.ok)
  assert.deepEqual([result.url, result.warnings, requests], [nextOf(START), ['deadline_reached'], 2])
})

const BUSY_FUNCTIONS: readonly (readonly [name: string, options: CanonicalizeOptions])[] = [
  [
    'existsFn',
    {
      existsFn: async () => {
        keepBusy(2 * BUSY_MS)
        return null
      },
    },
  ],
  [
    'hashFn',
    {
      hashFn: async (bytes) => {
        keepBusy(2 * BUSY_MS)
        return String(bytes.length)
      },
    },
  ],
  [
    'verifyFn',
    {
      verifyFn: async () => {
        keepBusy(2 * BUSY_MS)
        return true
      },
    },
  ],
]

for (const [name, options] of BUSY_FUNCTIONS) {
  test(`canonicalize: a signal ends a call whose ${name} blocks the event loop`, async (t) => {
    const fetchFn: FetchFn = async (url) => ({ status: 200, headers: {}, body: rss({ self: nextOf(url) }) })
    const result = await canonicalize(START, { ...options, fetchFn, dnsFn, maxRequests: 50, signal: abortSoon(t) })
    assert.equal(result.ok || result.error, 'aborted')
  })
}

const never = new Promise<never>(() => undefined)

for (const [name, options] of [
  ['existsFn', { existsFn: () => never }],
  ['hashFn', { hashFn: () => never }],
  ['verifyFn', { verifyFn: () => never }],
] as const) {
  test(`canonicalize: a signal ends a call whose ${name} never returns`, async (t) => {
    const fetchFn: FetchFn = async (url) => ({ status: 200, headers: {}, body: rss({ self: nextOf(url) }) })
    const result = await canonicalize(START, { ...options, fetchFn, dnsFn, signal: abortSoon(t) })
    assert.equal(result.ok || result.error, 'aborted')
  })
}

test('canonicalize: others that block the event loop between its turns do not keep a signal from ending the call', async (t) => {
  let isOver = false
  const block = (): void => {
    keepBusy(BUSY_MS)
    if (!isOver) setImmediate(block)
  }
  block()
  const result = await canonicalize(START, { fetchFn: declareNext, dnsFn, maxRequests: 50, signal: abortSoon(t) })
  isOver = true
  assert.equal(result.ok || result.error, 'aborted')
})

function openFetcher(fetchFn: FetchFn): Fetcher {
  return createFetcherOn(createFunctionExchanger({ fetchFn, dnsFn }), null)
}

test('resolve: a signal ends a chain of redirects', async (t) => {
  const end = await openFetcher(redirectToNext).follow(START, { maxRedirects: 50, signal: abortSoon(t) })
  assert.equal(end.ok || end.code, 'aborted')
})

test('resolve: the deadline ends a chain of redirects', async () => {
  const end = await openFetcher(redirectToNext).follow(START, { maxRedirects: 50, totalMs: 3 * BUSY_MS })
  assert.equal(end.ok || end.code, 'total_timeout')
  assert.ok(end.hops.length < 10, `${end.hops.length} hops`)
})

test('a deadline ends a body whose pieces are all there, but slow to make', async () => {
  let pieces = 0
  async function* drip() {
    for (; pieces < 1000; pieces += 1) {
      keepBusy(BUSY_MS)
      yield new Uint8Array(10)
    }
  }
  const fetchFn: FetchFn = async () => ({ status: 200, headers: {}, body: drip() })
  const exchanger = createFunctionExchanger({ fetchFn, dnsFn, timeouts: { total: 3 * BUSY_MS } })
  const answer = await exchanger.fetch(START)
  assert.equal(answer.ok || answer.code, 'total_timeout')
  assert.ok(pieces < 100, `${pieces} pieces`)
})

const POLICY = { name: 'busy', extends: 'sources', hosts: { allow: ['example.com'] } } as const

test('admit: a signal ends the call, which rejects with its reason', async (t) => {
  const signal = abortSoon(t)
  let requests = 0
  const fetchFn: FetchFn = (url, init) => {
    requests += 1
    return redirectToNext(url, init)
  }
  await assert.rejects(admit(START, { policy: POLICY, fetchFn, dnsFn, signal }), (error) => error === signal.reason)
  assert.ok(requests < 6, `${requests} requests`)
})

test('admit: a signal that has aborted sends no request, and one that aborts says nothing about the host', async () => {
  const facts = new Map<string, unknown>()
  const controller = new AbortController()
  const fetchFn: FetchFn = async (_, { method }) => {
    if (method === 'HEAD') controller.abort()
    return { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>page' }
  }
  const store = { get: async () => undefined, set: async (host: string, name: string) => void facts.set(name, host) }
  const options = { policy: POLICY, fetchFn, dnsFn, facts: store, signal: controller.signal }
  await assert.rejects(admit(START, options), { name: 'AbortError' })
  await assert.rejects(admit(START, { ...options, fetchFn: () => assert.fail('a request') }), { name: 'AbortError' })
  assert.deepEqual([...facts.keys()], [])
})

test('admit: after the deadline no request is sent', async () => {
  const fetchFn: FetchFn = async () => {
    keepBusy(2 * BUSY_MS)
    return { status: 404, headers: {}, body: '' }
  }
  const requests = createRequests(createFunctionExchanger({ fetchFn, dnsFn }), { totalMs: BUSY_MS })
  assert.equal((await requests.get(START)).ok, true)
  assert.deepEqual(await requests.get(nextOf(START)), { ok: false, code: 'budget_spent', cause: '' })
})

/** A transport that never waits, how often it was called, and a signal that a timer aborts soon after the first call. */
function openBusyFetcher() {
  const controller = new AbortController()
  let calls = 0
  const fetcher = openFetcher(async () => {
    calls += 1
    if (calls === 1) setTimeout(() => controller.abort(), BUSY_MS)
    keepBusy(5)
    return { status: 200, headers: { 'content-type': 'text/html' }, body: '<title>Tides</title><p>High water' }
  })
  return { fetcher, signal: controller.signal, countCalls: () => calls }
}

const URLS = Array.from({ length: 300 }, (_, index) => `https://h${index}.example.com/page`)
const databases = sqliteFiles()

test('check: a signal ends a pass', async (t) => {
  const location = await databases.freshLocation()
  const registry = await openRegistry(location)
  await registry.ingest(URLS)
  await registry.close()
  const health = await openHealth(location)
  t.after(() => health.close())
  const { fetcher, signal, countCalls } = openBusyFetcher()
  const { isInterrupted } = await health.check({ fetcher, signal })
  assert.ok(isInterrupted)
  assert.ok(countCalls() < URLS.length / 2, `${countCalls()} requests`)
})

test('work: a signal ends a crawl', async (t) => {
  const frontier = await openFrontier(await databases.freshLocation())
  t.after(() => frontier.close())
  await frontier.submit(URLS)
  const { fetcher, signal, countCalls } = openBusyFetcher()
  await work(frontier, { exchanger: fetcher, signal, drain: true })
  assert.ok(countCalls() < URLS.length / 2, `${countCalls()} requests`)
})
