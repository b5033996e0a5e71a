import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { ServeOptions } from '../../src/http/serve-api.ts'
import { mapInSlices } from '../../src/operations/urls.ts'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { serveForTest, type TestServer } from '@canonist/test-support/api-server.ts'
import { cpuMsSince } from '@canonist/test-support/cpu-time.ts'

async function serve(t: TestContext, options: Partial<ServeOptions> = {}): Promise<TestServer> {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist, options)
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  return server
}

/** Takes about 50 ms on a path of 4,000 characters. */
const slowRewrite = (number: number): object => ({ match: '^/a*a*b$', to: `/c${number}` })
const slowPattern = (number: number): string => `/^a*a*b${number}$/`
const many = <T>(length: number, create: (index: number) => T): T[] => Array.from({ length }, (_, at) => create(at))

const url = 'https://example.com/a'
const calls = [
  { path: '/api/v1/normalize', input: { urls: [url] } },
  { path: '/api/v1/explain', input: { url } },
  { path: '/api/v1/compare', input: { a: url, b: url } },
  { path: '/api/v1/cite', input: { urls: [url] } },
]
const policies = [
  {
    what: '50 expressions',
    status: 200,
    policy: { rewrites: many(25, slowRewrite), query: { strip: many(25, slowPattern) } },
  },
  {
    what: '51 expressions',
    status: 422,
    policy: { rewrites: many(26, slowRewrite), query: { strip: many(25, slowPattern) } },
  },
  {
    what: '51 expressions, some of them for a site and a prefix',
    status: 422,
    policy: {
      query: { strip: many(17, slowPattern) },
      sites: {
        'example.com': { query: { keep: many(17, slowPattern) }, paths: { '/a': { rewrites: many(17, slowRewrite) } } },
      },
    },
  },
  {
    what: '40 expressions for each of two sites',
    status: 200,
    policy: {
      sites: {
        'a.example': { query: { strip: many(40, slowPattern) } },
        'b.example': { query: { strip: many(40, slowPattern) } },
      },
    },
  },
  {
    what: '100,000 sites',
    status: 422,
    policy: { sites: Object.fromEntries(many(100_000, (number) => [`s${number}.example`, {}])) },
  },
  { what: '100,000 expressions', status: 422, policy: { query: { strip: many(100_000, slowPattern) } } },
  {
    what: '3,000 sites',
    status: 200,
    policy: { sites: Object.fromEntries(many(3000, (number) => [`s${number}.example`, {}])) },
  },
  {
    what: '101 rewrites of a section',
    status: 422,
    policy: { rewrites: many(101, (number) => ({ match: `/${number}/$1`, to: '/$1' })) },
  },
  {
    what: '10,000 default values',
    status: 422,
    policy: { query: { defaults: Object.fromEntries(many(10_000, (number) => [`name${number}`, '1'])) } },
  },
  { what: '1,001 globs', status: 422, policy: { query: { strip: many(1001, (number) => `a*${number}`) } } },
  { what: '200,000 names', status: 422, policy: { query: { strip: many(200_000, (number) => `name${number}`) } } },
  { what: 'a pattern as long as a book', status: 422, policy: { query: { strip: [`a${'*'.repeat(1_000_000)}`] } } },
  { what: '100,000 names', status: 200, policy: { query: { strip: many(100_000, (number) => `name${number}`) } } },
]
for (const { what, status, policy } of policies) {
  test(`a policy with ${what} in a request is ${status}`, async (t) => {
    const server = await serve(t)
    for (const { path, input } of calls) {
      const started = process.cpuUsage()
      const answer = await server.call(path, { body: { ...input, policy } })
      assert.ok(cpuMsSince(started) < 3000)
      assert.equal(answer.status, status, `${path}: ${answer.text.slice(0, 300)}`)
      if (status === 422) assert.equal(answer.json['code'], 'app/bad-policy')
    }
  })
}

for (const name of ['__proto__', 'constructor', 'toString']) {
  test(`a policy in a request with the field ${name} is refused, as one with any unknown field is`, async (t) => {
    const server = await serve(t)
    for (const { path, input } of calls) {
      const body = JSON.stringify({ ...input, policy: 0 }).replace('"policy":0', `"policy":{"${name}":{"www":"strip"}}`)
      const { status, json } = await server.call(path, { body })
      assert.deepEqual([status, json['code']], [422, 'app/bad-policy'], path)
      assert.match(String(json['detail']), new RegExp(`${name} is not a field of a policy`))
    }
  })
}

test('an administrator may move the keys to a policy with more expressions', async (t) => {
  const server = await serve(t)
  const to = { query: { strip: many(60, slowPattern) } }
  const { status, text } = await server.call('/api/v1/policies/rekey', { body: { to, dryRun: true } })
  assert.equal(status, 200, text)
})

const lengths = [
  { what: 'names and globs', policy: { query: { strip: ['a*', 'b'] } }, most: 100_000 },
  { what: 'one slow expression', policy: { rewrites: many(1, slowRewrite) }, most: 100_000 },
  { what: '20 slow expressions', policy: { rewrites: many(20, slowRewrite) }, most: 256 },
  { what: '20 slow expressions for names', policy: { query: { strip: many(20, slowPattern) } }, most: 16_384 },
  { what: '1,000 globs', policy: { query: { strip: many(1000, (number) => `a*${number}`) } }, most: 8192 },
]
for (const { what, policy, most } of lengths) {
  test(`with ${what}, a URL in a request has at most ${most} characters`, async (t) => {
    const server = await serve(t)
    const long = (length: number): string => url.padEnd(length, 'a')
    const body = (length: number): object => ({ urls: [url, long(length)], policy })
    const fits = await server.call('/api/v1/normalize', { body: body(most) })
    assert.equal(fits.status, 200, fits.text.slice(0, 300))
    const { status, json } = await server.call('/api/v1/normalize', { body: body(most + 1) })
    assert.deepEqual([status, json['code']], [422, 'app/bad-input'])
    const reason = most === 100_000 ? '' : ' for the patterns and rewrites of the policy'
    const message = `It is too long${reason}. Give at most ${most.toLocaleString('en')} characters.`
    assert.deepEqual(json['errors'], [{ path: 'urls[1]', message }])
  })
}

test('a URL that is too long for the library is the fault of that URL alone', async (t) => {
  const server = await serve(t)
  const { status, json } = await server.call('/api/v1/normalize', {
    body: { urls: [url, url.padEnd(2 ** 21 + 1, 'a')] },
  })
  assert.equal(status, 200)
  const items = json['items'] as { ok: boolean; code?: string }[]
  assert.deepEqual(
    items.map(({ ok, code }) => [ok, code]),
    [
      [true, undefined],
      [false, 'url/too-long'],
    ],
  )
})

/** Of every kind of work, the most that a request may bring. */
const fill = (piece: string, length = 99_000): string => url + piece.repeat((length - url.length) / piece.length)
const distinctNames = (length: number): string =>
  `${url}?${many(length / 8, (number) => `k${(number * 7919) % 100_003}=v`).join('&')}`.slice(0, length)
const removesAll = {
  extends: 'dedupe',
  trailingSlash: 'strip',
  duplicateSlashes: 'collapse',
  session: true,
  unwrap: true,
  query: { tracking: 'extended', emptyValues: 'strip', defaults: { k1: 'v' }, keep: ['x*'] },
}
const hostileUrls = [
  { what: 'names in no order', hostile: distinctNames(99_000) },
  { what: 'empty pairs', hostile: `${url}?${'&'.repeat(98_000)}` },
  { what: 'escapes', hostile: fill('%5%41') },
  { what: 'dot segments', hostile: fill('/%2e%2e') },
  { what: 'backslashes', hostile: fill('\\') },
  { what: 'users', hostile: `https://${'u@'.repeat(49_000)}example.com/` },
  { what: 'characters outside ASCII', hostile: fill('é') },
  { what: 'labels of a host', hostile: `https://${'xn--a.'.repeat(16_000)}com/` },
]
for (const { what, hostile } of hostileUrls) {
  test(`a URL of ${what} takes no longer than it may`, async (t) => {
    const server = await serve(t)
    for (const [path, input] of [
      ['/api/v1/normalize', { urls: [hostile] }],
      ['/api/v1/explain', { url: hostile }],
      ['/api/v1/compare', { a: hostile, b: `${hostile}x` }],
    ] as const) {
      const started = process.cpuUsage()
      const { status } = await server.call(path, { body: { ...input, policy: removesAll } })
      assert.ok(status === 200 || status === 422, `${path}: ${status}`)
      // Ten times what it takes, for a machine that is slow and busy.
      assert.ok(cpuMsSince(started) < 2000, path)
    }
  })
}

for (const path of ['/api/v1/normalize', '/api/v1/cite']) {
  test(`while ${path} works on a slow list, others are answered, and it ends at the time limit`, async (t) => {
    const server = await serve(t, { timeLimitMs: 1000 })
    const urls = many(1000, (number) => `https://example.com/${'a'.repeat(3000)}${number}`)
    const policy = { extends: 'sources', version: '1', rewrites: many(1, slowRewrite) }
    const slow = server.call(path, { body: { urls, policy } })
    const health = await server.call('/healthz')
    assert.equal(health.status, 200)
    const { status, json } = await slow
    assert.deepEqual([status, json['code']], [503, 'api/timeout'])
  })
}

test('mapInSlices keeps the order, and stops with its signal', async () => {
  assert.deepEqual(await mapInSlices([3, 1, 2], (each) => each * 2, undefined), [6, 2, 4])
  const stop = new AbortController()
  setImmediate(() => stop.abort())
  const forever = many(1_000_000, (number) => number)
  const busy = (): void => {
    for (const until = performance.now() + 5; performance.now() < until;);
  }
  await assert.rejects(mapInSlices(forever, busy, stop.signal), { name: 'AbortError' })
})
