import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { canonist, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'
import { startLoopbackWeb, type LoopbackWeb } from '@canonist/test-support/loopback-web.ts'

// Text for people and reports for build services show no password of a URL. Data is exact.

const PASSWORD = 'hunter2pw'
const URL_WITH = `https://user:${PASSWORD}@www.example.com/a?utm_source=x`
const NORMAL = `https://user:${PASSWORD}@www.example.com/a`
const INVALID = `https://user:${PASSWORD}@exa mple.com/`
const BARE = `user:${PASSWORD}@example.com/b`
const HOPPING = 'https://hop.example.com/'

const folder = temporaryFolder()
const db = join(folder.path, 'registry.db')
const onDb = (...args: string[]): string[] => [...args, '--db', db]
// A link that --fix can write, with a password in a parameter.
const FIXABLE = `https://www.example.com/guides/topics/how-to-apply?u=https://user:${PASSWORD}@b.com/&utm_source=x`
const LINKS = JSON.stringify({
  topic: { name: 'A topic', url: URL_WITH, other: INVALID, again: NORMAL, fixable: FIXABLE },
})
folder.file('list.txt', `${URL_WITH}\n${INVALID}\n${BARE}\n${NORMAL}\n`)
folder.file('invalid.txt', `${INVALID}\n${BARE}\n`)
folder.file('links.json', LINKS)
folder.file('fixable.json', JSON.stringify({ url: FIXABLE }))
folder.file('keep.json', JSON.stringify({ name: 'keep', extends: 'sources', query: { keep: ['u'] } }))
folder.file('strip.json', JSON.stringify({ name: 'strip', extends: 'dedupe', userinfo: 'strip' }))
folder.file('examples.yaml', `name: p\nexamples:\n  - { input: "${URL_WITH}", url: "${NORMAL}#x" }\n`)
folder.file(
  'log.jsonl',
  Array.from({ length: 40 }, (_, index) =>
    ['1', '2'].map((sid) =>
      JSON.stringify({ url: `https://user:${PASSWORD}@e.com/${index}?sid=${sid}`, contentHash: `${index}` }),
    ),
  )
    .flat()
    .join('\n'),
)
let web: LoopbackWeb

before(async () => {
  web = await startLoopbackWeb({
    [HOPPING]: { status: 301, headers: { location: `https://user:${PASSWORD}@b.example.com/` } },
    'https://www.example.com/a': { status: 404 },
  })
  folder.file('ca.pem', web.ca)
  const added = await canonist(onDb('add', 'list.txt'), { cwd: folder.path })
  assert.equal(added.code, 1, added.stderr)
  const queued = await canonist(onDb('frontier', 'add', 'list.txt'), { cwd: folder.path })
  assert.equal(queued.code, 1, queued.stderr)
})
after(() => web.close())

function run(args: readonly string[]): Promise<Ran> {
  const isOnline = ['resolve', 'canonicalize', 'work', 'check'].includes(args[0] ?? '')
  const mapping = isOnline
    ? [...web.connectToFlags.flatMap((flag) => ['--connect-to', flag]), '--cacert', 'ca.pem']
    : []
  return canonist([...args, ...mapping], { cwd: folder.path })
}

/** Commands that show the URL. */
const SHOWING = [
  ['explain', URL_WITH],
  ['explain', '--policy', 'strip.json', URL_WITH],
  ['explain', INVALID],
  ['compare', URL_WITH, NORMAL],
  ['compare', URL_WITH, 'https://www.example.com/a'],
  ['compare', URL_WITH, `https://user:${PASSWORD}2@www.example.com/a`],
  ['policy', 'test', 'examples.yaml'],
  ['policy', 'show', 'examples.yaml'],
  ['normalize', 'invalid.txt'],
  ['dedupe', 'invalid.txt'],
  ['learn', URL_WITH],
  ['learn', 'invalid.txt'],
  ['validate', '--policy', 'keep.json', 'links.json'],
  ['validate', '--policy', 'keep.json', '--format', 'github', 'links.json'],
  ['validate', '--policy', 'keep.json', '--format', 'sarif', 'links.json'],
  ['validate', '--policy', 'keep.json', '--format', 'junit', 'links.json'],
  ['cite', 'links.json'],
  ['resolve', HOPPING],
  ['resolve', 'list.txt'],
  ['canonicalize', HOPPING],
  [URL_WITH],
  onDb('find', URL_WITH),
  onDb('find', '--host', 'www.example.com'),
  onDb('find', `https://user:${PASSWORD}@unknown.example.com/`),
  onDb('review', 'show', '1'),
  onDb('frontier', 'list'),
  onDb('frontier', 'explain', URL_WITH),
  onDb('check', '--dry-run'),
  ['find', '--db', `postgres://user:${PASSWORD}@127.0.0.1:1/none`, URL_WITH],
  onDb('work', '--drain', '--log', 'text'),
  onDb('check'),
  onDb('check', '--limit', '0', '--format', 'md'),
  onDb('check', '--limit', '0', '--format', 'junit'),
]

/** Commands that show other things about it. */
const TELLING = [
  onDb('check', '--limit', '0', '--format', 'sarif'),
  ['learn', 'log.jsonl'],
  ['admit', '--offline', '--policy', 'sources', URL_WITH],
  onDb('add', 'invalid.txt'),
  onDb('review', 'list'),
  onDb('frontier', 'add', 'invalid.txt'),
  onDb('policy', 'diff', 'dedupe', 'strip.json'),
]

for (const [index, args] of [...SHOWING, ...TELLING].entries()) {
  test(`text shows no password: ${index}, canonist ${args.slice(0, 4).join(' ').replaceAll(PASSWORD, '…')}`, async () => {
    const { stdout, stderr } = await run(args)
    const shown = stdout + stderr
    assert.doesNotMatch(shown, new RegExp(PASSWORD))
    assert.match(shown, SHOWING.includes(args) ? /…@/ : /\S/)
    assert.doesNotMatch(stderr, /defect of canonist/)
  })
}

const DATA = [
  ['explain', '--json', URL_WITH],
  ['compare', '--json', URL_WITH, NORMAL],
  ['policy', 'show', '--json', 'examples.yaml'],
  ['normalize', '--format', 'jsonl', 'invalid.txt'],
  ['admit', '--offline', '--policy', 'sources', '--json', URL_WITH],
  ['validate', '--format', 'json', 'links.json'],
  ['cite', '--json', 'links.json'],
  ['resolve', '--json', HOPPING],
  onDb('find', '--json', URL_WITH),
  onDb('review', 'show', '--json', '1'),
  onDb('frontier', 'list', '--json'),
  onDb('frontier', 'explain', '--json', URL_WITH),
  onDb('export', 'pages'),
  onDb('export', 'rejected'),
  onDb('export', 'aliases', '--format', 'csv'),
  onDb('check', '--limit', '0', '--format', 'json'),
]

for (const args of DATA) {
  test(`data is exact: canonist ${args.slice(0, 4).join(' ').replaceAll(PASSWORD, '…')}`, async () => {
    const { stdout, stderr } = await run(args)
    assert.match(stdout, new RegExp(PASSWORD))
    assert.doesNotMatch(stderr, new RegExp(PASSWORD))
  })
}

test('normalize and dedupe write lists of exact URLs', async () => {
  const normalized = await run(['normalize', '--policy', 'dedupe', 'list.txt'])
  assert.equal(normalized.stdout.split('\n')[0], NORMAL)
  const unique = await run(['dedupe', '--policy', 'dedupe', 'list.txt'])
  assert.equal(unique.stdout.split('\n')[0], NORMAL)
  assert.doesNotMatch(normalized.stderr + unique.stderr, new RegExp(PASSWORD))
})

test('SARIF has no fix that would show a password or write a mask', async () => {
  const { stdout } = await run(['validate', '--policy', 'keep.json', '--format', 'sarif', 'fixable.json'])
  assert.match(stdout, /"ruleId": "tracking-left"/)
  assert.doesNotMatch(stdout, /insertedContent/)
})

test('validate --fix writes the whole URL', async () => {
  const { stderr } = await run(['validate', '--policy', 'keep.json', '--fix', 'fixable.json'])
  const fixed = readFileSync(join(folder.path, 'fixable.json'), 'utf8')
  assert.equal(fixed, JSON.stringify({ url: FIXABLE.replace('&utm_source=x', '') }), stderr)
})
