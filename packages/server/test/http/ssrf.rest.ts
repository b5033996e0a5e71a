import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { after, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { serveForTest, type TestServer } from '@canonist/test-support/api-server.ts'
import { listenOnLoopback } from '@canonist/test-support/listen-on-loopback.ts'

/** What nobody outside should reach: it would answer anything. */
const inside = createServer((_, response) => response.end('secret'))
const insidePort = await listenOnLoopback(inside)

/** Stands for the web: every path leads inside. */
const web = createServer((request, response) => {
  if (request.url === '/robots.txt') return response.writeHead(404).end()
  const target = FORBIDDEN[Number(request.url?.slice(1))] ?? FORBIDDEN[0]
  return response.writeHead(302, { location: target }).end()
})
const webPort = await listenOnLoopback(web)
after(() => {
  inside.close()
  web.close()
})

const FORBIDDEN: readonly string[] = [
  `http://127.0.0.1:${insidePort}/`,
  `http://localhost:${insidePort}/`,
  `http://[::1]:${insidePort}/`,
  `http://[::ffff:127.0.0.1]:${insidePort}/`,
  `http://2130706433:${insidePort}/`,
  `http://0x7f.1:${insidePort}/`,
  `http://0.0.0.0:${insidePort}/`,
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://192.168.0.1/',
  'http://metadata.google.internal/',
]
/** URLs of the stand-in that redirect to each of them. A host each, so that none waits for its turn. */
const REDIRECTING = FORBIDDEN.map((_, index) => `http://public-${index}.example.org/${index}`)
const URLS = [...FORBIDDEN, ...REDIRECTING]

/** Every connection that this process begins, whether or not anybody answers. */
const attempts: string[] = []
subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket }
  socket.on('connectionAttempt', (address: string, port: number) => attempts.push(`${address}:${port}`))
})

/** What the operator maps, and nothing else: a mapped address is allowed. */
const MAPPED = FORBIDDEN.flatMap((_, index) => [
  [`public-${index}.example.org:80`, `127.0.0.1:${webPort}`],
  [`public-${index}.example.org:443`, '127.0.0.1:9'],
])

async function serve(t: TestContext): Promise<TestServer> {
  const canonist = await openCanonist(':memory:')
  const network = { connectTo: Object.fromEntries(MAPPED) }
  const server = await serveForTest(canonist, { network, timeLimitMs: 20_000 })
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  return server
}

async function waitForEnd(server: TestServer, id: unknown): Promise<Readonly<Record<string, unknown>>> {
  for (let round = 0; round < 600; round += 1) {
    const { json } = await server.call(`/api/v1/runs/${String(id)}`)
    if (json['state'] !== 'queued' && json['state'] !== 'running') return json
    await sleep(50)
  }
  throw new Error('the run does not end')
}

async function run(server: TestServer, body: object): Promise<void> {
  const started = await server.call('/api/v1/runs', { body })
  assert.equal(started.status, 201, started.text)
  const { state, error } = await waitForEnd(server, started.json['id'])
  assert.equal(state, 'done', JSON.stringify(error))
}

async function upload(server: TestServer): Promise<number> {
  const headers = { 'content-type': 'application/octet-stream' }
  const { json } = await server.call('/api/v1/uploads?name=urls.txt', { body: `${URLS.join('\n')}\n`, headers })
  return json['id'] as number
}

async function each(server: TestServer, path: string, more: object = {}): Promise<void> {
  for (const url of URLS) {
    const { status, text } = await server.call(path, { body: { url, ...more } })
    assert.equal(status, 200, text)
    assert.doesNotMatch(text, /secret/)
  }
}

const policy = { extends: 'sources', scheme: 'keep', hosts: { allow: ['*'] } }

/** Every operation and every kind of run that fetches. */
const ways: Readonly<Record<string, (server: TestServer) => Promise<void>>> = {
  'POST /resolve': (server) => each(server, '/api/v1/resolve'),
  'POST /canonicalize': (server) => each(server, '/api/v1/canonicalize', { options: { preferHttps: false } }),
  'POST /admit': (server) => each(server, '/api/v1/admit', { policy }),
  'POST /admit with a policy that leads inside': async (server) => {
    const [to = ''] = FORBIDDEN
    const ipToHost = { '93.184.216.34': '127.0.0.1' }
    const sites = { 'public-0.example.org': { rewrites: [{ match: '^http://public-0\\.example\\.org/.*$', to }] } }
    for (const hostile of [
      { ipToHost },
      { sites },
      { hosts: { allow: ['*'], canonical: { 'public-0.example.org': 'localhost' } } },
    ])
      await server.call('/api/v1/admit', { body: { url: REDIRECTING[0], policy: { ...policy, ...hostile } } })
  },
  'canonicalize_url over MCP': async (server) => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url)) as Transport)
    for (const url of URLS) {
      const result = await client.callTool({ name: 'canonicalize_url', arguments: { url } })
      assert.doesNotMatch(JSON.stringify(result), /secret/)
    }
    await client.close()
  },
  'a run of canonicalize with URLs': (server) => run(server, { kind: 'canonicalize', options: { urls: URLS } }),
  'a run of canonicalize with an upload': async (server) =>
    run(server, { kind: 'canonicalize', options: { upload: await upload(server) } }),
  'a run of check after a run of ingest': async (server) => {
    await run(server, { kind: 'ingest', options: { upload: await upload(server) } })
    await run(server, { kind: 'check', options: { all: true } })
  },
  'a run of check with URLs': async (server) => {
    await server.call('/api/v1/urls', { body: { urls: URLS } })
    await run(server, { kind: 'check', options: { urls: URLS } })
  },
  'a run of work': async (server) => {
    await server.call('/api/v1/frontier/urls', { body: { urls: URLS } })
    await run(server, { kind: 'work', options: {} })
  },
}

for (const [way, start] of Object.entries(ways)) {
  test(`${way} connects to no address that is not public (SSRF)`, { timeout: 120_000 }, async (t) => {
    const server = await serve(t)
    attempts.length = 0
    await start(server)
    const mapped = MAPPED.map(([, address]) => address)
    const isAsked = attempts.some((attempt) => mapped.includes(attempt))
    assert.ok(isAsked || way.includes('policy'), 'no request was sent at all')
    const allowed = [...mapped, `127.0.0.1:${new URL(server.url).port}`]
    assert.deepEqual(
      attempts.filter((attempt) => !allowed.includes(attempt)),
      [],
    )
  })
}

test('this test would notice a connection', async () => {
  attempts.length = 0
  await (await fetch(`http://127.0.0.1:${insidePort}/`)).text()
  assert.deepEqual(attempts, [`127.0.0.1:${insidePort}`])
})

const OF_THE_OPERATOR = {
  connectTo: { 'public.example.org:80': `127.0.0.1:${insidePort}` },
  allowAddresses: ['127.0.0.0/8'],
  ca: 'x',
  cacert: 'x',
  dnsFn: 'x',
  fetchFn: 'x',
  fetcher: {},
  exchangeFn: 'x',
  network: {},
  userAgent: 'x',
  hostDelayMs: 0,
}
const bodies: readonly [path: string, body: (option: object) => object][] = [
  ['/api/v1/resolve', (option) => ({ url: 'http://public.example.org/', ...option })],
  ['/api/v1/resolve', (option) => ({ url: 'http://public.example.org/', options: option })],
  ['/api/v1/canonicalize', (option) => ({ url: 'http://public.example.org/', ...option })],
  ['/api/v1/canonicalize', (option) => ({ url: 'http://public.example.org/', options: option })],
  ['/api/v1/admit', (option) => ({ url: 'http://public.example.org/', ...option })],
  ['/api/v1/admit', (option) => ({ url: 'http://public.example.org/', policy: { ...policy, ...option } })],
  ['/api/v1/runs', (option) => ({ kind: 'check', options: option })],
  ['/api/v1/runs', (option) => ({ kind: 'work', options: option })],
  [
    '/api/v1/runs',
    (option) => ({ kind: 'canonicalize', options: { urls: ['http://public.example.org/'], ...option } }),
  ],
  ['/api/v1/runs', (option) => ({ kind: 'learn', options: option })],
  ['/api/v1/runs', (option) => ({ kind: 'ingest', options: { upload: 1, ...option } })],
]

test("a client cannot choose addresses, certificates or the user agent: these options are the operator's", async (t) => {
  const server = await serve(t)
  for (const [path, body] of bodies)
    for (const [name, value] of Object.entries(OF_THE_OPERATOR)) {
      const { status, text } = await server.call(path, { body: body({ [name]: value }) })
      assert.equal(status, 422, `${path} ${JSON.stringify(body({ [name]: value }))}: ${text}`)
    }
})
