import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { ServeOptions } from '../../src/http/serve-api.ts'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { serveForTest, type TestServer } from '@canonist/test-support/api-server.ts'
import { temporaryFolder } from '@canonist/test-support/command.ts'

const folder = temporaryFolder()
const tokensFile = folder.file(
  'tokens',
  'read r-secret-1234567890ab reader\nwrite w-secret-1234567890ab the writer\nadmin a-secret-1234567890ab boss\n',
)

async function serve(t: TestContext, options: Partial<ServeOptions> = {}): Promise<TestServer> {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist, options)
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  return server
}

const octets = { 'content-type': 'application/octet-stream' }

async function waitForEnd(server: TestServer, id: unknown): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const { json } = await server.call(`/api/v1/runs/${String(id)}`)
    if (json['state'] !== 'queued' && json['state'] !== 'running') return json
    await sleep(50)
  }
}

test('an uploaded list is ingested by a run', async (t) => {
  const server = await serve(t)
  const body = 'https://example.com/a\nhttps://example.com/b#x\nnonsense\n'
  const upload = await server.call('/api/v1/uploads?name=list.txt', { body, headers: octets })
  assert.deepEqual([upload.status, upload.json], [201, { id: 1, name: 'list.txt', bytes: body.length }])
  const started = await server.call('/api/v1/runs', { body: { kind: 'ingest', options: { upload: 1 } } })
  assert.deepEqual([started.status, started.json['startedBy']], [201, 'ada'], started.text)
  const run = await waitForEnd(server, started.json['id'])
  assert.deepEqual(run['result'], { seen: 3, new: 2, duplicates: 0, rejected: 1 })
  const { json: log } = await server.call('/api/v1/runs/1/log')
  assert.equal((log['items'] as unknown[]).length, 2)
  const { json: runs } = await server.call('/api/v1/runs?state=done')
  assert.equal((runs['items'] as unknown[]).length, 1)
})

for (const { why, path, headers, status } of [
  { why: 'without a name', path: '/api/v1/uploads', headers: octets, status: 422 },
  { why: 'as text', path: '/api/v1/uploads?name=x', headers: { 'content-type': 'text/plain' }, status: 415 },
]) {
  test(`an upload ${why} is refused`, async (t) => {
    const server = await serve(t)
    assert.equal((await server.call(path, { body: 'x', headers })).status, status)
  })
}

test('an empty file is uploaded and ingested like any other', async (t) => {
  const server = await serve(t)
  const upload = await server.call('/api/v1/uploads?name=empty.txt', { method: 'POST', body: '', headers: octets })
  assert.deepEqual([upload.status, upload.json], [201, { id: 1, name: 'empty.txt', bytes: 0 }])
  const started = await server.call('/api/v1/runs', { body: { kind: 'ingest', options: { upload: 1 } } })
  const run = await waitForEnd(server, started.json['id'])
  assert.deepEqual(run['result'], { seen: 0, new: 0, duplicates: 0, rejected: 0 })
})

test('an upload that is too large is refused, and leaves nothing', async (t) => {
  const server = await serve(t, { maxUploadBytes: 1000 })
  const large = await server.call('/api/v1/uploads?name=x', { body: 'x'.repeat(1001), headers: octets })
  assert.deepEqual([large.status, large.json['code']], [413, 'api/body-too-large'])
  const started = await server.call('/api/v1/runs', { body: { kind: 'ingest', options: { upload: 1 } } })
  assert.deepEqual([started.status, started.json['code']], [404, 'upload/not-found'])
  const { json } = await server.call('/api/v1/runs')
  assert.deepEqual(json['items'], [])
})

/** Reads events until there are enough of them, then hangs up. */
function listen(server: TestServer, count: number, lastEventId?: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const sent = request(new URL('/api/v1/events', server.url), { headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id = '']) => id)
        if (ids.length < count) return
        sent.destroy()
        resolve(ids.slice(0, count))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('events tell of runs, and a listener that comes back misses none', async (t) => {
  const server = await serve(t)
  const heard = listen(server, 3, '0')
  for (let run = 0; run < 2; run += 1) await server.call('/api/v1/runs', { body: { kind: 'check' } })
  assert.deepEqual(await heard, ['1', '2', '3'])
  assert.deepEqual(await listen(server, 2, '1'), ['2', '3'])
})

test('a browser logs in with a token, and is let go', async (t) => {
  const server = await serve(t, { tokensFile })
  const wrong = await server.call('/api/v1/session', { body: { token: 'x-secret' } })
  assert.deepEqual([wrong.status, wrong.headers['set-cookie']], [401, undefined])
  const login = await server.call('/api/v1/session', { body: { token: 'w-secret-1234567890ab' } })
  assert.deepEqual(login.json, { name: 'the writer', role: 'write' })
  const [cookie = ''] = login.headers['set-cookie'] ?? []
  assert.match(cookie, /; HttpOnly; SameSite=Strict$/)
  assert.doesNotMatch(cookie, /w-secret-1234567890ab/)
  const [pair = ''] = cookie.split(';')
  const status = (value: string) => server.call('/api/v1/status', { headers: { cookie: value } })
  assert.equal((await status(pair)).status, 200)
  assert.equal((await status(`other=1; ${pair}`)).status, 200)
  for (const forged of [`${pair}x`, pair.replace(/=\d+\./, '=1.'), 'canonist_session=', 'canonist_session=a.b.c'])
    assert.equal((await status(forged)).status, 401, forged)
  const foreign = { cookie: pair, origin: 'https://evil.example' }
  assert.equal((await server.call('/api/v1/urls', { body: { urls: [] }, headers: foreign })).status, 403)
  const logout = await server.call('/api/v1/session', { method: 'DELETE', headers: { cookie: pair } })
  assert.match(logout.headers['set-cookie']?.[0] ?? '', /canonist_session=; Path=\/; Max-Age=0/)
})

test('a session ends with its time, and with its token', async (t) => {
  let now = Date.now()
  const file = folder.file('fleeting', 'read r-secret-1234567890ab reader\nadmin a-secret-1234567890ab boss\n')
  const server = await serve(t, { tokensFile: file, now: () => now })
  const login = async (): Promise<() => Promise<number>> => {
    const { headers } = await server.call('/api/v1/session', { body: { token: 'r-secret-1234567890ab' } })
    const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    return async () => (await server.call('/api/v1/status', { headers: { cookie } })).status
  }
  const first = await login()
  assert.equal(await first(), 200)
  now += 8 * 24 * 3_600_000
  assert.equal(await first(), 401)
  const second = await login()
  assert.equal(await second(), 200)
  folder.file('fleeting', 'admin a-secret-1234567890ab boss\n')
  for (let round = 0; (await second()) !== 401; round += 1) {
    assert.ok(round < 100, 'the session outlives its token')
    now += 1000
  }
})

async function connect(server: TestServer, token?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const url = new URL('/mcp', server.url)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as Transport)
  return client
}

const listToolNames = async (client: Client): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name)

test('assistants use the tools over HTTP, as far as their token reaches', async (t) => {
  const server = await serve(t, { tokensFile })
  const reader = await connect(server, 'r-secret-1234567890ab')
  assert.deepEqual(await listToolNames(reader), ['normalize_urls', 'explain_url', 'compare_urls', 'find_page', 'cite'])
  const writer = await connect(server, 'w-secret-1234567890ab')
  const added = await writer.callTool({ name: 'add_urls', arguments: { urls: ['https://example.com/tea'] } })
  assert.match(JSON.stringify(added), /\\"new\\":1/)
  const found = await reader.callTool({ name: 'find_page', arguments: { url: 'https://EXAMPLE.com/tea' } })
  assert.match(JSON.stringify(found), /https:\/\/example\.com\/tea/)
  await Promise.all([reader.close(), writer.close()])
  await assert.rejects(connect(server))
})

test('what the server may not do, its tools may not either', async (t) => {
  const offline = await connect(await serve(t, { allowsNetwork: false }))
  assert.ok(!(await listToolNames(offline)).includes('canonicalize_url'))
  await offline.close()
})
