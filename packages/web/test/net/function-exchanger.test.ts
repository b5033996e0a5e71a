import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { FetchFn, FetchFnResponse } from '../../src/net/exchange.ts'
import { createFunctionExchanger } from '../../src/net/transport/function-exchanger.ts'

const PUBLIC = '93.184.215.14'
const dnsFn = async () => [PUBLIC]

async function* stream(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece)
}

function ask(answer: Partial<FetchFnResponse>, init = {}, url = 'https://www.boe.es/a') {
  const fetchFn: FetchFn = async () => ({ status: 200, headers: {}, body: '', ...answer })
  return createFunctionExchanger({ fetchFn, dnsFn }).fetch(url, init)
}

const bodies = [
  { why: 'text', body: () => 'año', headers: {}, length: 4, total: 4 },
  { why: 'bytes', body: () => Buffer.from('abc'), headers: {}, length: 3, total: 3 },
  { why: 'a stream', body: () => stream('ab', 'cd'), headers: {}, length: 4, total: 4 },
  { why: 'decoded already', body: () => 'abc', headers: { 'content-encoding': 'gzip' }, length: 3, total: 3 },
  {
    why: 'an encoding that we do not know',
    body: () => 'abc',
    headers: { 'Content-Encoding': 'xz' },
    length: 3,
    total: 3,
  },
  {
    why: 'not decoded a second time',
    body: () => gzipSync(''),
    headers: { 'content-encoding': 'gzip' },
    length: 20,
    total: 20,
  },
]
for (const { why, body, headers, length, total } of bodies) {
  test(`a body of ${length} bytes (${why})`, async () => {
    const answer = await ask({ body: body(), headers })
    if (!answer.ok) assert.fail(answer.message)
    assert.deepEqual([answer.body.length, answer.totalBytes, answer.isCut], [length, total, false])
  })
}

const cuts = [
  { why: 'text', body: () => 'abcdef', headers: {}, total: 6 },
  {
    why: 'bytes, whatever the header says',
    body: () => Buffer.from('abcdef'),
    headers: { 'content-length': '9' },
    total: 6,
  },
  {
    why: 'a stream of declared length',
    body: () => stream('abc', 'def'),
    headers: { 'content-length': '6' },
    total: 6,
  },
  { why: 'a stream of unknown length', body: () => stream('abc', 'def'), headers: {}, total: null },
  {
    why: 'the length of something else',
    body: () => stream('abc', 'def'),
    headers: { 'content-length': '6', 'content-encoding': 'gzip' },
    total: null,
  },
]
for (const { why, body, headers, total } of cuts) {
  test(`a body that is cut has ${total ?? 'no known'} total (${why})`, async () => {
    const answer = await ask({ body: body(), headers }, { maxBytes: 4, overflow: 'cut' })
    if (!answer.ok) assert.fail(answer.message)
    assert.deepEqual([Buffer.from(answer.body).toString(), answer.totalBytes, answer.isCut], ['abcd', total, true])
  })
}

test('a body over the limit is refused', async () => {
  const answer = await ask({ body: stream('abc', 'def') }, { maxBytes: 4 })
  assert.equal(answer.ok ? 'ok' : answer.code, 'body_too_large')
})

test('names of headers become lower case', async () => {
  const answer = await ask({ headers: { 'Content-Type': 'text/html', LINK: ['a', 'b'] } })
  assert.deepEqual(answer.ok && answer.headers, { 'content-type': 'text/html', link: ['a', 'b'] })
})

test('the function gets the URL without its fragment, the method, the headers and a signal', async () => {
  const seen: unknown[] = []
  const fetchFn: FetchFn = async (url, { method, headers, signal }) => {
    seen.push(url, method, headers['x-a'], signal.aborted)
    return { status: 200, headers: {}, body: '' }
  }
  const init = { method: 'HEAD', headers: { 'X-A': '1' } } as const
  await createFunctionExchanger({ fetchFn, dnsFn }).fetch('https://www.boe.es/a#b', init)
  assert.deepEqual(seen, ['https://www.boe.es/a', 'HEAD', '1', false])
})

test('the function is not called for what the gate or the address check refuses', async () => {
  const fetchFn: FetchFn = () => assert.fail('called')
  const answers = [
    await createFunctionExchanger({ fetchFn, dnsFn }).fetch('http://127.0.0.1/'),
    await createFunctionExchanger({ fetchFn, dnsFn: async () => [PUBLIC, '10.0.0.1'] }).fetch('https://www.boe.es/'),
    await createFunctionExchanger({ fetchFn, dnsFn: async () => [] }).fetch('https://www.boe.es/'),
  ]
  const codes = answers.map((answer) => (answer.ok ? 'ok' : answer.code))
  assert.deepEqual(codes, ['private_address', 'private_address', 'dns_empty'])
})

test('DNS is queried before each call', async () => {
  const asked: string[] = []
  const counting = async (host: string) => {
    asked.push(host)
    return [PUBLIC]
  }
  const fetchFn: FetchFn = async () => ({ status: 200, headers: {}, body: '' })
  const exchanger = createFunctionExchanger({ fetchFn, dnsFn: counting })
  for (let count = 0; count < 3; count += 1) await exchanger.fetch('https://www.boe.es/')
  assert.deepEqual(asked, ['www.boe.es', 'www.boe.es', 'www.boe.es'])
})

const sources = [
  { from: 'https://www.boe.es/b#c', gives: 'https://www.boe.es/b' },
  { from: 'https://www.boe.es/a', gives: 'https://www.boe.es/a' },
  { from: 'http://10.0.0.1/', gives: 'private_address' },
  { from: 'file:///etc/passwd', gives: 'scheme_blocked' },
]
for (const { from, gives } of sources) {
  test(`an answer that says it is from ${from} is ${gives}`, async () => {
    const answer = await ask({ url: from })
    assert.equal(answer.ok ? answer.url : answer.code, gives)
  })
}

const errors = [
  { code: 'ECONNREFUSED', gives: 'connect_refused' },
  { code: 'ETIMEDOUT', gives: 'connect_timeout' },
  { code: 'ENOTFOUND', gives: 'dns_failed' },
  { code: 'ECONNRESET', gives: 'reset' },
  { code: 'CERT_HAS_EXPIRED', gives: 'tls_error' },
  { code: 'UND_ERR_HEADERS_TIMEOUT', gives: 'headers_timeout' },
]
for (const { code, gives } of errors) {
  test(`a function that rejects with ${code}: ${gives}, and the error is the cause`, async () => {
    const error = Object.assign(new Error('no'), { code })
    const answer = await createFunctionExchanger({ fetchFn: () => Promise.reject(error), dnsFn }).fetch(
      'https://www.boe.es/',
    )
    assert.deepEqual(answer.ok ? [] : [answer.code, answer.cause], [gives, error])
  })
}

test('a function that throws an error of its own is named, with that error', async () => {
  const error = new Error('boom')
  const answer = await createFunctionExchanger({ fetchFn: () => Promise.reject(error), dnsFn }).fetch(
    'https://www.boe.es/',
  )
  assert.ok(!answer.ok)
  assert.match(answer.message, /^"https:\/\/www\.boe\.es\/": .* \(fetchFn threw: boom\)\./)
  assert.equal(answer.cause, error)
})

for (const status of [0, 101, 199, 1000, Number.NaN]) {
  test(`status ${status} is not a response`, async () => {
    const answer = await ask({ status })
    assert.equal(answer.ok ? 'ok' : answer.code, 'protocol_error')
  })
}

test('a stream that breaks is what broke it', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('abc')
    throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
  }
  const answer = await ask({ body: broken() })
  assert.equal(answer.ok ? 'ok' : answer.code, 'reset')
})

test('a stream that is no longer wanted is told so', async () => {
  let isEnded = false
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(1000)
    } finally {
      isEnded = true
    }
  }
  await ask({ body: endless() }, { maxBytes: 10_000 })
  assert.ok(isEnded)
})
