import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, test, type TestContext } from 'node:test'
import { createClient, type Client } from '../src/index.ts'
import type { NetworkOptions } from '@canonist/server/internal/fetching/open-fetcher'
import { OPERATIONS, type OperationName } from '@canonist/server/internal/operations/index'
import type { Operation } from '@canonist/server/internal/operations/operation'
import { Runner } from '@canonist/server/internal/runs/runner'
import { REQUESTS } from '../src/requests.ts'
import { serveForTest } from '@canonist/test-support/api-server.ts'
import { openFilled, openFor, PREPARATIONS } from '@canonist/test-support/filled-canonist.ts'
import { listenOnLoopback } from '@canonist/test-support/listen-on-loopback.ts'
import { startScriptedServer } from '@canonist/test-support/scripted-server.ts'
import { collect } from '@canonist/test-support/collect.ts'

const web = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Tea</title>'),
)
const port = await listenOnLoopback(web)
after(() => web.close())
const network: NetworkOptions = { connectTo: { ':80': `127.0.0.1:${port}`, ':443': '127.0.0.1:9' } }

async function connect(t: TestContext, name?: OperationName): Promise<Client> {
  const canonist = await openFor(name)
  const runner = await Runner.open(canonist, { network })
  if (name !== undefined) await PREPARATIONS[name]?.({ canonist, network, runner })
  const server = await serveForTest(canonist, { network })
  t.after(async () => {
    await server.stop(100)
    await runner.close()
    await canonist.close()
  })
  return createClient({ url: server.url, retry: { attempts: 0 } })
}

const operations = Object.entries(OPERATIONS) as [OperationName, Operation][]
for (const [name, { examples, output }] of operations) {
  test(`${name}: the examples are answered in the schema of the output`, async (t) => {
    for (const example of examples) {
      const client = await connect(t, name)
      const call = client[name] as (input: unknown) => Promise<unknown>
      const parsed = output.safeParse(await call(example))
      assert.ok(parsed.success, parsed.error?.message)
    }
  })
}

test('what only reads is repeatable, and few others', () => {
  const repeatable = operations.filter(([name]) => REQUESTS[name].isRepeatable === true)
  assert.deepEqual(
    repeatable.filter(([, { effect }]) => effect !== 'reads').map(([name]) => name),
    ['resolve', 'canonicalize', 'pauseHost', 'resumeHost', 'setHostDelay', 'endSessions'],
  )
  assert.ok(operations.every(([name, { effect }]) => effect !== 'reads' || REQUESTS[name].isRepeatable === true))
})

test('the client is a plain object of functions', async (t) => {
  const client = await connect(t)
  assert.equal(Object.getPrototypeOf(client), Object.prototype)
  for (const method of Object.values(client)) assert.equal(typeof method, 'function')
})

test('all: every item once, part by part, from the cursor on', async (t) => {
  const client = await connect(t)
  const urls = Array.from({ length: 120 }, (_, index) => `https://many.example/${index}`)
  await client.addUrls({ urls })
  const seen: string[] = []
  for await (const { canonicalUrl } of client.listPages.all({ host: 'many.example', limit: 50 }))
    seen.push(canonicalUrl)
  assert.deepEqual(seen.toSorted(), urls.toSorted())
  const { items, next } = await client.listPages({ host: 'many.example', limit: 100 })
  assert.equal(items.length, 100)
  const rest = await collect(client.listPages.all({ host: 'many.example', after: next ?? '' }))
  assert.equal(rest.length, 20)
})

test('all: the next part is requested only when it is needed', async () => {
  const { url, requests } = await startScriptedServer({ body: { items: [1, 2], next: 'n' } })
  for await (const item of createClient({ url }).listRuns.all()) if (item === (2 as never)) break
  assert.equal(requests.length, 1)
})

test('input goes into the path, the query and the body, each encoded', async () => {
  const { url, requests } = await startScriptedServer({})
  const client = createClient({ url })
  await client.pauseHost({ host: 'a/b?c#d', for: '2h' })
  await client.findPage({ url: 'https://example.com/?a=1&b=2#x' })
  await client.listPages({ host: 'é.example', limit: 5, q: undefined })
  assert.deepEqual(
    requests.map(({ line, body }) => [line, body]),
    [
      ['POST /api/v1/hosts/a%2Fb%3Fc%23d/pause', '{"for":"2h"}'],
      ['GET /api/v1/lookup?url=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2%23x', ''],
      ['GET /api/v1/pages?host=%C3%A9.example&limit=5', ''],
    ],
  )
})

for (const host of ['', '.', '..', undefined, null, {}])
  test(`a host ${JSON.stringify(host)} cannot lead to another path`, async () => {
    const { url, requests } = await startScriptedServer({})
    await assert.rejects(createClient({ url }).pauseHost({ host: host as string }), { code: 'client/bad-argument' })
    assert.equal(requests.length, 0)
  })

test('the URL may have a path, and a slash at its end or none', async () => {
  const { url, requests } = await startScriptedServer({})
  await createClient({ url: `${url}behind/a/proxy/` }).getStatus()
  await createClient({ url: new URL(url) }).getStatus()
  await createClient({ url: url.slice(0, -1) }).getStatus()
  assert.deepEqual(
    requests.map(({ line }) => line),
    ['GET /behind/a/proxy/api/v1/status', 'GET /api/v1/status', 'GET /api/v1/status'],
  )
})

test('token and headers go with every request', async () => {
  const { url, requests } = await startScriptedServer({})
  await createClient({ url, token: 'secret', headers: { 'x-team': 'links' } }).getStatus()
  const { authorization, 'x-team': team } = requests[0]?.headers ?? {}
  assert.deepEqual([authorization, team], ['Bearer secret', 'links'])
})

test('text: health, readiness, metrics, the document and its page', async (t) => {
  const client = await connect(t)
  assert.deepEqual([await client.getHealth(), await client.getReadiness()], ['ok', 'ok'])
  assert.match(await client.getMetrics(), /^api_open_requests /m)
  assert.equal((await client.getDescription())['openapi'], '3.1.0')
  assert.match(await client.getDocs(), /<section id="normalize">/)
})

test('login answers with the name and the role, and logout with nothing', async (t) => {
  const canonist = await openFilled()
  const server = await serveForTest(canonist, { adminToken: 'secret-1234567890abcdef' })
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  // As a browser keeps the cookie.
  let cookie = ''
  const browser: typeof fetch = async (input, init) => {
    const response = await fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  const client = createClient({ url: server.url, fetch: browser })
  await assert.rejects(client.getStatus(), { status: 401, code: 'api/no-token' })
  assert.deepEqual(await client.login({ token: 'secret-1234567890abcdef' }), { name: 'CANONIST_TOKEN', role: 'admin' })
  assert.equal((await client.getStatus()).counts.pages, 2)
  assert.equal(await client.logout(), undefined)
  await assert.rejects(client.getStatus(), { status: 401 })
})

test('mcp: a message in, a message out', async (t) => {
  const client = await connect(t)
  const answer = await client.mcp({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const { result } = answer as { result: { tools: unknown[] } }
  assert.equal(result.tools.length, 7)
})

async function* chunks(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('https://example.com/a\n')
  yield Buffer.from('https://example.com/b\n')
}
const bodies = {
  text: 'https://example.com/a\nhttps://example.com/b\n',
  bytes: Buffer.from('https://example.com/a\nhttps://example.com/b\n'),
  Blob: new Blob(['https://example.com/a\nhttps://example.com/b\n'], { type: 'text/plain' }),
  chunks: chunks(),
  'a stream': ReadableStream.from(chunks()),
}
for (const [kind, body] of Object.entries(bodies))
  test(`upload: ${kind}`, async (t) => {
    const client = await connect(t)
    const { id, ...upload } = await client.upload({ name: 'list ü.txt', body })
    assert.deepEqual(upload, { name: 'list ü.txt', bytes: 44 })
    const run = await client.startRun({ kind: 'ingest', options: { upload: id } })
    assert.equal(run.kind, 'ingest')
  })
