import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createExchanger } from '../../src/net/exchanger.ts'
import { startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'

const web = await startLoopbackWeb((request, response, { path }) => {
  if (path === '/chunked') {
    response.write('one ')
    setImmediate(() => response.end('two'))
  } else if (path === '/empty') response.writeHead(204).end()
  else if (path === '/cookies') response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'], 'X-Odd': 'yes' }).end('hi')
  else response.end(`${request.method} ${path}`)
})
const exchanger = createExchanger({ connectTo: web.connectTo, ca: web.ca })
after(async () => {
  await exchanger.close()
  await web.close()
})

async function fetchOnce(url: string, init = {}) {
  const answer = await exchanger.fetch(url, init)
  if (!answer.ok) assert.fail(answer.message)
  return answer
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

const bodies = [
  { why: 'plain HTTP', url: 'http://one.example/a', body: 'GET /a' },
  { why: 'TLS, certificate for the name of the URL', url: 'https://two.example/b?c=d', body: 'GET /b?c=d' },
  { why: 'the fragment is not sent', url: 'https://two.example/b#part', body: 'GET /b' },
  { why: 'chunked', url: 'https://two.example/chunked', body: 'one two' },
  { why: 'no content', url: 'https://two.example/empty', body: '' },
  { why: 'a name that is sent as an A-label', url: 'https://bücher.example/', body: 'GET /' },
]
for (const { why, url, body } of bodies) {
  test(`${url} gives ${JSON.stringify(body)} (${why})`, async () => {
    const answer = await fetchOnce(url)
    assert.equal(text(answer.body), body)
    assert.equal(answer.isCut, false)
    assert.equal(answer.totalBytes, body.length)
    assert.equal(answer.address, '127.0.0.1')
    assert.ok(answer.ms >= 0)
  })
}

test('the URL of the answer is the requested one without its fragment', async () => {
  assert.equal((await fetchOnce('https://TWO.example/b#part')).url, 'https://two.example/b')
})

test('header names are in lower case, repeated ones have a list', async () => {
  const { headers } = await fetchOnce('http://one.example/cookies')
  assert.deepEqual(headers['set-cookie'], ['a=1', 'b=2'])
  assert.equal(headers['x-odd'], 'yes')
})

test('cookies and the page before are not sent back', async () => {
  await fetchOnce('http://one.example/cookies')
  await fetchOnce('http://one.example/after')
  const { headers } = web.requests.at(-1) ?? assert.fail('no request')
  assert.deepEqual(Object.keys(headers).toSorted(), ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
})

test('HEAD has no body, and says how long it would be', async () => {
  const answer = await fetchOnce('http://one.example/head', { method: 'HEAD' })
  assert.equal(answer.body.length, 0)
  assert.equal(web.requests.at(-1)?.method, 'HEAD')
})

test('Host is the name of the URL, and the address is not seen', async () => {
  await fetchOnce('https://three.example/')
  assert.equal(web.requests.at(-1)?.host, 'three.example')
})

const wrongCalls = [
  { why: 'a header of the connection', headers: { Host: 'other.example' } },
  { why: 'a header that would smuggle', headers: { 'transfer-encoding': 'chunked' } },
  { why: 'a line break in a value', headers: { 'x-a': 'b\r\nc: d' } },
  { why: 'a name that is no token', headers: { 'x a': 'b' } },
  { why: 'more than a server would read', headers: { 'x-a': 'b'.repeat(20_000) } },
]
for (const { why, headers } of wrongCalls) {
  test(`a caller's header is a mistake of the program (${why})`, async () => {
    await assert.rejects(exchanger.fetch('http://one.example/', { headers }), /header/i)
  })
}

test('a user agent with a line break is a mistake of the program', () => {
  assert.throws(() => createExchanger({ userAgent: 'a\r\nb: c' }), /user-agent/)
})

test('headers of one exchange are not those of the next', async () => {
  await fetchOnce('http://one.example/', { headers: { Authorization: 'Bearer 1' } })
  assert.equal(web.requests.at(-1)?.headers.authorization, 'Bearer 1')
  await fetchOnce('http://one.example/')
  assert.equal(web.requests.at(-1)?.headers.authorization, undefined)
})
