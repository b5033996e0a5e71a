import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { connect, createServer as createNetServer, type Socket } from 'node:net'
import { json as readJson } from 'node:stream/consumers'
import fs, { renameSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { isLoopbackAddress } from '../../src/http/guards.ts'
import type { ServeOptions } from '../../src/http/serve-api.ts'
import { TokenFile } from '../../src/http/token-file.ts'
import { createToken, findToken, type Token } from '../../src/http/tokens.ts'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { OPERATIONS } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { serveForTest, type Answer, type Call, type TestServer } from '@canonist/test-support/api-server.ts'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { listenOnLoopback } from '@canonist/test-support/listen-on-loopback.ts'

const folder = temporaryFolder()
const TOKENS =
  'read r-secret-1234567890ab reader\nwrite w-secret-1234567890ab the writer\n\n# a comment\nadmin a-secret-1234567890ab boss\n'
let files = 0
const tokensFile = (text = TOKENS): string => folder.file(`tokens-${(files += 1)}`, text)

async function serve(t: TestContext, options: Partial<ServeOptions> = {}): Promise<TestServer> {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist, options)
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  return server
}

const toHash = (token: string): string => `sha256:${createHash('sha256').update(token).digest('hex')}`

const bearer = (token: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${token}` },
})
const urls = { urls: ['https://example.com/'] }

/** A message of MCP, and how its clients send it. */
const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
const asProgram = { accept: 'application/json, text/event-stream' }

test('without tokens, the server listens on loopback only', async () => {
  const canonist = await openCanonist(':memory:')
  for (const host of ['0.0.0.0', '::', '192.0.2.1'])
    await assert.rejects(serveForTest(canonist, { host }), { code: 'api/open-to-all', kind: 'usage' })
  await canonist.close()
})

for (const [address, isLoopback] of [
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.127.0.1', false],
  ['192.0.2.127', false],
  ['::1:1', false],
] as const) {
  test(`${address} is ${isLoopback ? '' : 'not '}loopback, whatever name resolved to it`, () => {
    assert.equal(isLoopbackAddress(address), isLoopback)
  })
}

for (const host of [
  'evil.example',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  '192.168.0.1',
  '0.0.0.0',
  '[::2]',
]) {
  test(`without tokens, Host: ${host} is refused (DNS rebinding)`, async (t) => {
    const server = await serve(t)
    for (const path of ['/api/v1/status', '/', '/healthz', '/openapi.json']) {
      const { status, text } = await server.call(path, { headers: { host } })
      assert.deepEqual([status, (JSON.parse(text) as { code: string }).code], [403, 'api/foreign-host'])
    }
  })
}

for (const host of ['localhost', 'LOCALHOST:4480', 'app.localhost', '127.0.0.1:1', '127.8.8.8', '[::1]:4480']) {
  test(`without tokens, Host: ${host} is this machine`, async (t) => {
    const server = await serve(t)
    assert.equal((await server.call('/api/v1/status', { headers: { host } })).status, 200)
  })
}

test('with tokens, any Host is answered', async (t) => {
  const server = await serve(t, { tokensFile: tokensFile() })
  const headers = { host: 'canonist.example', ...bearer('r-secret-1234567890ab').headers }
  assert.equal((await server.call('/api/v1/status', { headers })).status, 200)
})

for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'nonsense']) {
  test(`a write with Origin: ${origin} is refused (CSRF)`, async (t) => {
    const server = await serve(t)
    const answer = await server.call('/api/v1/urls', { body: urls, headers: { origin, cookie: 'session=x' } })
    assert.deepEqual([answer.status, answer.json['code']], [403, 'api/foreign-origin'])
    const status = await server.call('/api/v1/status', { headers: { origin } })
    assert.equal((status.json['counts'] as { pages: number }).pages, 0)
  })
}

test('every request that is not a read is refused with a foreign Origin, whatever it does', async (t) => {
  const server = await serve(t)
  const operations = (Object.values(OPERATIONS) as Operation[]).filter(({ method }) => method !== 'GET')
  const requests = [
    ...operations.map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, '1')] as const),
    ['POST', '/api/v1/uploads?name=x'],
    ['POST', '/api/v1/session'],
    ['DELETE', '/api/v1/session'],
    ['POST', '/mcp'],
    ['PUT', '/api/v1/pages'],
    ['POST', '/nothing'],
  ] as const
  for (const [method, path] of requests) {
    const { status, json } = await server.call(path, { method, body: {}, headers: { origin: 'https://evil.example' } })
    assert.deepEqual([status, json['code']], [403, 'api/foreign-origin'], `${method} ${path}`)
  }
})

test('a write with the own Origin, or with none, is done', async (t) => {
  const server = await serve(t)
  const origin = new URL(server.url).origin
  assert.equal((await server.call('/api/v1/urls', { body: urls, headers: { origin } })).status, 200)
  assert.equal((await server.call('/api/v1/urls', { body: urls })).status, 200)
})

test('no response lets another origin read it', async (t) => {
  const server = await serve(t)
  const { headers } = await server.call('/api/v1/status', { headers: { origin: 'https://evil.example' } })
  assert.deepEqual(
    Object.keys(headers).filter((name) => name.startsWith('access-control-')),
    [],
  )
})

const access = [
  { token: undefined, get: 401, post: 401, rekey: 401 },
  { token: 'wrong', get: 401, post: 401, rekey: 401 },
  { token: 'r-secre', get: 401, post: 401, rekey: 401 },
  { token: 'r-secret-1234567890ab', get: 200, post: 403, rekey: 403 },
  { token: 'w-secret-1234567890ab', get: 200, post: 200, rekey: 403 },
  { token: 'a-secret-1234567890ab', get: 200, post: 200, rekey: 200 },
  { token: 'env-secret-1234567890ab', get: 200, post: 200, rekey: 200 },
]
for (const { token, get, post, rekey } of access) {
  test(`the token ${token ?? '(none)'} may read: ${get}, write: ${post}, rekey: ${rekey}`, async (t) => {
    const server = await serve(t, { tokensFile: tokensFile(), adminToken: 'env-secret-1234567890ab' })
    const { headers } = token === undefined ? { headers: {} } : bearer(token)
    assert.equal((await server.call('/api/v1/status', { headers })).status, get)
    assert.equal((await server.call('/api/v1/urls', { headers, body: urls })).status, post)
    const body = { to: 'links', dryRun: true }
    assert.equal((await server.call('/api/v1/policies/rekey', { headers, body })).status, rekey)
    assert.equal((await server.call('/metrics', { headers })).status, get)
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs'])
      assert.equal((await server.call(path)).status, 200, path)
  })
}

for (const [token, name, role] of [
  ['r-secret-1234567890ab', 'reader', 'read'],
  ['a-secret-1234567890ab', 'boss', 'admin'],
] as const)
  test(`the caller with the token ${token} is ${name}, who may ${role}`, async (t) => {
    const server = await serve(t, { tokensFile: tokensFile() })
    const { time, ...caller } = (await server.call('/api/v1/caller', bearer(token))).json
    assert.deepEqual(caller, { name, role, isReadOnly: false, allowsNetwork: true })
    assert.ok(Math.abs(Date.parse(String(time)) - Date.now()) < 60_000)
  })

test('401 says how to authenticate', async (t) => {
  const server = await serve(t, { tokensFile: tokensFile() })
  const { headers, json } = await server.call('/api/v1/status')
  assert.equal(headers['www-authenticate'], 'Bearer')
  assert.equal(json['code'], 'api/no-token')
})

test('tokens are read again when their file changes; a faulty file changes nothing', async (t) => {
  const path = tokensFile()
  let now = 0
  const server = await serve(t, { tokensFile: path, now: () => now })
  const requestStatus = async (token: string): Promise<number> => {
    now += 1000
    return (await server.call('/api/v1/status', bearer(token))).status
  }
  assert.equal(await requestStatus('r-secret-1234567890ab'), 200)
  writeFileSync(path, 'read new-secret-1234567890ab reader\n')
  assert.deepEqual(
    [await requestStatus('r-secret-1234567890ab'), await requestStatus('new-secret-1234567890ab')],
    [401, 200],
  )
  writeFileSync(path, 'owner other-secret-1234567890ab reader\n')
  assert.deepEqual(
    [await requestStatus('other-secret-1234567890ab'), await requestStatus('new-secret-1234567890ab')],
    [401, 200],
  )
})

for (const [why, text] of [
  ['an unknown role', 'owner s3cret-1234567890ab x'],
  ['no name', 'read s3cret-1234567890ab'],
  ['a token twice', 'read s3cret-1234567890ab a\nadmin s3cret-1234567890ab b'],
  ['a token and its hash', `read s3cret-1234567890ab a\nadmin ${toHash('s3cret-1234567890ab')} b`],
  ['a token of 19 characters', 'read s3cret-1234567890a a'],
  ['a token that no header has', 'read s3cret-1234567890ábc a'],
  ['a hash that is too short', `read ${toHash('s3cret').slice(0, -1)} a`],
  ['a hash that is not hexadecimal', 'read sha256:s3cret-1234567890ab a'],
  ['an expiry that is no date', 'read s3cret-1234567890ab a 2027-02-30'],
  ['an expiry without a zone', `read ${toHash('s3cret')} a 2027-01-31T12:00:00`],
  ['an expiry in the place of the name', `read ${toHash('s3cret')} 2027-01-31`],
  ['two lines in one', `read s3cret-1234567890ab aadmin ${toHash('s3cret')} b`],
] as const) {
  test(`a file of tokens with ${why} is refused, and the message has no token`, async () => {
    const canonist = await openCanonist(':memory:')
    await assert.rejects(serveForTest(canonist, { tokensFile: tokensFile(text) }), (error: Error) => {
      assert.match(error.message, /The tokens of the server are not valid/)
      assert.doesNotMatch(error.message, /s3cret/)
      return true
    })
    await canonist.close()
  })
}

test('the token is compared with every known one to the end, whichever it is', () => {
  const seen: string[] = []
  const tokens = ['first', 'second', 'third'].map((name): Token => {
    const { digest } = createToken({ role: 'read', name }, name)
    return {
      name,
      role: 'read',
      expiresAt: Number.POSITIVE_INFINITY,
      get digest() {
        seen.push(name)
        return digest
      },
    }
  })
  for (const given of ['first', 'third', 'none', 'first '.repeat(1000)]) {
    seen.length = 0
    const found = findToken(tokens, given)
    assert.equal(found?.name ?? 'none', given.length > 10 ? 'none' : given)
    assert.deepEqual(seen, ['first', 'second', 'third'], given.slice(0, 10))
  }
})

test('a file of tokens that is gone leaves its tokens valid, and one that is put in its place is read', async (t) => {
  const path = tokensFile()
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  let now = 0
  const server = await serve(t, { tokensFile: path, log, now: () => now })
  const requestStatus = async (token: string): Promise<number> => {
    now += 1000
    return (await server.call('/api/v1/status', bearer(token))).status
  }
  rmSync(path)
  assert.deepEqual(
    [await requestStatus('r-secret-1234567890ab'), await requestStatus('r-secret-1234567890ab')],
    [200, 200],
  )
  assert.equal(lines.length, 1, 'the log tells it once')
  const other = tokensFile('read other-secret-1234567890ab reader\n')
  renameSync(other, path)
  assert.deepEqual(
    [await requestStatus('r-secret-1234567890ab'), await requestStatus('other-secret-1234567890ab')],
    [401, 200],
  )
})

test('a file of tokens that could not be read for a moment is read at the next look', (t) => {
  const path = tokensFile()
  let now = 0
  const errors: unknown[] = []
  const file = new TokenFile(path, {
    now: () => now,
    onError: (error) => errors.push(error),
    onWarning: () => undefined,
  })
  const readNames = (): string[] => {
    now += 1000
    return file.current().map(({ name }) => name)
  }
  writeFileSync(path, 'read new-secret-1234567890ab newcomer\n')
  const { mock } = t.mock.method(fs, 'readFileSync', () => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE', syscall: 'open' })
  })
  syncBuiltinESMExports()
  assert.deepEqual(readNames(), ['reader', 'the writer', 'boss'])
  mock.restore()
  syncBuiltinESMExports()
  assert.equal(errors.length, 1)
  assert.deepEqual(readNames(), ['newcomer'])
})

/** Wherever a client puts its token, right or wrong. */
const leaks: Readonly<Record<string, (server: TestServer, token: string) => Promise<unknown>>> = {
  'a header': (server, token) => server.call('/api/v1/status', bearer(token)),
  'another scheme': (server, token) => server.call('/api/v1/status', { headers: { authorization: `Basic ${token}` } }),
  'a header of its own': (server, token) => server.call('/api/v1/status', { headers: { 'x-api-key': token } }),
  'the id of the request': (server, token) =>
    server.call('/api/v1/status', { headers: { 'x-request-id': `"${token}"` } }),
  'the query': (server, token) => server.call(`/api/v1/pages?token=${token}`, bearer(token)),
  'a URL in the query': (server, token) =>
    server.call(`/api/v1/lookup?url=https://u:${token}@example.com/`, bearer('r-secret-1234567890ab')),
  'a cookie': (server, token) =>
    server.call('/api/v1/status', { headers: { cookie: `canonist_session=${token}; other=${token}` } }),
  'the body of a login': (server, token) => server.call('/api/v1/session', { body: { token } }),
  'a body that is not valid': (server, token) =>
    server.call('/api/v1/normalize', { ...bearer('r-secret-1234567890ab'), body: { urls: 7, token } }),
  'a body that is not JSON': (server, token) =>
    server.call('/api/v1/session', { ...bearer('r-secret-1234567890ab'), body: `{"token":"${token}` }),
  'lines that are not JSON': (server, token) =>
    server.call('/api/v1/normalize', {
      headers: { ...bearer('r-secret-1234567890ab').headers, 'content-type': 'application/x-ndjson' },
      body: `${token}\n`,
    }),
  'the Origin': (server, token) =>
    server.call('/api/v1/urls', {
      body: urls,
      headers: { origin: `https://${token}.example`, ...bearer(token).headers },
    }),
  'a request that is not valid HTTP': (server, token) =>
    exchange(server, `GET /\u0001 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`),
  'a body that is not valid HTTP': (server, token) =>
    exchange(
      server,
      `POST /api/v1/explain HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${token}`,
    ),
  'a call of a tool': (server, token) =>
    server.call('/mcp', {
      ...bearer('r-secret-1234567890ab'),
      body: { jsonrpc: '2.0', id: 1, method: token, params: { token } },
    }),
}

for (const [where, send] of Object.entries(leaks)) {
  test(`tokens are never logged: ${where}`, async (t) => {
    const lines: string[] = []
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
    const server = await serve(t, { tokensFile: tokensFile(), log })
    for (const token of ['w-secret-1234567890ab', 'wrong-secret']) await send(server, token)
    const all = lines.join('')
    assert.match(all, /"status":\d+/)
    assert.doesNotMatch(all, /secret/)
    assert.doesNotMatch(all, new RegExp([...Buffer.from('secret')].join(',')), 'as bytes')
  })
}

test('the log names who sent a request by the name of the token', async (t) => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const server = await serve(t, { tokensFile: tokensFile(), log })
  await server.call('/api/v1/status', bearer('r-secret-1234567890ab'))
  assert.match(lines.join(''), /"caller":"reader"/)
})

for (const body of [{ ...tool, params: { name: 'cite', arguments: { urls: [] } } }, { jsonrpc: '2.0' }]) {
  test(`a response of /mcp to ${JSON.stringify(body)} has the headers of every other`, async (t) => {
    const server = await serve(t)
    const { headers } = await server.call('/mcp', { body, headers: { ...asProgram, 'x-request-id': 'mine' } })
    assert.equal(headers['x-request-id'], 'mine')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['content-type'], 'application/json')
  })
}

test('a defect in a tool is in the log, and its words are not in the response', async (t) => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const canonist = await openCanonist(':memory:')
  const broken = { ...canonist, registry: () => Promise.reject(new Error('words of a defect')) }
  const server = await serveForTest(broken, { log })
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  const params = { name: 'add_urls', arguments: urls }
  const { text } = await server.call('/mcp', { body: { ...tool, params }, headers: asProgram })
  assert.match(text, /api\/defect/)
  assert.ok(!text.includes('words of a defect'))
  assert.match(lines.join(''), /words of a defect/)
})

test('every response has an id, which the log has too', async (t) => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const server = await serve(t, { log })
  const given = await server.call('/api/v1/status', { headers: { 'x-request-id': 'abc-1' } })
  const made = await server.call('/nothing', { headers: { 'x-request-id': 'bad id "}' } })
  assert.equal(given.headers['x-request-id'], 'abc-1')
  assert.match(String(made.headers['x-request-id']), /^[0-9a-f-]{36}$/)
  for (const id of ['abc-1', String(made.headers['x-request-id'])]) assert.ok(lines.some((line) => line.includes(id)))
})

for (const path of ['/', '/docs', '/api/v1/status', '/nothing', '/openapi.json']) {
  test(`${path} has a strict content security policy, and names no other host`, async (t) => {
    const server = await serve(t)
    const { headers, text } = await server.call(path)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    const isPage = String(headers['content-type']).startsWith('text/html')
    // A script is a file of this server, never inline; `//host/` would be another host.
    if (isPage) assert.doesNotMatch(text, /(?:src|href|action)="(?!\/(?!\/)|#)|<script(?![^>]* src=")|@import|url\(/)
  })
}

test('a body that is too large is refused, with or without a Content-Length', async (t) => {
  const server = await serve(t, { maxBodyBytes: 1000 })
  const body = { urls: ['x'.repeat(2000)] }
  const told = await server.call('/api/v1/normalize', { body })
  assert.deepEqual([told.status, told.json['code']], [413, 'api/body-too-large'])
  const chunked = await server.call('/api/v1/normalize', { body, headers: { 'transfer-encoding': 'chunked' } })
  assert.equal(chunked.status, 413)
})

for (const [path, type] of [
  ['/api/v1/normalize', 'application/json'],
  ['/api/v1/session', 'application/json'],
  ['/mcp', 'application/json'],
  ['/api/v1/urls', 'application/x-ndjson'],
  ['/api/v1/uploads?name=x', 'application/octet-stream'],
] as const) {
  test(`a client that sends its body too slowly is stopped: ${path}`, async (t) => {
    const server = await serve(t, { timeLimitMs: 200 })
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'content-type': type, 'content-length': '1000' }
      const sent = request(new URL(path, server.url), { method: 'POST', headers })
      sent.on('response', resolve)
      sent.on('error', reject)
      sent.write('{')
    })
    const problem = (await readJson(response)) as { readonly code: string }
    assert.deepEqual([response.statusCode, problem.code, response.headers['retry-after']], [503, 'api/timeout', '5'])
  })
}

for (const head of [
  'GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n',
  'POST /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
]) {
  test(`a client that goes on sending a body after its response is cut off: ${JSON.stringify(head)}`, async (t) => {
    const server = await serve(t)
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(head))
    const drip = setInterval(() => socket.write('1\r\nx\r\n'), 100)
    socket.on('error', () => undefined).resume()
    try {
      const late = sleep(5000, 'it is still open', { ref: false })
      assert.notEqual(await Promise.race([once(socket, 'close'), late]), 'it is still open')
    } finally {
      clearInterval(drip)
      socket.destroy()
    }
  })
}

test('a client that does not read its response is cut off', async (t) => {
  // Long enough to normalize the URLs on a busy machine.
  const timeLimitMs = 2500
  const server = await serve(t, { timeLimitMs })
  const body = JSON.stringify({ urls: Array<string>(9000).fill(`https://example.com/${'x'.repeat(900)}`) })
  const head = `POST /api/v1/normalize HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  t.after(() => socket.destroy())
  socket.on('error', () => undefined)
  socket.write(head + body)
  const isAnswered = /^api_requests_total\{operation="normalize",status="200"\} 1$/m
  // A busy machine takes a while to normalize so much; the limit counts from the response on.
  while (!isAnswered.test((await server.call('/metrics')).text)) await sleep(100)
  await sleep(2 * timeLimitMs + 1000)
  let bytes = 0
  const closed = once(socket, 'close')
  socket.on('data', (chunk) => void (bytes += chunk.length))
  await closed
  assert.ok(bytes < 15_000_000, `${bytes} bytes were still sent`)
})

test('a client that sends more than its rate is told to wait', async (t) => {
  const now = 0
  const server = await serve(t, { requestsPerSecond: 1, now: () => now })
  const statuses = []
  for (let index = 0; index < 12; index += 1) statuses.push((await server.call('/api/v1/policies')).status)
  assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [10, 429])
  const { headers, json } = await server.call('/api/v1/policies')
  assert.deepEqual([headers['retry-after'], json['code']], ['1', 'api/too-many-requests'])
})

type Guess = (token: string) => Promise<Answer>

/** Ways to send a token, or its session, that the server may or may not know. */
const guesses: Readonly<Record<string, (server: TestServer) => Guess | Promise<Guess>>> = {
  'as a token': (server) => (token) => server.call('/api/v1/status', bearer(token)),
  'in a login': (server) => (token) => server.call('/api/v1/session', { body: { token } }),
  'by its session': async (server) => {
    const cookies = new Map<string, string>()
    for (const token of ['r-secret-1234567890ab', 'w-secret-1234567890ab']) {
      const login = await server.call('/api/v1/session', { body: { token } })
      cookies.set(token, login.headers['set-cookie']?.[0]?.split(';')[0] ?? '')
    }
    return (token) => {
      const cookie = cookies.get(token) ?? `canonist_session=1.${token.padEnd(43, 'x')}`
      return server.call('/api/v1/status', { headers: { cookie } })
    }
  },
}
for (const [how, open] of Object.entries(guesses)) {
  test(`an address that guesses tokens ${how} has to wait, and does not learn whether it was right`, async (t) => {
    let now = 0
    const server = await serve(t, { tokensFile: tokensFile(), now: () => now })
    const guess = await open(server)
    const readStatus = async (token: string): Promise<number> => (await guess(token)).status
    assert.equal(await readStatus('r-secret-1234567890ab'), 200)
    const statuses = []
    for (let index = 0; index < 12; index += 1) statuses.push(await readStatus(`guess-${index}`))
    assert.deepEqual(statuses, [...Array<number>(10).fill(401), 429, 429])
    const right = await guess('w-secret-1234567890ab')
    assert.deepEqual(
      [right.status, right.json['code'], right.headers['retry-after']],
      [429, 'api/too-many-requests', '1'],
    )
    assert.deepEqual(
      [await readStatus('r-secret-1234567890ab'), await readStatus('guess-0')],
      [200, 401],
      'what was sent before',
    )
    now += 1000
    assert.deepEqual(
      [await readStatus('w-secret-1234567890ab'), await readStatus('guess-20'), await readStatus('guess-21')],
      [200, 401, 429],
    )
  })
}

test('a client that repeats a wrong token is told that it is wrong, and keeps no one else out', async (t) => {
  const server = await serve(t, { tokensFile: tokensFile(), now: () => 0 })
  for (let index = 0; index < 50; index += 1)
    assert.equal((await server.call('/api/v1/status', bearer('old-secret'))).status, 401)
  assert.equal((await server.call('/api/v1/status', bearer('r-secret-1234567890ab'))).status, 200)
})

// Answers nothing until the test is over.
const silent = createServer(() => undefined)
const silentPort = await listenOnLoopback(silent)
after(() => silent.closeAllConnections())
after(() => silent.close())

const fetching: readonly { readonly path: string; readonly call: (url: string) => Call }[] = [
  { path: '/api/v1/resolve', call: (url) => ({ body: { url } }) },
  { path: '/api/v1/canonicalize', call: (url) => ({ body: { url } }) },
  {
    path: '/api/v1/admit',
    call: (url) => ({ body: { url, policy: { extends: 'sources', hosts: { allow: ['*'] } } } }),
  },
  {
    path: '/mcp',
    call: (url) => ({
      body: { ...tool, params: { name: 'canonicalize_url', arguments: { url } } },
      headers: asProgram,
    }),
  },
]
for (const { path, call } of fetching) {
  test(`more requests that fetch than allowed are refused: ${path}`, async (t) => {
    const network = { connectTo: { ':80': `127.0.0.1:${silentPort}`, ':443': `127.0.0.1:${silentPort}` } }
    const server = await serve(t, { network, maxFetches: 1, timeLimitMs: 1500 })
    const first = server.call('/api/v1/resolve', { body: { url: 'http://one.example/' } })
    await sleep(300)
    const second = await server.call(path, call('http://two.example/'))
    assert.match(second.text, /api\/too-many-fetches/)
    if (path !== '/mcp') assert.deepEqual([second.status, second.headers['retry-after']], [429, '1'])
    assert.equal((await first).json['code'], 'api/timeout')
  })
}

for (const { path, call } of fetching) {
  test(`a client that hangs up stops the requests that were sent for it: ${path}`, async (t) => {
    const deaf = createNetServer()
    const port = await listenOnLoopback(deaf)
    t.after(() => deaf.close())
    const network = { connectTo: { ':80': `127.0.0.1:${port}`, ':443': `127.0.0.1:${port}` } }
    const server = await serve(t, { network })
    const { body, headers = {} } = call('http://one.com/')
    const connected = once(deaf, 'connection', { signal: AbortSignal.timeout(5000) }) as Promise<[Socket]>
    const client = request(new URL(path, server.url), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
    })
    client.on('error', () => undefined)
    client.end(JSON.stringify(body))
    const [socket] = await connected
    socket.on('error', () => undefined)
    socket.resume()
    t.after(() => socket.destroy())
    client.destroy()
    await once(socket, 'close', { signal: AbortSignal.timeout(5000) })
  })
}

test('--no-network refuses what fetches, and nothing else', async (t) => {
  const server = await serve(t, { allowsNetwork: false })
  const { status, json } = await server.call('/api/v1/resolve', { body: { url: 'https://example.com/' } })
  assert.deepEqual([status, json['code']], [403, 'api/no-network'])
  assert.equal((await server.call('/api/v1/urls', { body: urls })).status, 200)
})

test('a server that only reads refuses writes, and still reads', async (t) => {
  const path = `${folder.path}/read-only.db`
  const made = await openCanonist(path)
  await (await made.registry()).ingest(['https://example.com/'])
  await made.close()
  const canonist = await openCanonist(path, { readOnly: true })
  const server = await serveForTest(canonist, { readsOnly: true })
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  for (const [target, body] of [
    ['/api/v1/urls', urls],
    ['/api/v1/resolve', { url: 'https://example.com/' }],
    ['/api/v1/runs', { kind: 'check' }],
    ['/api/v1/policies/rekey', { to: 'links' }],
  ] as const) {
    const { status, json } = await server.call(target, { body })
    assert.deepEqual([status, json['code']], [403, 'read_only'], target)
  }
  const upload = { body: 'x', headers: { 'content-type': 'application/octet-stream' } }
  assert.equal((await server.call('/api/v1/uploads?name=a', upload)).status, 403)
  for (const target of [
    '/api/v1/status',
    '/api/v1/changes?since=2026-01-31T12:00:00Z',
    '/api/v1/pages',
    '/api/v1/runs',
    '/api/v1/frontier/gauges',
    '/api/v1/frontier/hosts',
    '/api/v1/health/hosts',
    '/metrics',
    '/readyz',
  ])
    assert.equal((await server.call(target)).status, 200, target)
  assert.equal((await server.call('/api/v1/caller')).json['isReadOnly'], true)
})

const malformed = [
  { text: 'GET /\\..\\ HTTP/1.1\r\nHost: localhost\r\n\r\n', status: 400 },
  { text: 'GET * HTTP/1.1\r\nHost: localhost\r\n\r\n', status: 400 },
  { text: 'NONSENSE\r\n\r\n', status: 400 },
  { text: 'GET /api/v1/status HTTP/1.1\r\n\r\n', status: 400 },
  { text: 'GET /api/v1/status HTTP/1.0\r\n\r\n', status: 400 },
  { text: 'GET /api/v1/status HTTP/1.1\r\nHost: a@localhost\r\n\r\n', status: 400 },
  { text: 'GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\nHost: a.example\r\n\r\n', status: 400 },
  { text: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n\r\n', status: 400 },
  {
    text: 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    status: 400,
  },
  { text: `GET / HTTP/1.1\r\nHost: ${'x'.repeat(20_000)}\r\n\r\n`, status: 431 },
]
for (const { text, status } of malformed) {
  test(`${JSON.stringify(text.slice(0, 90))} is ${status}, with a problem and an id, and does not end the server`, async (t) => {
    const server = await serve(t)
    const answer = await exchange(server, text)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.match(head, /^x-request-id: \S+$/im)
    assert.match(head, /^content-type: application\/problem\+json$/im)
    assert.match(head, /^content-security-policy: default-src 'none'/im)
    const problem = JSON.parse(body) as Readonly<Record<string, unknown>>
    assert.equal(problem['status'], status)
    for (const field of ['type', 'title', 'code', 'detail', 'fix']) assert.equal(typeof problem[field], 'string', field)
    assert.equal((await server.call('/healthz')).text, 'ok')
  })
}

/** Sends bytes as they are; the answer to its end. */
function exchange(server: TestServer, text: string): Promise<string> {
  return new Promise((resolve) => {
    let got = ''
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      got += chunk.toString()
      if (got.endsWith('}')) socket.end()
    })
    socket.on('close', () => resolve(got))
  })
}

test('two Host headers are refused before the token is read', async (t) => {
  const server = await serve(t, { tokensFile: tokensFile() })
  const answer = await exchange(server, 'GET /api/v1/status HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n')
  assert.match(answer, /^HTTP\/1\.1 400 /)
  assert.match(answer, /it has 2 Host headers/)
})

test('a body that breaks in the middle of a stream ends the stream, without a second response in it', async (t) => {
  const server = await serve(t)
  const line = '{"url":"https://example.com/"}\n'
  const head = 'POST /api/v1/normalize HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n'
  const body = `Transfer-Encoding: chunked\r\n\r\n${line.length.toString(16)}\r\n${line}\r\n`
  const answer = await new Promise<string>((resolve) => {
    let got = ''
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(head + body))
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      got += chunk.toString()
      if (got.includes('"ok":true')) socket.write('nonsense\r\n')
    })
    socket.on('close', () => resolve(got))
  })
  assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1)
  assert.doesNotMatch(answer, /\r\n0\r\n\r\n$/)
})
