import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { ServeOptions } from '../../src/api/serve-api.ts'
import { mapInSlices } from '../../src/app/operations/map-in-slices.ts'
import { openCanonist } from '../../src/app/open-canonist.ts'
import { serveForTest, type TestServer } from '../support/api-server.ts'
import { cpuMsSince } from '../support/cpu-time.ts'

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

test('an administrator may move the keys to a policy with more expressions', async (t) => {
  const server = await serve(t)
  const to = { query: { strip: many(60, slowPattern) } }
  const { status, text } = await server.call('/api/v1/policies/rekey', { body: { to, dryRun: true } })
  assert.equal(status, 200, text)
})

test('a long URL is refused only with a policy that has expressions', async (t) => {
  const server = await serve(t)
  const long = `https://example.com/?${'a'.repeat(20_000)}`
  const input = { urls: [url, long] }
  const { status, json } = await server.call('/api/v1/normalize', {
    body: { ...input, policy: { query: { strip: [slowPattern(1)] } } },
  })
  assert.equal(status, 422)
  assert.deepEqual(json['errors'], [
    {
      path: 'urls[1]',
      message: 'It is too long for a policy with regular expressions. Give at most 16,384 characters.',
    },
  ])
  const plain = { ...input, policy: { query: { strip: ['a*'] } } }
  assert.equal((await server.call('/api/v1/normalize', { body: plain })).status, 200)
})

for (const path of ['/api/v1/normalize', '/api/v1/cite']) {
  test(`while ${path} works on a slow list, others are answered, and it ends at the time limit`, async (t) => {
    const server = await serve(t, { timeLimitMs: 1000 })
    const urls = many(1000, (number) => `https://example.com/${'a'.repeat(2000)}${number}`)
    const policy = { extends: 'sources', version: '1', rewrites: many(20, slowRewrite) }
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
