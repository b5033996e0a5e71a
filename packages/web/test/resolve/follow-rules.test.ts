import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExchangeFn, FetchFnInit, RawResponse } from '../../src/net/exchange.ts'
import { createFunctionExchanger } from '../../src/net/transport/function-exchanger.ts'
import { createFetcher } from '../../src/resolve/fetcher.ts'
import { follow } from '../../src/resolve/follow.ts'
import { startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { drip, rawServer } from '@canonist/test-support/raw-server.ts'

const PUBLIC = '93.184.215.14'
const REST: RawResponse = { status: 200, headers: {}, body: 'rest' }
const to = (location: string): RawResponse => ({ status: 302, headers: { location }, body: '' })

/** A fetcher whose servers answer as `routes` says, and what was asked of them. */
function simulate(
  routes: Readonly<Record<string, RawResponse>>,
  dns: Readonly<Record<string, readonly string[]>> = {},
) {
  const asked: Parameters<ExchangeFn>[0][] = []
  const fetcher = createFetcher({
    dnsFn: async (host) => dns[host] ?? [PUBLIC],
    exchangeFn: async (request) => {
      asked.push(request)
      return routes[request.url] ?? REST
    },
  })
  return { fetcher, asked }
}

// Sent to whoever answers, or only to the origin that the caller named.
const SENT_EVERYWHERE = {
  Accept: 'text/html',
  'accept-language': 'es',
  'User-Agent': 'harbour-bot',
  'If-None-Match': '"x"',
  'if-modified-since': 'Sun, 06 Nov 1994 08:49:37 GMT',
  Range: 'bytes=0-99',
}
const SENT_TO_OWN_ORIGIN = {
  Authorization: 'Basic eA==',
  cookie: 'a=1',
  'Proxy-Authorization': 'x',
  'X-Api-Key': 'k',
  'x-trace': '1',
  'ocp-apim-subscription-key': 'k',
  referer: 'https://intranet.example.org/',
  acceptance: 'not an accept header',
}
const HEADERS = { ...SENT_EVERYWHERE, ...SENT_TO_OWN_ORIGIN }
const lower = (headers: object): string[] => Object.keys(headers).map((name) => name.toLowerCase())
const amongThese = (names: readonly string[], sent: readonly string[]): string[] =>
  names.filter((name) => sent.includes(name))

/** Checks the names of the headers that a server saw. */
function assertSent(headers: object | undefined, isOwnOrigin: boolean): void {
  const sent = lower(headers ?? {})
  assert.deepEqual(amongThese(lower(SENT_EVERYWHERE), sent), lower(SENT_EVERYWHERE))
  assert.deepEqual(amongThese(lower(SENT_TO_OWN_ORIGIN), sent), isOwnOrigin ? lower(SENT_TO_OWN_ORIGIN) : [])
}

const ways = [
  { why: 'the same origin', start: 'https://boe.es/a', next: '/b', keeps: true },
  { why: 'another host', start: 'https://boe.es/a', next: 'https://www.boe.es/b', keeps: false },
  { why: 'another scheme', start: 'http://boe.es/a', next: 'https://boe.es/b', keeps: false },
]
for (const { why, start, next, keeps } of ways) {
  test(`the caller's headers ${keeps ? 'go along' : 'stay behind'} (${why})`, async () => {
    const { fetcher, asked } = simulate({ [start]: to(next) })
    await fetcher.follow(start, { headers: HEADERS })
    assertSent(asked[0]?.headers, true)
    assertSent(asked[1]?.headers, keeps)
  })

  test(`the caller's headers ${keeps ? 'go along' : 'stay behind'} when a chain resumes (${why})`, async () => {
    const { fetcher, asked } = simulate({})
    const hops = [{ status: 302, to: new URL(next, start).href, ms: 1 }]
    await fetcher.follow(start, { headers: HEADERS, trail: { from: start, hops } })
    assert.equal(asked[0]?.url, new URL(next, start).href)
    assertSent(asked[0]?.headers, keeps)
  })

  test(`the caller's headers ${keeps ? 'go along' : 'stay behind'} with a fetchFn (${why})`, async () => {
    const seen: FetchFnInit[] = []
    const exchanger = createFunctionExchanger({
      dnsFn: async () => [PUBLIC],
      fetchFn: async (url, init) => {
        seen.push(init)
        return url === start ? to(next) : REST
      },
    })
    await follow(exchanger, start, { headers: HEADERS })
    assertSent(seen[0]?.headers, true)
    assertSent(seen[1]?.headers, keeps)
  })
}

test('headers that were left behind do not come back', async () => {
  const { fetcher, asked } = simulate({
    'https://boe.es/a': to('https://other.es/'),
    'https://other.es/': to('https://boe.es/b'),
  })
  await fetcher.follow('https://boe.es/a', { headers: HEADERS })
  assertSent(asked[2]?.headers, false)
})

test('headers that were left behind do not come back when a chain resumes at home', async () => {
  const { fetcher, asked } = simulate({})
  const hops = [
    { status: 302, to: 'https://other.es/', ms: 1 },
    { status: 302, to: 'https://boe.es/b', ms: 1 },
  ]
  await fetcher.follow('https://boe.es/a', { headers: HEADERS, trail: { from: 'https://boe.es/a', hops } })
  assertSent(asked[0]?.headers, false)
})

test('over sockets, another host sees none of the headers that are meant for the first', async (t) => {
  const web = await startLoopbackWeb({
    'http://a.example/': { status: 302, headers: { location: 'http://b.example/' } },
    'http://b.example/': { body: 'rest' },
  })
  t.after(() => web.close())
  const fetcher = createFetcher({ connectTo: web.connectTo })
  t.after(() => fetcher.close())
  await fetcher.follow('http://a.example/', { headers: HEADERS, reservedNames: 'resolve' })
  assertSent(web.requests[0]?.headers, true)
  assertSent(web.requests[1]?.headers, false)
})

const PORTS: readonly (readonly [why: string, to: string, code: string])[] = [
  ['the origin of the first URL', 'http://boe.es:8080/b', 'ok'],
  ['another port', 'http://boe.es:8081/b', 'port_blocked'],
  ['the same port over https', 'https://boe.es:8080/b', 'port_blocked'],
  ['the same port of another host', 'http://www.boe.es:8080/b', 'port_blocked'],
]

for (const [why, target, code] of PORTS) {
  test(`a port that is allowed for the first URL: a redirect to ${why} is ${code}`, async () => {
    const { fetcher, asked } = simulate({ 'http://boe.es:8080/': to(target) })
    const result = await fetcher.follow('http://boe.es:8080/', { allowPort: 'any' })
    assert.equal(result.ok ? 'ok' : result.code, code)
    assert.equal(asked.length, code === 'ok' ? 2 : 1)
  })
}

test('a redirect to a port is refused unless it was allowed', async () => {
  const { fetcher } = simulate({ 'http://boe.es/': to('http://boe.es:8080/b') })
  for (const options of [{}, { allowPort: 'any' }, { portOrigin: 'http://boe.es:8081' }] as const) {
    const result = await fetcher.follow('http://boe.es/', options)
    assert.equal(result.ok ? 'ok' : result.code, 'port_blocked')
  }
  const allowed = await fetcher.follow('http://boe.es/', { portOrigin: 'http://boe.es:8080' })
  assert.equal(allowed.ok && allowed.url, 'http://boe.es:8080/b')
})

test('names for tests are left to DNS on every hop where that is allowed', async () => {
  const { fetcher } = simulate({ 'https://a.test/': to('https://b.example/') })
  const result = await fetcher.follow('https://a.test/', { reservedNames: 'resolve' })
  assert.equal(result.ok && result.url, 'https://b.example/')
})

test('HEAD stays HEAD, even after 303', async () => {
  const { fetcher, asked } = simulate({ 'https://boe.es/': { ...to('/b'), status: 303 } })
  await fetcher.follow('https://boe.es/', { method: 'HEAD' })
  assert.deepEqual(
    asked.map(({ method }) => method),
    ['HEAD', 'HEAD'],
  )
})

test('every hop is looked up and checked again', async () => {
  const dns = { 'boe.es': [PUBLIC], 'inside.example.org': ['10.0.0.1'] }
  const { fetcher, asked } = simulate({ 'https://boe.es/': to('https://inside.example.org/') }, dns)
  const result = await fetcher.follow('https://boe.es/')
  assert.equal(result.ok ? 'ok' : result.code, 'private_address')
  assert.deepEqual(
    asked.map(({ address }) => address),
    [PUBLIC],
  )
})

test('what a page says within itself is not followed', async () => {
  const page = {
    status: 200,
    headers: { refresh: '0; url=http://127.0.0.1/' },
    body: '<meta http-equiv=refresh content="0;url=/b">',
  }
  const { fetcher } = simulate({ 'https://boe.es/': page })
  assert.deepEqual((await fetcher.follow('https://boe.es/')).hops, [])
})

test('another service is not heard of', async () => {
  const page = { status: 200, headers: { 'alt-svc': 'h3="127.0.0.1:6379"' }, body: '' }
  const { fetcher, asked } = simulate({ 'https://boe.es/': page })
  await fetcher.follow('https://boe.es/')
  await fetcher.follow('https://boe.es/')
  assert.deepEqual(
    asked.map(({ address }) => address),
    [PUBLIC, PUBLIC],
  )
})

test('ms is the time of all exchanges together', async () => {
  const { fetcher } = simulate({ 'https://boe.es/': to('/b') })
  const result = await fetcher.follow('https://boe.es/')
  assert.ok(result.ok && result.ms >= 0)
})

test('one deadline holds for the whole way', async () => {
  let count = 0
  const fetcher = createFetcher({
    dnsFn: async () => [PUBLIC],
    exchangeFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      count += 1
      return to(`/${count}`)
    },
    timeouts: { total: 200 },
  })
  const result = await fetcher.follow('https://boe.es/', { maxRedirects: 50 })
  assert.equal(result.ok ? 'ok' : result.code, 'total_timeout')
  assert.ok(result.hops.length >= 1 && result.hops.length <= 4)
})

test('abort ends it on the way', async () => {
  const controller = new AbortController()
  const { fetcher } = simulate({ 'https://boe.es/': to('/b') })
  const result = await fetcher.follow('https://boe.es/', { signal: controller.signal, onHop: () => controller.abort() })
  assert.deepEqual([result.ok ? 'ok' : result.code, result.hops.length], ['aborted', 1])
})

test('a redirect need not finish its body', async () => {
  const server = await rawServer((socket) => {
    socket.on('data', (data: Buffer) => {
      if (data.includes('GET /rest')) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nrest')
      else {
        socket.write('HTTP/1.1 302 Found\r\nlocation: /rest\r\ncontent-length: 100000000000\r\n\r\n')
        drip(socket, 'x', 50)
      }
    })
  })
  const fetcher = createFetcher({ connectTo: server.connectTo })
  const result = await fetcher.follow('http://a.example/')
  assert.equal(result.ok && Buffer.from(result.body).toString(), 'rest')
  assert.ok(result.ok && result.ms < 3000)
  await fetcher.close()
})

for (const port of [22, 25, 3306, 6379, 9200, 10_250, 11_211]) {
  test(`no request goes to port ${port}, whatever names it`, async () => {
    const { fetcher, asked } = simulate({})
    const result = await fetcher.follow(`http://boe.es:${port}/`, { allowPort: 'any' })
    assert.deepEqual([result.ok ? 'ok' : result.code, asked], ['port_blocked', []])
  })
}
