import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServeOptions } from '../../src/http/serve-api.ts'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { serveForTest, type Answer, type TestServer } from '@canonist/test-support/api-server.ts'
import { temporaryFolder } from '@canonist/test-support/command.ts'

const tokensFile = temporaryFolder().file(
  'tokens',
  'write w-secret-1234567890ab ada\nwrite v-secret-1234567890ab bob\nread r-secret-1234567890ab eve\n',
)
const bearer = (letter: string) => ({ authorization: `Bearer ${letter}-secret-1234567890ab` })
const [ADA, BOB, EVE] = [bearer('w'), bearer('v'), bearer('r')]

async function serve(t: TestContext, options: Partial<ServeOptions> = {}): Promise<TestServer> {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist, { tokensFile, ...options })
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  return server
}

const upload = (server: TestServer, headers: object | undefined, bytes: number, more = {}): Promise<Answer> =>
  server.call('/api/v1/uploads?name=list.txt', {
    body: 'x'.repeat(bytes),
    headers: { ...headers, 'content-type': 'application/octet-stream', ...more },
  })

test('uploads beyond the quota of the token, or of all, are 507, and are listed and deleted', async (t) => {
  const server = await serve(t, { uploadQuota: 100_000 })
  assert.equal((await upload(server, ADA, 50_000)).status, 201)
  for (const more of [{}, { 'transfer-encoding': 'chunked' }]) {
    const { status, json } = await upload(server, ADA, 1, more)
    assert.deepEqual([status, json['code']], [507, 'api/upload-quota'])
    assert.match(String(json['detail']), /the uploads of a token have at most 50,000 bytes/)
  }
  const { status, json: sent } = await upload(server, BOB, 40_000)
  assert.equal(status, 201)
  const list = async (): Promise<unknown[]> => {
    const { items } = (await server.call('/api/v1/uploads', { headers: EVE })).json as {
      readonly items: readonly Readonly<Record<string, unknown>>[]
    }
    return items.map(({ id, name, bytes, isComplete, uploadedBy, run }) => [
      id,
      name,
      bytes,
      isComplete,
      uploadedBy,
      run,
    ])
  }
  const kept = [sent['id'], 'list.txt', 40_000, true, 'bob', null]
  assert.deepEqual(await list(), [kept, [1, 'list.txt', 50_000, true, 'ada', null]])
  const remove = (headers: object | undefined): Promise<Answer> =>
    server.call('/api/v1/uploads/1', { method: 'DELETE', headers: { ...headers } })
  assert.equal((await remove(EVE)).status, 403)
  assert.deepEqual((await remove(BOB)).json, { deleted: 1 })
  assert.equal((await remove(ADA)).status, 404)
  assert.deepEqual(await list(), [kept])
  assert.equal((await upload(server, ADA, 50_000)).status, 201)
})

test('of an upload that its client breaks off, nothing is left, and nothing counts', async (t) => {
  const server = await serve(t, { uploadQuota: 2_000_000 })
  const list = async (): Promise<unknown[]> => {
    const { json } = await server.call('/api/v1/uploads', { headers: { ...EVE } })
    return json['items'] as unknown[]
  }
  for (const length of [{ 'content-length': '900000' }, { 'transfer-encoding': 'chunked' }]) {
    const sent = request(new URL('/api/v1/uploads?name=x', server.url), {
      method: 'POST',
      headers: { ...ADA, ...length, 'content-type': 'application/octet-stream' },
      agent: false,
    }).on('error', () => undefined)
    sent.write('x'.repeat(800_000))
    await waitFor(async () => (await list()).length === 1)
    sent.destroy()
    await waitFor(async () => (await list()).length === 0)
  }
  assert.equal((await upload(server, ADA, 1_000_000)).status, 201)
})

for (const name of ['../../etc/passwd', '/etc/passwd', 'C:\\x', '..', '\0', 'a\nb'])
  test(`an upload named ${JSON.stringify(name)} is read as any other, since its name is no path`, async (t) => {
    const server = await serve(t)
    const path = `/api/v1/uploads?${new URLSearchParams({ name }).toString()}`
    const headers = { ...ADA, 'content-type': 'application/octet-stream' }
    const { json: sent } = await server.call(path, { body: 'https://a.example/\n', headers })
    assert.equal(sent['name'], name)
    const options = { upload: sent['id'] }
    const { json: run } = await server.call('/api/v1/runs', { headers: { ...ADA }, body: { kind: 'ingest', options } })
    const read = async (): Promise<Readonly<Record<string, unknown>>> =>
      (await server.call(`/api/v1/runs/${String(run['id'])}`, { headers: { ...ADA } })).json
    await waitFor(async () => (await read())['endedAt'] !== null)
    const { state, result } = await read()
    assert.deepEqual([state, result], ['done', { seen: 1, new: 1, duplicates: 0, rejected: 0 }])
  })

test('without tokens, the owner may use the whole quota', async (t) => {
  const server = await serve(t, { tokensFile: undefined, uploadQuota: 1000 })
  assert.equal((await upload(server, {}, 1000)).status, 201)
  const { json } = await upload(server, {}, 1)
  assert.equal(json['code'], 'api/upload-quota')
})

async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isDone()); tries += 1) {
    assert.ok(tries < 500)
    await sleep(20)
  }
}

/** Opens an event stream, or gets the error in its place. */
async function listen(server: TestServer, headers: object | undefined): Promise<IncomingMessage> {
  const sent = request(new URL('/api/v1/events', server.url), { headers: { ...headers }, agent: false })
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage]
  return response.on('error', () => undefined)
}

test('a token has at most 20 event streams, and gets a slot back when one ends', async (t) => {
  const server = await serve(t)
  const open = await Promise.all(Array.from({ length: 20 }, () => listen(server, ADA)))
  assert.deepEqual(new Set(open.map(({ statusCode }) => statusCode)), new Set([200]))
  const refused = await server.call('/api/v1/events', { headers: { ...ADA } })
  assert.deepEqual(
    [refused.status, refused.json['code'], refused.headers['retry-after']],
    [429, 'api/too-many-streams', '1'],
  )
  const others = [await listen(server, BOB)]
  assert.equal(others[0]?.statusCode, 200)
  assert.equal((await server.call('/api/v1/events', { method: 'HEAD', headers: { ...BOB } })).status, 200)
  open.pop()?.destroy()
  for (let tries = 0; ; tries += 1) {
    const next = await listen(server, ADA)
    others.push(next)
    if (next.statusCode === 200) break
    assert.ok(tries < 100, 'the slot was not given back')
  }
  for (const stream of [...open, ...others]) stream.destroy()
})

test('a client that hangs up before its stream begins takes no slot', async (t) => {
  let now = Date.now()
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist, { tokensFile, now: () => now })
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  const login = await server.call('/api/v1/session', { body: { token: 'w-secret-1234567890ab' } })
  const cookie = login.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const { database } = canonist.context
  const read = database.all.bind(database)
  const [reading, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The session is read again, which takes until all clients have gone.
  now += 2000
  const slow = t.mock.method(database, 'all', async (...query: Parameters<typeof read>) => {
    reading.resolve()
    await gone.promise
    return read(...query)
  })
  const sent = Array.from({ length: 20 }, () =>
    request(new URL('/api/v1/events', server.url), { headers: { cookie }, agent: false }).on('error', () => undefined),
  )
  for (const each of sent) each.end()
  await reading.promise
  await sleep(100)
  for (const each of sent) each.destroy()
  await sleep(100)
  slow.mock.restore()
  gone.resolve()
  await sleep(100)
  const stream = await listen(server, ADA)
  stream.destroy()
  assert.equal(stream.statusCode, 200)
})

test('without tokens, any number may listen', async (t) => {
  const server = await serve(t, { tokensFile: undefined })
  const open = await Promise.all(Array.from({ length: 30 }, () => listen(server, {})))
  assert.deepEqual(new Set(open.map(({ statusCode }) => statusCode)), new Set([200]))
  for (const stream of open) stream.destroy()
})
