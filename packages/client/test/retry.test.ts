import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CanonistError, createClient, type Client } from '../src/index.ts'
import { readRetryAfter } from '../src/read-problem.ts'
import { findWait } from '../src/retry.ts'
import { freePort } from '@canonist/test-support/free-port.ts'
import { problem, startScriptedServer, type Scripted } from '@canonist/test-support/scripted-server.ts'

const FAST = { firstWaitMs: 5, random: () => 0 }

const read = (client: Client): Promise<unknown> => client.getFrontierStats()
const normalize = (client: Client): Promise<unknown> => client.normalize({ urls: [] })
const add = (client: Client): Promise<unknown> => client.addUrls({ urls: ['https://example.com/'] })
const pause = (client: Client): Promise<unknown> => client.pauseHost({ host: 'example.com' })

const hangUp: Scripted = (request) => request.socket.destroy()
/** Announces more than it sends. */
const breakOff: Scripted = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"a":')
  setTimeout(() => response.destroy(), 20)
}

const cases: readonly {
  why: string
  first: Scripted
  call: (client: Client) => Promise<unknown>
  sent: number
  code?: string
}[] = [
  { why: '429: a read is sent again', first: problem(429, 'api/too-many-requests', '0'), call: read, sent: 2 },
  {
    why: '429: so is a write, which was not begun',
    first: problem(429, 'api/too-many-requests', '0'),
    call: add,
    sent: 2,
  },
  { why: '503: the server stops', first: problem(503, 'api/stopping', '0'), call: add, sent: 2 },
  { why: '503: keys are moved', first: problem(503, 'registry/rekey-under-way', '0'), call: add, sent: 2 },
  { why: '503: the database is away, for a read', first: problem(503, 'store/unreachable', '0'), call: read, sent: 2 },
  { why: 'a POST that only reads', first: problem(503, 'store/unreachable', '0'), call: normalize, sent: 2 },
  { why: 'a write that may be repeated', first: problem(503, 'store/unreachable', '0'), call: pause, sent: 2 },
  {
    why: 'a write that may have been begun is not sent again',
    first: problem(503, 'store/connection-lost', '0'),
    call: add,
    sent: 1,
    code: 'store/connection-lost',
  },
  {
    why: 'nor one that was interrupted',
    first: problem(503, 'api/interrupted', '0'),
    call: add,
    sent: 1,
    code: 'api/interrupted',
  },
  { why: 'the connection ends before the response, for a read', first: hangUp, call: read, sent: 2 },
  { why: 'and for a write', first: hangUp, call: add, sent: 1, code: 'client/interrupted' },
  { why: 'the connection ends within the response, for a read', first: breakOff, call: read, sent: 2 },
  { why: 'and for a write', first: breakOff, call: add, sent: 1, code: 'client/interrupted' },
  {
    why: 'a proxy without its server',
    first: { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
    call: read,
    sent: 2,
  },
  {
    why: 'an error that does not pass is not sent again',
    first: problem(503, 'store/denied', '0'),
    call: read,
    sent: 1,
    code: 'store/denied',
  },
  { why: 'nor one of the caller', first: problem(422, 'app/bad-input'), call: read, sent: 1, code: 'app/bad-input' },
  {
    why: 'a response that is not JSON',
    first: { body: 'hello' },
    call: read,
    sent: 1,
    code: 'client/bad-response',
  },
  {
    why: 'a redirect is not followed',
    first: { status: 302, headers: { location: 'http://192.0.2.1/' } },
    call: add,
    sent: 1,
    code: 'client/redirected',
  },
]
for (const { why, first, call, sent, code } of cases) {
  test(`${why}: ${sent === 1 ? String(code) : 'succeeds the second time'}`, async () => {
    const { url, requests } = await startScriptedServer(first, {})
    const client = createClient({ url, retry: FAST })
    if (code === undefined) await call(client)
    else await assert.rejects(call(client), (error) => error instanceof CanonistError && error.code === code)
    assert.equal(requests.length, sent)
  })
}

test('it waits as long as Retry-After says, and no less', async () => {
  const { url, requests } = await startScriptedServer(problem(429, 'api/too-many-requests', '1'), {})
  await createClient({ url, retry: FAST }).getStatus()
  const [first, second] = requests.map(({ at }) => at)
  assert.ok((second ?? 0) - (first ?? 0) >= 990, `${(second ?? 0) - (first ?? 0)} ms`)
})

test('a longer wait than the caller allows is an error at once, which says how long', async () => {
  const { url, requests } = await startScriptedServer(problem(503, 'store/unreachable', '120'))
  const client = createClient({ url, retry: { ...FAST, maxWaitMs: 1000 } })
  await assert.rejects(client.getStatus(), { name: 'CanonistError', code: 'store/unreachable', retryAfterMs: 120_000 })
  assert.equal(requests.length, 1)
})

test('it gives up after the attempts', async () => {
  const { url, requests } = await startScriptedServer(problem(503, 'store/unreachable', '0'))
  await assert.rejects(createClient({ url, retry: { ...FAST, attempts: 2 } }).getStatus(), { status: 503 })
  assert.equal(requests.length, 3)
  await assert.rejects(createClient({ url, retry: { attempts: 0 } }).getStatus(), { status: 503 })
  assert.equal(requests.length, 4)
})

test('an error has all that the server said', async () => {
  const errors = [{ path: 'urls[1]', message: 'Expected string' }]
  const body = { code: 'app/bad-input', detail: 'Not valid.', fix: 'Correct it.', errors }
  const headers = { 'content-type': 'application/problem+json', 'x-request-id': 'id-7' }
  const { url } = await startScriptedServer({ status: 422, headers, body })
  await assert.rejects(createClient({ url }).getStatus(), {
    name: 'CanonistError',
    message: 'Not valid. Correct it.',
    code: 'app/bad-input',
    status: 422,
    detail: 'Not valid.',
    fix: 'Correct it.',
    errors,
    retry: false,
    requestId: 'id-7',
  })
})

test('no server listens: a write is sent again, because it was not begun; then the error names the URL', async () => {
  const url = `http://127.0.0.1:${await freePort()}/`
  let tried = 0
  const counting: typeof fetch = (...args) => ((tried += 1), fetch(...args))
  const client = createClient({ url, fetch: counting, retry: { ...FAST, attempts: 2 } })
  await assert.rejects(add(client), (error: CanonistError) => {
    assert.deepEqual([error.code, error.status, error.requestId], ['client/unreachable', 0, null])
    return error.message.startsWith(`${url}api/v1/urls: The server cannot be reached.`)
  })
  assert.equal(tried, 3)
})

test('probes say at once that the server is not well', async () => {
  const { url, requests } = await startScriptedServer(problem(503, 'store/unreachable', '0'))
  await assert.rejects(createClient({ url, retry: FAST }).getReadiness(), { status: 503 })
  assert.equal(requests.length, 1)
})

const settings = { attempts: 4, firstWaitMs: 200, maxWaitMs: 30_000 }
const waits: readonly { attempt: number; retryAfterMs: number | null; random: number; wait: number | null }[] = [
  { attempt: 0, retryAfterMs: null, random: 0, wait: 100 },
  { attempt: 0, retryAfterMs: null, random: 0.5, wait: 150 },
  { attempt: 3, retryAfterMs: null, random: 0, wait: 800 },
  { attempt: 20, retryAfterMs: null, random: 0, wait: 15_000 },
  { attempt: 0, retryAfterMs: 5000, random: 0, wait: 5000 },
  { attempt: 0, retryAfterMs: 5000, random: 0.8, wait: 6000 },
  { attempt: 0, retryAfterMs: 0, random: 0.8, wait: 0 },
  { attempt: 0, retryAfterMs: 31_000, random: 0, wait: null },
]
for (const { attempt, retryAfterMs, random, wait } of waits) {
  test(`attempt ${attempt}, Retry-After ${retryAfterMs}, chance ${random}: waits ${wait} ms`, () => {
    assert.equal(findWait(attempt, retryAfterMs, { ...settings, random: () => random }), wait)
  })
}

test('Retry-After is a number of seconds or a date', () => {
  const now = Date.UTC(2026, 0, 1)
  assert.equal(readRetryAfter('7', now), 7000)
  assert.equal(readRetryAfter('Thu, 01 Jan 2026 00:00:09 GMT', now), 9000)
  assert.equal(readRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now), 0)
  assert.equal(readRetryAfter('soon', now), undefined)
  assert.equal(readRetryAfter(null, now), undefined)
})
