import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { send } from '@canonist/test-support/api-server.ts'
import { canonist, temporaryFolder, type RunOptions } from '@canonist/test-support/command.ts'
import { startServe, type ServedCommand } from '@canonist/test-support/served-command.ts'

const folder = temporaryFolder()
let databases = 0
const freshDatabase = (): string => `${folder.path}/serve-${(databases += 1)}.db`

/** On a database of its own, unless one is named. */
const serve = (
  t: TestContext,
  args: readonly string[] = [],
  { db = freshDatabase(), ...options }: RunOptions & { readonly db?: string } = {},
): Promise<ServedCommand> => startServe(t, ['--db', db, ...args], options)

test('it prints its URL when it is ready, logs requests on stderr, and ends with 0 on SIGTERM', async (t) => {
  const { url, exit, log, kill } = await serve(t)
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/$/)
  const { status } = await send(new URL('/api/v1/status', url).href)
  assert.equal(status, 200)
  kill('SIGTERM')
  assert.equal(await exit, 0)
  const [line = ''] = log().split('\n')
  const { requestId, operation, status: logged } = JSON.parse(line) as Record<string, unknown>
  assert.deepEqual([typeof requestId, operation, logged], ['string', 'getStatus', 200])
})

test('the log has JSON alone, and stdout the URL alone, whatever becomes of a stream', async (t) => {
  const { url, exit, out, log, kill } = await serve(t, ['--time-limit', '300ms', '--grace', '100ms'])
  const open = async (): Promise<ClientRequest> => {
    const headers = { 'content-type': 'application/x-ndjson' }
    const sent = request(new URL('/api/v1/normalize', url), { method: 'POST', headers, agent: false })
    sent.on('error', () => undefined)
    sent.write('{"url":"https://example.com/"}\n')
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.on('error', () => undefined).resume()
    return sent
  }
  const hangsUp = await open()
  hangsUp.destroy()
  // Stands still for longer than it may.
  await once(await open(), 'close')
  await open()
  kill('SIGTERM')
  assert.equal(await exit, 0)
  assert.equal(out(), `${url}\n`)
  const codes = log()
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly code?: string }).code)
  assert.ok(codes.includes('api/timeout') && codes.includes('api/interrupted'), log())
  assert.doesNotMatch(log(), /"stack"/)
})

test('CANONIST_TOKEN is a token, and is not in the log', async (t) => {
  const { url, log, kill, exit } = await serve(t, ['--host', '0.0.0.0'], {
    env: { CANONIST_TOKEN: 'env-secret-1234567890ab' },
  })
  const status = async (token: string): Promise<number> =>
    (
      await send(new URL('/api/v1/status', url.replace('0.0.0.0', '127.0.0.1')).href, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status
  assert.deepEqual([await status('env-secret-1234567890ab'), await status('other')], [200, 401])
  kill('SIGINT')
  assert.equal(await exit, 0)
  assert.doesNotMatch(log(), /env-secret-1234567890ab/)
})

const refused = [
  {
    why: 'an open address without tokens',
    args: ['--host', '0.0.0.0'],
    code: 2,
    says: /--tokens FILE or set CANONIST_TOKEN/,
  },
  {
    why: 'a file without a token',
    args: ['--tokens', folder.file('none', '# nobody\n')],
    code: 2,
    says: /it has no tokens/,
  },
  { why: 'a missing file of tokens', args: ['--tokens', '/nowhere/tokens'], code: 3, says: /cannot read .*nowhere/ },
  { why: 'both network flags', args: ['--allow-network', '--no-network'], code: 2, says: /contradict each other/ },
  {
    why: 'an address of another machine',
    args: ['--host', '192.0.2.1', '--tokens', folder.file('tokens', 'read r-secret-1234567890ab y\n')],
    code: 3,
    says: /cannot listen/,
  },
  { why: 'a database that is not there', args: ['--read-only'], code: 3, says: /The database does not exist/ },
]
for (const { why, args, code, says } of refused) {
  test(`${why}: exit code ${code}, and no database is left behind`, async () => {
    const db = freshDatabase()
    const ran = await canonist(['serve', '--port', '0', '--db', db, ...args])
    assert.deepEqual([ran.code, ran.stdout], [code, ''], ran.stderr)
    assert.match(ran.stderr, says)
    assert.equal(existsSync(db), false)
  })
}

test('a port that is taken: exit code 3, and no database is left behind', async (t) => {
  const [{ url }, db] = [await serve(t), freshDatabase()]
  const ran = await canonist(['serve', '--port', new URL(url).port, '--db', db])
  assert.equal(ran.code, 3)
  assert.match(ran.stderr, /EADDRINUSE/)
  assert.equal(existsSync(db), false)
})

test('killed while it adds URLs, it loses no URL whose report was sent', async (t) => {
  const db = freshDatabase()
  let acknowledged = 0
  for (let round = 0; round < 3; round += 1) {
    const { url, kill, exit } = await serve(t, [], { db })
    const sending = (async () => {
      for (;;) {
        const urls = Array.from({ length: 50 }, (_, index) => `https://example.com/${round}/${acknowledged + index}`)
        const { status } = await send(new URL('/api/v1/urls', url).href, { body: { urls } })
        if (status === 200) acknowledged += urls.length
      }
    })().catch(() => undefined)
    const before = acknowledged
    while (acknowledged < before + 100 * (round + 1)) await sleep(5)
    kill('SIGKILL')
    await Promise.all([exit, sending])
  }
  const { url } = await serve(t, [], { db })
  const { json } = await send(new URL('/api/v1/status', url).href)
  assert.ok(acknowledged > 0)
  assert.ok((json['counts'] as { pages: number }).pages >= acknowledged)
})
