import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { ServeOptions } from '../../src/http/serve-api.ts'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { serveForTest, type TestServer } from '@canonist/test-support/api-server.ts'

async function serve(t: TestContext, options: Partial<ServeOptions> = {}): Promise<TestServer> {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist, options)
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  return server
}

const LINE = '{"url":"https://example.com/"}\n'
const LINE_CHUNK = `${LINE.length.toString(16)}\r\n${LINE}\r\n`

/** Written one after the other, with a pause in between; null ends what is sent. */
type Parts = readonly (string | null)[]
const post = (path: string, type: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`
const brokenBodies: readonly { readonly why: string; readonly parts: Parts }[] = [
  { why: 'the size of a chunk is not a number', parts: [`${post('/api/v1/explain', 'application/json')}zz\r\n{}`] },
  {
    why: 'a later chunk has no size',
    parts: [`${post('/api/v1/explain', 'application/json')}2\r\n{}\r\n`, 'zz\r\n', 'x'],
  },
  { why: 'a chunk is longer than its size', parts: [`${post('/api/v1/explain', 'application/json')}2\r\n{}xx\r\n`] },
  {
    why: 'a trailer is malformed',
    parts: [`${post('/api/v1/explain', 'application/json')}2\r\n{}\r\n0\r\nbad\r\n\r\n`],
  },
  { why: 'the last chunk is missing', parts: [`${post('/api/v1/explain', 'application/json')}2\r\n{}\r\n`, null] },
  {
    why: 'it is shorter than its length',
    parts: [
      'POST /api/v1/explain HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      null,
    ],
  },
  {
    why: 'lines that are added end with nonsense',
    parts: [post('/api/v1/urls', 'application/x-ndjson') + LINE_CHUNK, 'zz\r\n'],
  },
  {
    why: 'an upload ends with nonsense',
    parts: [`${post('/api/v1/uploads?name=a', 'application/octet-stream')}2\r\nab\r\n`, 'zz\r\n'],
  },
  { why: 'a login has no body', parts: [`${post('/api/v1/session', 'application/json')}zz\r\n`] },
  { why: 'a call of a tool has no body', parts: [`${post('/mcp', 'application/json')}zz\r\n`] },
]
for (const { why, parts } of brokenBodies) {
  test(`a broken body is 400 with a problem, and the connection ends: ${why}`, async (t) => {
    const lines: string[] = []
    const server = await serve(t, { log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }) })
    const answer = await sendParts(server, parts)
    assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    assert.match(head, /^HTTP\/1\.1 400 /)
    assert.match(head, /^connection: close$/im)
    assert.match(head, /^x-request-id: \S+$/im)
    const problem = JSON.parse(body) as Readonly<Record<string, unknown>>
    assert.deepEqual([problem['status'], problem['code']], [400, 'api/malformed-request'])
    assert.match(String(problem['detail']), /its body is incomplete or malformed/)
    assert.doesNotMatch(lines.join(''), /"level":(?:40|50)/)
    assert.equal((await server.call('/healthz')).text, 'ok')
  })
}

test('a request that needs no body is answered, whatever its body is, and only once', async (t) => {
  const server = await serve(t)
  const head = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
  for (const parts of [[`${head}zz\r\n`], [`${head}2\r\n{}\r\n`, 'zz\r\n']]) {
    const answer = await sendParts(server, parts)
    assert.match(answer, /^HTTP\/1\.1 200 [^]*\r\n\r\nok$/)
    assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1)
  }
})

test('a broken body does not spoil the response to the request before it', async (t) => {
  const server = await serve(t)
  const first = 'POST /api/v1/normalize HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const answer = await sendParts(server, [
    `${first}Content-Length: 11\r\n\r\n{"urls":[]}${post('/api/v1/explain', 'application/json')}zz\r\n`,
  ])
  assert.deepEqual(answer.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 400'])
})

/** Everything that the server sends until it ends the connection. */
function sendParts(server: TestServer, parts: Parts): Promise<string> {
  return new Promise((resolve) => {
    let got = ''
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true })
    const write = async (): Promise<void> => {
      for (const part of parts) {
        if (part === null) socket.end()
        else if (socket.writable) socket.write(part)
        await sleep(30)
      }
    }
    socket.on('connect', () => void write())
    socket.on('data', (chunk) => void (got += chunk.toString()))
    // The server may have closed before the last part was written.
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(got))
  })
}
