import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { toClientNetwork } from '../../src/http/limit-rate.ts'
import type { ServeOptions } from '../../src/http/serve-api.ts'
import { TokenFile } from '../../src/http/token-file.ts'
import { TokenAttempts } from '../../src/http/token-attempts.ts'
import { parseTokens } from '../../src/http/token-lines.ts'
import { MIN_TOKEN_LENGTH } from '../../src/http/tokens.ts'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { serveForTest, type TestServer } from '@canonist/test-support/api-server.ts'
import { canonist, quoteCommand, temporaryFolder } from '@canonist/test-support/command.ts'

const folder = temporaryFolder()
let files = 0
const tokensFile = (text: string): string => folder.file(`tokens-${(files += 1)}`, text)

const TOKEN = 'r-secret-1234567890ab'
const toHash = (token: string): string => `sha256:${createHash('sha256').update(token).digest('hex')}`
const bearer = (token: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${token}` },
})
const JANUARY = Date.parse('2027-01-31T00:00:00Z')

async function serve(t: TestContext, options: Partial<ServeOptions>): Promise<TestServer> {
  const app = await openCanonist(':memory:')
  const server = await serveForTest(app, options)
  t.after(async () => {
    await server.stop(100)
    await app.close()
  })
  return server
}

const lines: readonly { line: string; name: string; role: string; expires?: string }[] = [
  { line: `read ${TOKEN} ada`, name: 'ada', role: 'read' },
  { line: `write ${TOKEN} Ada of Links`, name: 'Ada of Links', role: 'write' },
  { line: `admin ${toHash(TOKEN)} ada`, name: 'ada', role: 'admin' },
  { line: `read sha256:${toHash(TOKEN).slice(7).toUpperCase()} ada`, name: 'ada', role: 'read' },
  { line: `read ${toHash(TOKEN)} Ada of Links 2027-01-31`, name: 'Ada of Links', role: 'read', expires: '2027-01-31' },
  { line: `read ${toHash(TOKEN)} ada 2027-01-31T01:00:00+01:00`, name: 'ada', role: 'read', expires: '2027-01-31' },
  { line: `read ${TOKEN} ada 2027-01-31T00:00:00Z`, name: 'ada', role: 'read', expires: '2027-01-31' },
  { line: `read ${TOKEN} ada 2027`, name: 'ada 2027', role: 'read' },
  { line: `read ${'x'.repeat(MIN_TOKEN_LENGTH)} ada`, name: 'ada', role: 'read' },
]
for (const { line, name, role, expires } of lines)
  test(`${line} is a token of ${name}, who may ${role}${expires === undefined ? '' : ` until ${expires}`}`, () => {
    const [{ token } = assert.fail()] = parseTokens(line, 'tokens')
    const expiresAt = expires === undefined ? Number.POSITIVE_INFINITY : JANUARY
    assert.deepEqual([token.name, token.role, token.expiresAt], [name, role, expiresAt])
  })

test('a hash in the file lets its token in, and is no token itself', async (t) => {
  const server = await serve(t, { tokensFile: tokensFile(`read ${toHash(TOKEN)} ada\n`) })
  const readStatus = async (token: string): Promise<number> =>
    (await server.call('/api/v1/caller', bearer(token))).status
  const { json } = await server.call('/api/v1/caller', bearer(TOKEN))
  assert.deepEqual([json['name'], json['role']], ['ada', 'read'])
  assert.deepEqual([await readStatus(toHash(TOKEN)), await readStatus(toHash(TOKEN).slice(7))], [401, 401])
})

test('a token that has expired is 401 with a code of its own, in a header and in a login', async (t) => {
  let now = JANUARY - 2000
  const path = tokensFile(`read ${toHash(TOKEN)} ada 2027-01-31\n`)
  const server = await serve(t, { tokensFile: path, now: () => now })
  const body = { token: TOKEN }
  assert.equal((await server.call('/api/v1/caller', bearer(TOKEN))).status, 200)
  const login = await server.call('/api/v1/session', { body })
  const cookie = login.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  assert.equal((await server.call('/api/v1/caller', { headers: { cookie } })).status, 200)
  now = JANUARY
  for (const answer of [
    await server.call('/api/v1/caller', bearer(TOKEN)),
    await server.call('/api/v1/session', { body }),
  ]) {
    assert.deepEqual([answer.status, answer.json['code']], [401, 'api/token-expired'])
    assert.match(String(answer.json['detail']), /^ada: The token has expired\. \(on 2027-01-31T00:00:00\.000Z\)$/)
  }
  assert.equal((await server.call('/api/v1/caller', { headers: { cookie } })).status, 401)
})

for (const adminToken of ['short', 'x'.repeat(19), 'a token with blanks in it', 'ünïcödé-1234567890abcdef'])
  test(`CANONIST_TOKEN=${adminToken} is refused, and the message does not repeat it`, async (t) => {
    await assert.rejects(serve(t, { adminToken }), (error: Error) => {
      assert.match(error.message, /^CANONIST_TOKEN: .*(?:needs at least 20|other than visible ASCII)/)
      assert.ok(!error.message.includes(adminToken))
      return true
    })
  })

// The modes that Node shows on Windows say nothing about who may do what.
const skip = process.platform === 'win32' ? 'Windows has no modes' : false

for (const mode of [0o620, 0o602, 0o666, 0o664])
  test(`a file of tokens with the mode ${mode.toString(8)} is refused`, { skip }, async (t) => {
    const path = tokensFile(`read ${TOKEN} ada\n`)
    chmodSync(path, mode)
    const message = new RegExp(`its mode is ${mode.toString(8)}: .*Run chmod go-w on the file\\.`)
    await assert.rejects(serve(t, { tokensFile: path }), { code: 'api/bad-tokens', kind: 'usage', message })
  })

test(
  'a file that others may write to while the server runs is not read; its earlier tokens stay valid',
  { skip },
  async (t) => {
    let now = 0
    const logged: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
    const path = tokensFile(`read ${TOKEN} ada\n`)
    const server = await serve(t, { tokensFile: path, log, now: () => now })
    const readStatus = async (token: string): Promise<number> => {
      now += 1000
      return (await server.call('/api/v1/caller', bearer(token))).status
    }
    chmodSync(path, 0o666)
    const added = 'admin-1234567890abcdef'
    writeFileSync(path, `read ${TOKEN} ada\nadmin ${added} eve\n`)
    assert.deepEqual([await readStatus(TOKEN), await readStatus(added)], [200, 401])
    assert.equal(logged.length, 1)
    assert.match(logged.join(''), /its mode is 666/)
    chmodSync(path, 0o600)
    assert.deepEqual([await readStatus(TOKEN), await readStatus(added)], [200, 200])
  },
)

for (const { mode, line, warns } of [
  { mode: 0o644, line: `read ${TOKEN} ada\n`, warns: true },
  { mode: 0o640, line: `read ${TOKEN} ada\n`, warns: true },
  { mode: 0o600, line: `read ${TOKEN} ada\n`, warns: false },
  { mode: 0o644, line: `read ${toHash(TOKEN)} ada\n`, warns: false },
])
  test(
    `${line.trim()} in a file with the mode ${mode.toString(8)}: ${warns ? 'a' : 'no'} warning`,
    { skip },
    async (t) => {
      const logged: string[] = []
      const log = pino({ level: 'warn' }, { write: (text: string) => void logged.push(text) })
      const path = tokensFile(line)
      chmodSync(path, mode)
      await serve(t, { tokensFile: path, log })
      assert.equal(logged.length, warns ? 1 : 0)
      if (warns) assert.match(logged.join(''), /Other users of this machine can read tokens in it/)
      assert.ok(!logged.join('').includes(TOKEN))
    },
  )

for (const { address, network } of [
  { address: '192.0.2.7', network: '192.0.2.7' },
  { address: '::ffff:192.0.2.7', network: '192.0.2.7' },
  { address: '::FFFF:c000:207', network: '192.0.2.7' },
  { address: '64:ff9b::192.0.2.7', network: '192.0.2.7' },
  { address: '2001:db8::1', network: '2001:db8:0:0::/64' },
  { address: '2001:db8:0:0:ffff:ffff:ffff:ffff', network: '2001:db8:0:0::/64' },
  { address: '2001:DB8::192.0.2.7', network: '2001:db8:0:0::/64' },
  { address: '2001:db8:0:1::1', network: '2001:db8:0:1::/64' },
  { address: 'fe80::1%eth0', network: 'fe80:0:0:0::/64' },
  { address: '::1', network: '0:0:0:0::/64' },
  { address: 'unknown', network: 'unknown' },
])
  test(`guesses from ${address} count for ${network}`, () => assert.equal(toClientNetwork(address), network))

test('a client that changes its address within its /64 has the guesses of one', () => {
  const attempts = new TokenAttempts(() => 0)
  const guess = (address: string, index: number): void =>
    attempts.count(toClientNetwork(address), `guess-${index}`, false)
  for (let index = 0; index < 10; index += 1) guess(`2001:db8::${index.toString(16)}`, index)
  assert.throws(() => guess('2001:db8::ffff:1', 10), { code: 'api/too-many-requests' })
  guess('2001:db8:0:1::1', 11)
})

test('a file of tokens that belongs to another user is used with a warning', { skip }, (t) => {
  const path = tokensFile(`read ${toHash(TOKEN)} ada\n`)
  const warnings: string[] = []
  const open = (): TokenFile =>
    new TokenFile(path, { now: () => 0, onError: () => assert.fail(), onWarning: (message) => warnings.push(message) })
  open()
  assert.deepEqual(warnings, [])
  const own = process.getuid?.() ?? 0
  // Only root can give a file away; for other users, the server becomes another one.
  if (own === 0) chownSync(path, 4242, 4242)
  else t.mock.method(process as { getuid(): number }, 'getuid', () => own + 1)
  assert.equal(open().current().length, 1)
  assert.match(warnings.join(), /belongs to another user \(\d+\), who can add tokens/)
})

const made = /^(?<role>read|write|admin) sha256:(?<hash>[0-9a-f]{64}) (?<name>.+?)(?: (?<expires>\d{4}-\S+))?\n$/

test('serve token prints a line that has only a hash, and the token on stderr', async () => {
  const { code, stdout, stderr } = await canonist(['serve', 'token', 'write', 'ada'])
  assert.equal(code, 0)
  const { hash, ...line } = made.exec(stdout)?.groups ?? {}
  assert.deepEqual({ ...line }, { role: 'write', name: 'ada', expires: undefined })
  const [says = '', token = '', rest] = stderr.split('\n')
  assert.match(says, /^canonist: the token of ada \(write\) is shown only once:$/)
  assert.match(token, /^canonist_[\w-]{32}$/)
  assert.equal(rest, '')
  assert.equal(`sha256:${hash}`, toHash(token))
  assert.notEqual((await canonist(['serve', 'token', 'write', 'ada'])).stdout, stdout)
})

test('lines added with >> make a file that the server reads, whose tokens work', { skip }, async (t) => {
  const path = `${folder.path}/added`
  const run = (args: string): string => {
    const { status, stderr } = spawnSync('bash', ['-c', `umask 022; ${quoteCommand()} serve token ${args} >> ${path}`])
    assert.equal(status, 0, stderr.toString())
    return stderr.toString().split('\n')[1] ?? ''
  }
  const tokens = [run('read ada'), run('admin "Grace Hopper" --expires 90d'), run('write --expires 2099-01-31 ci')]
  assert.match(
    readFileSync(path, 'utf8'),
    /^read \S+ ada\nadmin \S+ Grace Hopper \d{4}-\S+Z\nwrite \S+ ci 2099-01-31T00:00:00Z\n$/,
  )
  assert.equal(statSync(path).mode & 0o777, 0o644)
  const server = await serve(t, { tokensFile: path })
  const callers = await Promise.all(tokens.map((token) => server.call('/api/v1/caller', bearer(token))))
  assert.deepEqual(
    callers.map(({ json }) => `${String(json['role'])} ${String(json['name'])}`),
    ['read ada', 'admin Grace Hopper', 'write ci'],
  )
})

for (const { args, says } of [
  { args: ['owner', 'ada'], says: /ROLE "owner": it must be one of read, write, admin/ },
  { args: ['read'], says: /NAME is missing/ },
  { args: ['read', ''], says: /NAME "": it is empty/ },
  { args: ['read', 'ada  lovelace'], says: /more than single spaces/ },
  { args: ['read', 'ada\nadmin x'], says: /more than single spaces/ },
  { args: ['read', 'ada\u202e'], says: /control characters or invisible ones/ },
  { args: ['read', 'ada 2027-01-31'], says: /its last word is a date/ },
  { args: ['read', 'ada sha256:1'], says: /a word of it begins with sha256:/ },
  { args: ['read', 'x'.repeat(101)], says: /more than 100 characters/ },
  { args: ['read', 'ada', '--expires', 'soon'], says: /--expires "soon": it must be a date/ },
  { args: ['read', 'ada', '--expires', '2027-02-30'], says: /--expires "2027-02-30": it must be a date/ },
  { args: ['read', 'ada', '--expires', '2020-01-31'], says: /2020-01-31T00:00:00Z: this time has passed/ },
  { args: ['read', 'ada', '--output', 'x'], says: /--output is not a flag of serve token/ },
])
  test(`serve token ${JSON.stringify(args)} is refused`, async () => {
    const ran = await canonist(['serve', 'token', ...args])
    assert.deepEqual([ran.code, ran.stdout], [2, ''])
    assert.match(ran.stderr, says)
  })

test('serve is still a command of its own', async () => {
  assert.match((await canonist(['serve', '--help'])).stdout, /^Usage: canonist serve \[options\]\n/)
  assert.match((await canonist(['help', 'serve'])).stdout, /^Usage: canonist serve \[options\]\n/)
  assert.match(
    (await canonist(['help', 'serve', 'token'])).stdout,
    /^Usage: canonist serve token \[options\] ROLE NAME\n/,
  )
  const { code, stderr } = await canonist(['serve', 'tokens', 'read', 'ada'])
  assert.equal(code, 2)
  assert.match(stderr, /serve tokens is not a command\. Did you mean: canonist serve token/)
})
