import assert from 'node:assert/strict'
import { Agent, createServer, get, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCanonist, type Canonist } from '../../src/canonist/open-canonist.ts'
import { serveForTest, type TestServer } from '@canonist/test-support/api-server.ts'
import { listenOnLoopback } from '@canonist/test-support/listen-on-loopback.ts'

// Accepts connections and never answers.
const silent = createServer(() => undefined)
const silentPort = await listenOnLoopback(silent)
after(() => silent.closeAllConnections())
after(() => silent.close())

const network = { connectTo: { ':80': `127.0.0.1:${silentPort}`, ':443': `127.0.0.1:${silentPort}` }, hostDelayMs: 0 }
const NDJSON = 'application/x-ndjson'
const OCTETS = 'application/octet-stream'
const record = (path: string): string => `{"url":"https://example.com/${path}"}\n`

interface Sent {
  readonly request: ClientRequest
  /** The status, or null where the connection ended without one. */
  readonly status: Promise<number | null>
}

/** Begins a request and never ends its body. */
function begin(server: TestServer, path: string, { type, body }: { type: string; body: string }): Sent {
  const headers = { 'content-type': type, 'transfer-encoding': 'chunked' }
  const sent = request(new URL(path, server.url), { method: 'POST', headers, agent: false })
  sent.on('error', () => undefined)
  const status = new Promise<number | null>((resolve) => {
    sent.on('response', (response) => {
      response.on('error', () => undefined)
      resolve(response.statusCode ?? 0)
    })
    sent.on('close', () => resolve(null))
  })
  sent.write(body)
  return { request: sent, status }
}

function listenToEvents(server: TestServer, method: string): ClientRequest {
  const sent = request(new URL('/api/v1/events', server.url), { method, agent: false }, (response) =>
    response.on('error', () => undefined).resume(),
  )
  sent.on('error', () => undefined)
  sent.end()
  return sent
}

const resolveUrl = (server: TestServer): Promise<unknown> =>
  server.call('/api/v1/resolve', { body: { url: 'http://example.com/' } }).catch(() => null)

async function startRun(server: TestServer, body: object): Promise<void> {
  const { status, text } = await server.call('/api/v1/runs', { body })
  assert.equal(status, 201, text)
}

const underWay: Readonly<Record<string, (server: TestServer, canonist: Canonist) => unknown>> = {
  'a stream whose client does not read': async (server) => {
    const block = record('x').repeat(20_000)
    const { request: sent } = begin(server, '/api/v1/normalize', { type: NDJSON, body: block })
    // Until the buffers of both sides are full.
    let idle = 0
    for (let round = 0; round < 500 && idle < 20; round += 1) {
      idle = sent.writableNeedDrain ? idle + 1 : 0
      if (idle === 0) sent.write(block)
      await sleep(20)
    }
    assert.equal(idle, 20, 'the server takes all of it')
  },
  'a stream whose client does not send': (server) =>
    void begin(server, '/api/v1/normalize', { type: NDJSON, body: record('x') }),
  'lines that are being added': (server) => void begin(server, '/api/v1/urls', { type: NDJSON, body: record('x') }),
  'a body that does not end': (server) =>
    void begin(server, '/api/v1/normalize', { type: 'application/json', body: '{' }),
  'a login that does not end': (server) =>
    void begin(server, '/api/v1/session', { type: 'application/json', body: '{' }),
  'an upload that does not end': (server) =>
    void begin(server, '/api/v1/uploads?name=x', { type: OCTETS, body: 'x'.repeat(300_000) }),
  'many clients that listen to events': (server) => {
    for (let client = 0; client < 20; client += 1) listenToEvents(server, 'GET')
  },
  'HEAD of the events': (server) => void listenToEvents(server, 'HEAD'),
  'an operation that waits for a host': (server) => void resolveUrl(server),
  'a run that waits for a host': async (server, canonist) => {
    await (await canonist.frontier()).submit(['http://example.com/'])
    await startRun(server, { kind: 'work', options: { drain: false } })
  },
  'a run of canonicalize that waits for a host': (server) =>
    startRun(server, { kind: 'canonicalize', options: { urls: ['http://example.com/a', 'http://example.com/b'] } }),
  'a check that waits for a host': async (server) => {
    await server.call('/api/v1/urls', { body: { urls: ['http://example.com/'] } })
    await startRun(server, { kind: 'check', options: { all: true } })
  },
}

const GRACE_MS = 300
/** What is aborted still has to be written down. */
const MOST_MS = GRACE_MS + 1500

for (const [what, start] of Object.entries(underWay)) {
  test(`the server stops within the grace period: ${what}`, { timeout: 20_000 }, async () => {
    const canonist = await openCanonist(':memory:')
    const server = await serveForTest(canonist, { network })
    await start(server, canonist)
    await sleep(200)
    const started = performance.now()
    await server.stop(GRACE_MS)
    const ms = performance.now() - started
    await canonist.close()
    assert.ok(ms < MOST_MS, `${Math.round(ms)} ms`)
  })
}

test('a server that stops ends event streams at once: a client comes back with its last id', async () => {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist)
  const ended = new Promise<boolean>((resolve) => {
    request(new URL('/api/v1/events', server.url), { agent: false }, (response) => {
      response.on('error', () => resolve(false)).on('end', () => resolve(true))
      response.resume()
    }).end()
  })
  await sleep(200)
  const started = performance.now()
  await server.stop(60_000)
  assert.ok(performance.now() - started < 5000)
  assert.equal(await ended, true)
  await canonist.close()
})

test('while a server stops, a request on an open connection is refused, and one that has begun is done', async () => {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const getStatus = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      get(new URL('/api/v1/status', server.url), { agent }, resolve).on('error', reject)
    })
  await readJson(await getStatus())
  const begun = begin(server, '/api/v1/normalize', { type: NDJSON, body: record('1') })
  assert.equal(await begun.status, 200)
  const stopped = server.stop(60_000)
  const refused = await getStatus()
  const { code } = (await readJson(refused)) as { readonly code: string }
  assert.deepEqual([refused.statusCode, code, refused.headers.connection], [503, 'api/stopping', 'close'])
  begun.request.end()
  await stopped
  agent.destroy()
  await canonist.close()
})
