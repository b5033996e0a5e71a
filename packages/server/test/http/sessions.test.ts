import assert from 'node:assert/strict'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { startForTest, type Answer, send, serveForTest, type TestServer } from '@canonist/test-support/api-server.ts'
import type { ServeOptions } from '../../src/http/serve-api.ts'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { openSnapshots } from '../../src/publish/open-snapshots.ts'
import { publishSnapshot } from '../../src/publish/publish-snapshot.ts'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'

const folder = temporaryFolder()
const [TOKEN, ADMIN] = ['w-secret-1234567890ab', 'a-secret-1234567890ab']
const LINES = `write ${TOKEN} ada\nadmin ${ADMIN} boss\n`
let files = 0
const tokensFile = (text = LINES): string => folder.file(`tokens-${(files += 1)}`, text)
const asAdmin = { headers: { authorization: `Bearer ${ADMIN}` } }

async function serve(t: TestContext, location = ':memory:', options: Partial<ServeOptions> = {}): Promise<TestServer> {
  const canonist = await openCanonist(location, { readOnly: options.readsOnly ?? false })
  const server = await serveForTest(canonist, { tokensFile: tokensFile(), ...options })
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  return server
}

const readCookies = ({ headers }: Answer): string[] => headers['set-cookie'] ?? []

async function logIn({ call }: Pick<TestServer, 'call'>, token = TOKEN): Promise<string> {
  const login = await call('/api/v1/session', { body: { token } })
  assert.equal(login.status, 200)
  return readCookies(login)[0]?.split(';')[0] ?? ''
}

const readStatus = async ({ call }: Pick<TestServer, 'call'>, cookie: string): Promise<number> =>
  (await call('/api/v1/caller', { headers: { cookie } })).status

async function listTokens({ call }: Pick<TestServer, 'call'>, query = ''): Promise<[id: number, token: string][]> {
  const { items } = (await call(`/api/v1/sessions${query}`, asAdmin)).json as {
    readonly items: readonly { readonly id: number; readonly token: string }[]
  }
  return items.map(({ id, token }) => [id, token])
}

for (const { dialect, freshLocation } of await bothDatabases())
  test(`${dialect}: a session ends on every server that shares the database, and outlives a restart`, async (t) => {
    const location = await freshLocation()
    let now = Date.now()
    const [a, b] = [await serve(t, location, { now: () => now }), await serve(t, location, { now: () => now })]
    const [first, second, third] = [await logIn(a), await logIn(a), await logIn(b)]
    for (const cookie of [first, second, third])
      assert.deepEqual([await readStatus(a, cookie), await readStatus(b, cookie)], [200, 200])

    const logout = await a.call('/api/v1/session', { method: 'DELETE', headers: { cookie: first } })
    assert.equal(logout.status, 200)
    assert.equal(await readStatus(a, first), 401, 'a copy of the cookie')
    now += 2000
    assert.equal(await readStatus(b, first), 401)

    const [[id, token] = assert.fail()] = await listTokens(a)
    assert.equal(token, 'ada')
    const ended = await a.call(`/api/v1/sessions/${id}`, { method: 'DELETE', ...asAdmin })
    assert.deepEqual([ended.status, ended.json], [200, { ended: 1 }])
    const open = [await readStatus(a, second), await readStatus(a, third)]
    assert.deepEqual(new Set(open), new Set([200, 401]))
    assert.equal((await a.call(`/api/v1/sessions/${id}`, { method: 'DELETE', ...asAdmin })).status, 404)

    const all = await b.call('/api/v1/sessions?token=ada', { method: 'DELETE', ...asAdmin })
    assert.deepEqual(all.json, { ended: 1 })
    assert.deepEqual([await readStatus(b, second), await readStatus(b, third)], [401, 401])
    assert.deepEqual(await listTokens(a), [])

    const last = await logIn(a)
    const c = await serve(t, location, { now: () => now })
    assert.equal(await readStatus(c, last), 200)
  })

/** Servers that must not write to what they serve. */
const readers: Readonly<Record<string, (t: TestContext) => Promise<Pick<TestServer, 'call'>>>> = {
  '--read-only': async (t) => {
    const location = `${folder.path}/read-only.db`
    await (await openCanonist(location)).close()
    return serve(t, location, { readsOnly: true })
  },
  '--snapshot': async (t) => {
    const canonist = await openCanonist(`${folder.path}/published.db`)
    const path = `${folder.path}/snapshots`
    await publishSnapshot(canonist, path, {})
    await canonist.close()
    const snapshots = await openSnapshots(path, { now: Date.now, onTrouble: assert.fail })
    const server = await startForTest((bound) => bound.serveSnapshots(snapshots), { tokensFile: tokensFile() })
    t.after(async () => {
      await server.stop(100)
      await snapshots.close()
    })
    return { call: (target, call) => send(new URL(target, server.url).href, call) }
  },
}
for (const [flag, open] of Object.entries(readers))
  test(`${flag}: sessions are kept in memory, and can be ended`, async (t) => {
    const server = await open(t)
    const [first, second] = [await logIn(server), await logIn(server)]
    await server.call('/api/v1/session', { method: 'DELETE', headers: { cookie: first } })
    assert.deepEqual([await readStatus(server, first), await readStatus(server, second)], [401, 200])
    const [[id] = assert.fail()] = await listTokens(server)
    const { status } = await server.call(`/api/v1/sessions/${id}`, { method: 'DELETE', ...asAdmin })
    assert.deepEqual([status, await readStatus(server, second)], [200, 401])
  })

test('an event stream ends when its session is ended', async (t) => {
  const server = await serve(t)
  const cookie = await logIn(server)
  const sent = request(new URL('/api/v1/events', server.url), { headers: { cookie }, agent: false })
  const [stream] = (await once(sent.end(), 'response')) as [IncomingMessage]
  assert.equal(stream.statusCode, 200)
  await server.call('/api/v1/sessions?token=ada', { method: 'DELETE', ...asAdmin })
  await assert.rejects(readText(stream), { code: 'ECONNRESET' })
})

test('the list names the session of the caller, filters by token, and hides all secrets', async (t) => {
  const server = await serve(t)
  const [own] = [await logIn(server, ADMIN), await logIn(server)]
  const { text, json } = await server.call('/api/v1/sessions', { headers: { cookie: own } })
  const items = json['items'] as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual(Object.fromEntries(items.map(({ token, isOwn }) => [token, isOwn])), { ada: false, boss: true })
  assert.deepEqual((await listTokens(server, '?token=boss')).length, 1)
  assert.doesNotMatch(text, new RegExp(own.split('.')[1] ?? 'x'))
  assert.deepEqual(Object.keys(items[0] ?? {}).toSorted(), ['createdAt', 'expiresAt', 'id', 'isOwn', 'token'])
})

test('a session ends when its token is replaced by another one of its name', async (t) => {
  const path = tokensFile()
  let now = Date.now()
  const server = await serve(t, ':memory:', { tokensFile: path, now: () => now })
  const cookie = await logIn(server)
  writeFileSync(path, LINES.replace(TOKEN, 'x-secret-1234567890ab'))
  now += 1000
  assert.equal(await readStatus(server, cookie), 401)
})

// Other users of the machine may read a file that has only hashes.
test('the hash of a token makes no session', async (t) => {
  const hash = createHash('sha256').update(TOKEN).digest()
  const server = await serve(t, ':memory:', { tokensFile: tokensFile(`write sha256:${hash.toString('hex')} ada\n`) })
  const cookie = await logIn(server)
  const id = /=(\d+)\./.exec(cookie)?.[1] ?? '1'
  const claim = `${Buffer.from('ada').toString('base64url')}.${Math.floor(Date.now() / 1000) + 3600}`
  for (const forged of [
    `${claim}.${createHmac('sha256', hash).update(claim).digest('base64url')}`,
    `${id}.${hash.toString('base64url')}`,
    `${id}.${randomBytes(32).toString('base64url')}`,
    `${id}.`,
    id,
    `0${cookie.slice(cookie.indexOf('=') + 1)}`,
  ])
    assert.equal(await readStatus(server, `canonist_session=${forged}`), 401, forged)
  assert.equal(await readStatus(server, cookie), 200)
})

const OWN_HTTPS = { host: 'canonist.example', origin: 'https://canonist.example' }

test('over https, the cookie has the prefix __Host-, and no other cookie counts', async (t) => {
  const server = await serve(t)
  const logInOver = async (headers: Record<string, string>): Promise<string> =>
    readCookies(await server.call('/api/v1/session', { body: { token: TOKEN }, headers }))[0] ?? ''
  const secure = await logInOver(OWN_HTTPS)
  assert.match(
    secure,
    /^__Host-canonist_session=\d+\.[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
  )
  const plain = await logInOver({ host: OWN_HTTPS.host })
  assert.match(plain, /^canonist_session=\d+\.[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/)
  // A header that any client can send proves nothing.
  for (const headers of [{ 'x-forwarded-proto': 'https' }, { forwarded: 'proto=https' }])
    assert.match(await logInOver(headers), /^canonist_session=/)

  const [own, other] = [secure, plain].map((cookie) => cookie.split(';')[0] ?? '')
  const admin = await logIn(server, ADMIN)
  const readName = async (cookie: string): Promise<unknown> =>
    (await server.call('/api/v1/caller', { headers: { cookie } })).json['name']
  assert.equal(await readName(`${admin}; ${own}`), 'ada', 'the planted one is ignored')
  assert.equal(await readName(`${admin}; __Host-canonist_session=1.${'x'.repeat(43)}`), undefined)
  const write = async (cookie: string): Promise<number> =>
    (await server.call('/api/v1/urls', { body: { urls: [] }, headers: { ...OWN_HTTPS, cookie } })).status
  assert.deepEqual([await write(own ?? ''), await write(other ?? '')], [200, 401])

  const logout = await server.call('/api/v1/session', {
    method: 'DELETE',
    headers: { ...OWN_HTTPS, cookie: own ?? '' },
  })
  assert.match(readCookies(logout)[0] ?? '', /^__Host-canonist_session=; Path=\/; Max-Age=0; .*Secure$/)
  assert.deepEqual([await readStatus(server, own ?? ''), await readStatus(server, other ?? '')], [401, 200])
})

test('a login ends the session that its browser had, and takes over no cookie', async (t) => {
  const server = await serve(t)
  const [first, other] = [await logIn(server), await logIn(server)]
  const logInWith = async (cookie: string): Promise<string> => {
    const login = await server.call('/api/v1/session', { body: { token: ADMIN }, headers: { cookie } })
    return readCookies(login)[0]?.split(';')[0] ?? ''
  }
  const second = await logInWith(first)
  const planted = `canonist_session=1.${'A'.repeat(43)}`
  const third = await logInWith(planted)
  assert.equal(new Set([first, second, planted, third]).size, 4)
  const open = [first, other, second, planted, third].map((cookie) => readStatus(server, cookie))
  assert.deepEqual(await Promise.all(open), [401, 200, 200, 401, 200])
})

test('logging out with the cookie of nobody ends no session', async (t) => {
  const server = await serve(t)
  const cookie = await logIn(server)
  const forged = cookie.replace(/\..*/, `.${'x'.repeat(43)}`)
  assert.equal((await server.call('/api/v1/session', { method: 'DELETE', headers: { cookie: forged } })).status, 200)
  assert.equal(await readStatus(server, cookie), 200)
})

test('while the database is away, a session is not unknown but cannot be read, and what is open to all is', async (t) => {
  const canonist = await openCanonist(':memory:')
  let now = Date.now()
  const server = await serveForTest(canonist, { tokensFile: tokensFile(), now: () => now })
  t.after(() => server.stop(100))
  const cookie = await logIn(server)
  await canonist.close()
  now += 2000
  assert.ok((await readStatus(server, cookie)) >= 500)
  const logout = await server.call('/api/v1/session', { method: 'DELETE', headers: { cookie } })
  assert.deepEqual([logout.status >= 500, readCookies(logout)], [true, []])
  for (const path of ['/healthz', '/docs', '/openapi.json'])
    assert.equal((await server.call(path, { headers: { cookie } })).status, 200, path)
})
