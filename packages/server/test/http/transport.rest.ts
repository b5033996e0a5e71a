import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { test, type TestContext } from 'node:test'
import { policies } from '@canonist/core'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCanonist, type Canonist } from '../../src/canonist/open-canonist.ts'
import { cpuMsSince } from '@canonist/test-support/cpu-time.ts'
import { serveForTest, type Call, type TestServer } from '@canonist/test-support/api-server.ts'

async function serve(t: TestContext): Promise<{ server: TestServer; canonist: Canonist }> {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist)
  t.after(async () => {
    await server.stop(100)
    await canonist.close().catch(() => undefined)
  })
  return { server, canonist }
}

const json = { 'content-type': 'application/json' }
const failures: readonly { why: string; path: string; call?: Call; status: number; code: string }[] = [
  { why: 'an unknown path', path: '/api/v1/nothing', status: 404, code: 'api/no-such-path' },
  { why: 'another method', path: '/api/v1/pages', call: { method: 'PUT' }, status: 405, code: 'api/wrong-method' },
  {
    why: 'GET of a path that looks like an id',
    path: '/api/v1/reviews/decisions',
    status: 405,
    code: 'api/wrong-method',
  },
  {
    why: 'a pause that is over at once',
    path: '/api/v1/hosts/example.com/pause',
    call: { body: { for: 0 } },
    status: 422,
    code: 'app/bad-input',
  },
  {
    why: 'a delay of more than a day',
    path: '/api/v1/hosts/example.com/settings',
    call: { body: { delay: '2d' } },
    status: 422,
    code: 'app/bad-input',
  },
  {
    why: 'text',
    path: '/api/v1/explain',
    call: { body: '{}', headers: { 'content-type': 'text/plain' } },
    status: 415,
    code: 'api/wrong-media-type',
  },
  {
    why: 'a form',
    path: '/api/v1/explain',
    call: { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    status: 415,
    code: 'api/wrong-media-type',
  },
  {
    why: 'Latin-1',
    path: '/api/v1/explain',
    call: { body: '{}', headers: { 'content-type': 'application/json; charset=latin1' } },
    status: 415,
    code: 'api/wrong-media-type',
  },
  {
    why: 'compressed',
    path: '/api/v1/explain',
    call: { body: 'x', headers: { ...json, 'content-encoding': 'gzip' } },
    status: 415,
    code: 'api/wrong-media-type',
  },
  { why: 'malformed JSON', path: '/api/v1/explain', call: { body: '{"url":' }, status: 422, code: 'api/invalid-json' },
  { why: 'an array', path: '/api/v1/explain', call: { body: '[]' }, status: 422, code: 'api/invalid-json' },
  {
    why: 'invalid UTF-8',
    path: '/api/v1/explain',
    call: { body: Buffer.from('{"url":"\xff"}', 'latin1') },
    status: 422,
    code: 'api/invalid-json',
  },
  {
    why: 'a field that the path has',
    path: '/api/v1/reviews/1/undo',
    call: { body: { id: 2 } },
    status: 422,
    code: 'app/bad-input',
  },
  {
    why: 'a query where the body has the fields',
    path: '/api/v1/explain?url=x',
    call: { body: { url: 'x' } },
    status: 422,
    code: 'app/bad-input',
  },
  { why: 'a parameter twice', path: '/api/v1/pages?host=a&host=b', status: 422, code: 'app/bad-input' },
  { why: 'a host with its default port', path: '/api/v1/hosts/a.com:80', status: 422, code: 'registry/bad-host' },
  { why: 'a host with another port', path: '/api/v1/hosts/a.com:443', status: 422, code: 'registry/bad-host' },
  { why: 'a filter by a host with a path', path: '/api/v1/pages?host=a.com/.', status: 422, code: 'registry/bad-host' },
  { why: 'a filter by nothing', path: '/api/v1/reviews?kind=', status: 422, code: 'app/bad-input' },
  { why: 'a filter by no reason', path: '/api/v1/frontier/urls?reason=', status: 422, code: 'app/bad-input' },
  { why: 'a verdict that does not exist', path: '/api/v1/pages?verdict=ok', status: 422, code: 'app/bad-input' },
  {
    why: 'a note as long as a book',
    path: '/api/v1/reviews/1/decision',
    call: { body: { decision: 'accept', note: 'x'.repeat(10_001) } },
    status: 422,
    code: 'app/bad-input',
  },
  {
    why: 'a run on a URL that cannot be stored',
    path: '/api/v1/runs',
    call: { body: { kind: 'canonicalize', options: { urls: ['https://example.com/\0'] } } },
    status: 422,
    code: 'app/bad-input',
  },
  { why: 'a page that does not exist', path: '/api/v1/pages/77', status: 404, code: 'app/not-found' },
  { why: 'a limit that is too large', path: '/api/v1/pages?limit=501', status: 422, code: 'app/bad-input' },
  { why: 'a cursor of another list', path: '/api/v1/pages?after=xyz', status: 422, code: 'list/bad-cursor' },
  { why: 'no filter', path: '/api/v1/frontier/requeue', call: { body: {} }, status: 422, code: 'app/no-filter' },
]
for (const { why, path, call, status, code } of failures) {
  test(`${why} is ${status} ${code}`, async (t) => {
    const { server } = await serve(t)
    const answer = await server.call(path, call)
    assert.deepEqual([answer.status, answer.json['code']], [status, code], answer.text)
    assert.equal(answer.headers['content-type'], 'application/problem+json')
    for (const field of ['type', 'title', 'detail', 'fix']) assert.ok(answer.json[field], field)
  })
}

test('Allow has the methods of the path itself, not those of a path with a parameter', async (t) => {
  const { server } = await serve(t)
  for (const [path, allow] of [
    ['/api/v1/policies/diff', 'POST'],
    ['/api/v1/policies/dedupe', 'GET, HEAD'],
    ['/api/v1/reviews/decisions', 'POST'],
    ['/api/v1/frontier/urls', 'GET, POST, HEAD'],
  ] as const)
    assert.equal((await server.call(path, { method: 'OPTIONS' })).headers['allow'], allow, path)
})

test('an error of the input names each field', async (t) => {
  const { server } = await serve(t)
  const { json } = await server.call('/api/v1/normalize', { body: { urls: ['x', 7], policy: 3 } })
  const errors = json['errors'] as { path: string; message: string }[]
  assert.deepEqual(
    errors.map(({ path }) => path),
    ['urls[1]', 'policy'],
  )
})

const wrongLists: readonly {
  readonly path: string
  readonly wrap: (list: unknown) => object
  readonly field: string
}[] = [
  { path: '/api/v1/urls', wrap: (urls) => ({ urls }), field: 'urls' },
  { path: '/api/v1/frontier/urls', wrap: (urls) => ({ urls }), field: 'urls' },
  {
    path: '/api/v1/canonicalize',
    wrap: (trackingParams) => ({ url: 'https://example.com/', options: { trackingParams } }),
    field: 'options.trackingParams',
  },
]
for (const { path, wrap, field } of wrongLists) {
  test(`four million wrong items are refused at once: ${path}`, async (t) => {
    const { server } = await serve(t)
    const body = JSON.stringify(wrap(Array<number>(4_000_000).fill(1)))
    const started = process.cpuUsage()
    const { status, json } = await server.call(path, { body })
    assert.ok(cpuMsSince(started) < 3000)
    const errors = json['errors'] as { path: string; message: string }[]
    assert.deepEqual([status, errors.length], [422, 100])
    assert.deepEqual(errors[7], { path: `${field}[7]`, message: 'It is a number. Give a string.' })
    const missing = (await server.call(path, { body: wrap(null) })).json['errors'] as {
      path: string
      message: string
    }[]
    assert.deepEqual(missing[0], { path: field, message: 'It is null. Give an array.' })
  })
}

test('an error does not repeat a name of any length', async (t) => {
  const { server } = await serve(t)
  const { status, text } = await server.call('/api/v1/explain', { body: { url: 'x', ['k'.repeat(1_000_000)]: 1 } })
  assert.equal(status, 422)
  assert.ok(text.length < 2000, String(text.length))
})

test('a time that is not one gets an example', async (t) => {
  const { server } = await serve(t)
  const { json } = await server.call('/api/v1/changes?since=yesterday')
  assert.deepEqual(json['errors'], [
    { path: 'since', message: 'Give a time in ISO 8601, such as 2026-01-31T12:00:00Z.' },
  ])
})

test('an operation that needs nothing takes no body', async (t) => {
  const { server, canonist } = await serve(t)
  await (await canonist.frontier()).submit(['https://example.com/'])
  const { status } = await server.call('/api/v1/hosts/example.com/resume', { method: 'POST' })
  assert.equal(status, 200)
})

test('HEAD is GET without a body', async (t) => {
  const { server } = await serve(t)
  const { status, text, headers } = await server.call('/api/v1/status', { method: 'HEAD' })
  assert.deepEqual([status, text, headers['content-type']], [200, '', 'application/json'])
})

test('while keys are moved, writes are 503 with Retry-After, and reads go on', async (t) => {
  const { server, canonist } = await serve(t)
  await server.call('/api/v1/urls', { body: { urls: ['https://example.com/'] } })
  const stop = (): never => {
    throw new Error('stop')
  }
  await assert.rejects((await canonist.registry()).rekey(policies.links, { onProgress: stop }), { message: 'stop' })
  const { status, headers, json } = await server.call('/api/v1/urls', { body: { urls: ['https://example.com/b'] } })
  assert.deepEqual([status, json['code']], [503, 'registry/rekey-under-way'])
  assert.ok(Number(headers['retry-after']) > 0)
  assert.equal((await server.call('/api/v1/pages')).status, 200)
})

test('while the database is away, operations and /readyz are not well, and /healthz is', async (t) => {
  const { server, canonist } = await serve(t)
  await canonist.close()
  for (const path of ['/api/v1/pages', '/readyz']) assert.ok((await server.call(path)).status >= 500, path)
  assert.equal((await server.call('/healthz')).status, 200)
  assert.match((await server.call('/metrics')).text, /^api_requests_total\{operation="listPages",status="5\d\d"\} 1$/m)
})

test('a server that stops finishes what is under way, and accepts nothing more', async () => {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist)
  const sent = request(new URL('/api/v1/normalize', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  })
  const answered = new Promise<number>((resolve) =>
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)),
  )
  sent.write('{"urls":')
  await sleep(200)
  const stopped = server.stop(5000)
  await sleep(100)
  await assert.rejects(server.call('/healthz'))
  sent.end('[]}')
  assert.equal(await answered, 200)
  await stopped
  await canonist.close()
})

test('while a server stops, a request on an open connection gets an error that says so, instead of being lost', async () => {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = (): Promise<{ status: number; retryAfter: string | undefined; isReused: boolean }> =>
    new Promise((resolve, reject) => {
      const sent = request(new URL('/healthz', server.url), { agent }, (response) => {
        const { statusCode: status = 0, headers } = response.resume()
        response.on('end', () => resolve({ status, retryAfter: headers['retry-after'], isReused: sent.reusedSocket }))
      })
      sent.on('error', reject).end()
    })
  assert.equal((await call()).status, 200)
  const stopped = server.stop(5000)
  await sleep(100)
  assert.deepEqual(await call(), { status: 503, retryAfter: '5', isReused: true })
  await assert.rejects(call(), { code: 'ECONNREFUSED' })
  const started = performance.now()
  await stopped
  assert.ok(performance.now() - started < 2000)
  await canonist.close()
})

test('a client that keeps its connection open does not hold up a server that stops', async () => {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist)
  await fetch(new URL('/healthz', server.url)).then((response) => response.text())
  const started = performance.now()
  await server.stop(5000)
  assert.ok(performance.now() - started < 2000)
  await canonist.close()
})

test('what is not done within the grace period is stopped', async () => {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist)
  const sent = request(new URL('/api/v1/normalize', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '100' },
  })
  const answered = new Promise<number>((resolve) =>
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)),
  )
  sent.on('error', () => undefined)
  sent.write('{')
  await sleep(200)
  const started = performance.now()
  await server.stop(300)
  assert.ok(performance.now() - started < 3000)
  assert.equal(await answered, 503)
  await canonist.close()
})
