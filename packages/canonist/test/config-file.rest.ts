import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { SETTINGS } from '../src/cli/config/settings.ts'
import { canonist, temporaryFolder, type Ran, type RunOptions } from '@canonist/test-support/command.ts'

const { path: cwd, file } = temporaryFolder()
afterEach(() => rmSync(join(cwd, 'canonist.yaml'), { force: true }))
file('keep.yaml', 'name: keep\nextends: rfc3986\n')
file('links.md', '[a](https://example.com/?utm_source=x)\n')

const config = (text: string): string => file('canonist.yaml', text)
const run = (args: readonly string[], options: RunOptions = {}): Promise<Ran> => canonist(args, { cwd, ...options })

const URL_IN = 'https://Example.com/?utm_source=x'
const KEPT = 'https://example.com/?utm_source=x\n'
const CLEAN = 'https://example.com/\n'

test('canonist.yaml in the folder holds defaults; a flag wins', async () => {
  config('policy: rfc3986\n')
  assert.equal((await run(['normalize', URL_IN])).stdout, KEPT)
  assert.equal((await run(['normalize', '-p', 'dedupe', URL_IN])).stdout, CLEAN)
})

test('--config names another file, and beats CANONIST_CONFIG, which beats canonist.yaml', async () => {
  config('policy: rfc3986\n')
  file('dedupe.yaml', 'policy: dedupe\n')
  const env = { CANONIST_CONFIG: 'dedupe.yaml' }
  assert.equal((await run(['normalize', URL_IN], { env })).stdout, CLEAN)
  assert.equal((await run(['normalize', '--config', 'canonist.yaml', URL_IN], { env })).stdout, KEPT)
  assert.equal((await run(['normalize', '--config=canonist.yaml', URL_IN], { env })).stdout, KEPT)
})

test('paths are relative to the folder of the file', async () => {
  mkdirSync(join(cwd, 'below'), { recursive: true })
  file('below/c.yaml', 'policy: ../keep.yaml\ndb: urls.db\n')
  assert.equal((await run(['normalize', '--config', 'below/c.yaml', URL_IN])).stdout, KEPT)
  assert.equal((await run(['add', '-q', '--config', 'below/c.yaml', URL_IN])).code, 0)
  assert.ok(readFileSync(join(cwd, 'below/urls.db')).length > 0)
})

test('db: the flag beats CANONIST_DB, which beats the file; commands that need no registry get none', async () => {
  config('db: of-file.db\n')
  await run(['add', '-q', 'https://example.com/file'])
  await run(['add', '-q', 'https://example.com/variable'], { env: { CANONIST_DB: 'of-variable.db' } })
  const codes = [
    await run(['find', 'https://example.com/file']),
    await run(['find', 'https://example.com/variable'], { env: { CANONIST_DB: 'of-variable.db' } }),
    await run(['find', '--db', 'of-file.db', 'https://example.com/file'], { env: { CANONIST_DB: 'of-variable.db' } }),
  ].map(({ code }) => code)
  assert.deepEqual(codes, [0, 0, 0])
  renameSync(join(cwd, 'of-file.db'), join(cwd, 'gone.db'))
  assert.equal((await run(['validate', '-q', 'links.md'])).code, 0)
})

test('links: fields, failOn and rules are defaults of validate; a --rule wins over the same rule of the file', async () => {
  config('links:\n  failOn: warning\n  rules:\n    tracking-left: warning\n')
  assert.equal((await run(['validate', '-q', 'links.md'])).code, 1)
  assert.equal((await run(['validate', '-q', '--rule', 'tracking-left=off', 'links.md'])).code, 0)
  assert.equal((await run(['validate', '-q', '--fail-on', 'never', 'links.md'])).code, 0)
  config('links:\n  rules: { tracking-left: off }\n')
  assert.equal((await run(['validate', '-q', '--fail-on', 'warning', 'links.md'])).stdout, '')
})

test('network: durations are read as those of the flags', async () => {
  config('network: { timeout: 1s, hostDelay: 0, maxWait: 250ms }\nuserAgent: ours\n')
  const ran = await run(['resolve', '--connect-to', '::127.0.0.1:1', 'http://example.com/'])
  assert.match(ran.stdout, /connect_refused/)
})

const wrong: { text: string; says: RegExp }[] = [
  { text: 'polcy: dedupe', says: /canonist\.yaml: polcy is not a setting\. Did you mean policy\?\n/ },
  {
    text: 'network: { hostdelay: 1s }',
    says: /network\.hostdelay is not a setting\. Did you mean network\.hostDelay\?\n/,
  },
  { text: 'netwrok: { timeout: 1s }', says: /netwrok is not a setting\. Did you mean network\?\n/ },
  { text: 'toString: 1', says: /toString is not a setting/ },
  {
    text: 'network: { timeout: soon }',
    says: /network\.timeout "soon": it must be a duration from 10ms to 1h, such as 250ms, 30s, 5m/,
  },
  { text: 'network: 5', says: /network must be a map of settings/ },
  { text: 'policy: [a, b]', says: /policy must be text or a number/ },
  {
    text: 'links: { rules: { home-page: loud } }',
    says: /links\.rules "home-page=loud": it must be one of off, note, warning, error\.\n/,
  },
  { text: 'links: { failOn: often }', says: /links\.failOn "often": it must be one of error, warning, never/ },
  { text: 'serve: { port: 99999 }', says: /serve\.port "99999": it must be a whole number from 0 to 65535/ },
  { text: 'a: [', says: /canonist\.yaml: The file is not valid YAML: .*\. Correct it\.\n/ },
  {
    text: 'db: !env DB',
    says: /canonist\.yaml: .*the tag !env is unknown, or does not fit its value\. Correct it\.\n/,
  },
  { text: '- a', says: /the file must be a map of settings/ },
]
for (const { text, says } of wrong) {
  test(`${text}: exit 2`, async () => {
    config(text)
    const { code, stdout, stderr } = await run(['explain', URL_IN])
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, says)
    assert.equal(stderr.trim().split('\n').length, 1)
  })
}

test('an empty file, and one with all settings, are fine', async () => {
  config('')
  assert.equal((await run(['explain', URL_IN])).code, 0)
  config(
    'db: a.db\npolicy: dedupe\nuserAgent: me\nnetwork: { hostDelay: 2s, timeout: 5, maxWait: 1m }\n' +
      'links: { fields: [a, b], failOn: never, rules: { home-page: note } }\n' +
      'serve: { host: 127.0.0.1, port: 4480, tokens: tokens.txt }\n',
  )
  assert.equal((await run(['explain', URL_IN])).code, 0)
})

test('a file that is not there is wrong usage; help needs none', async () => {
  const ran = await run(['explain', '--config', 'none.yaml', URL_IN])
  assert.equal(ran.code, 2)
  assert.match(ran.stderr, /cannot read the configuration file none\.yaml: It does not exist/)
  config('wrong: 1')
  assert.equal((await run(['explain', '--help'])).code, 0)
})

test('the reference lists every setting', () => {
  const page = readFileSync(new URL('../../../docs/reference/command-line.md', import.meta.url), 'utf8')
  const start = page.indexOf('\n## Configuration file\n')
  const section = page.slice(start, page.indexOf('\n## ', start + 1))
  const listed = [...section.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, key]) => key)
  assert.deepEqual(listed, Object.keys(SETTINGS))
})
