import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { runInProcess } from '@canonist/test-support/run-in-process.ts'

// Every mistake has a message that corrects it, and none that has a fix also points to the help.

const { path } = temporaryFolder()
const db = join(path, 'pages.db')
await (await openRegistry(db)).close()

/** Mistyped command lines, each with the one that is meant. */
const CORRECTED: Readonly<Record<string, string>> = {
  'frontier ls --state dead': 'frontier list --state dead',
  'frontier status': 'frontier stats',
  'policy tset a.yaml': 'policy test a.yaml',
  'policy ls': 'policy list',
  version: '--version',
  '-V': '--version',
  'lint docs': 'validate docs',
  'normalise a.txt': 'normalize a.txt',
  'help normal': 'help normalize',
  'review --db x': 'review list --db x',
  'frontier --priority high a.txt': 'frontier add --priority high a.txt',
  '--db x find https://e.com/': 'find --db x https://e.com/',
  '--json policy list': 'policy list --json',
  'validate --json docs': 'validate --format json docs',
  'validate --sarif docs': 'validate --format sarif docs',
  'export pages --json': 'export pages --format jsonl',
  'find --format json https://e.com/': 'find --json https://e.com/',
  'find --format=json https://e.com/': 'find --json https://e.com/',
  'find -fjson https://e.com/': 'find --json https://e.com/',
  'find -f jsonl https://e.com/': 'find --json https://e.com/',
  'explain example.com': 'explain https://example.com',
  'explain example.com:8080/a --policy sources': 'explain https://example.com:8080/a --policy sources',
  'explain //example.com/a': 'explain https://example.com/a',
  'explain münchen.de': "explain 'https://münchen.de'",
  'compare example.com https://e.com/': 'compare https://example.com https://e.com/',
  'compare example.com example.org': 'compare https://example.com https://example.org',
  'frontier explain example.com': 'frontier explain https://example.com',
  [`find --db ${db} example.com`]: `find --db ${db} https://example.com`,
}
for (const [typed, meant] of Object.entries(CORRECTED)) {
  test(`canonist ${typed.replaceAll(path, '')} is answered with canonist ${meant.replaceAll(path, '')}`, async () => {
    const { code, stderr } = await runInProcess(typed.split(' '))
    assert.ok(stderr.endsWith(` Did you mean: canonist ${meant}\n`), stderr)
    assert.ok(!stderr.includes('--help'), stderr)
    assert.ok(code === 2 || code === 1)
  })
}

test('a corrected command keeps its words in quotes, and hides passwords and control characters', async () => {
  const { stderr } = await runInProcess(['findd', "it's", 'a b', 'https://ada:secret@e.com/', '\u001b[31m'])
  assert.equal(
    stderr,
    `canonist: findd is not a command. Did you mean: canonist find 'it'\\''s' 'a b' 'https://…@e.com/' '\\u001b[31m'\n`,
  )
})

/** Mistyped values of closed lists. */
const CHOICES = [
  { args: ['frontier', 'list', '--reason', 'timeout'], says: 'it is none of the 49 names. Did you mean' },
  { args: ['frontier', 'list', '--reason', 'readtimeout'], says: 'names. Did you mean read_timeout?' },
  { args: ['frontier', 'requeue', '--reason', 'nonsense'], says: 'names. The nearest are gone, poison, reset.' },
  { args: ['frontier', 'list', '--state', 'ded'], says: 'retry, dead, excluded. Did you mean dead?' },
  { args: ['review', 'list', '--state', 'opened'], says: 'over, all. Did you mean open?' },
  { args: ['explain', '--policy', 'ddupe', 'https://e.com/'], says: 'No policy is called ddupe. Did you mean dedupe?' },
  { args: ['policy', 'show', 'source'], says: 'No policy is called source. Did you mean sources?' },
  { args: ['validate', '--format', 'jsn', path], says: 'github, md. Did you mean json?' },
  {
    args: ['validate', '--rule', 'homepage=off', path],
    says: 'No finding is called "homepage". Did you mean home-page?',
  },
  { args: ['validate', '--rule', 'home-page=of', path], says: 'off, note, warning, error. Did you mean off?' },
  { args: ['validate', '--rule', 'xyzzyx=off', path], says: '"xyzzyx". The nearest are' },
  { args: ['check', '--rule', 'gon=off'], says: 'No finding is called "gon". Did you mean gone?' },
  { args: ['export', 'page'], says: 'admissions, facts. Did you mean pages?' },
  { args: ['completion', 'bsh'], says: 'bash, zsh, fish. Did you mean bash or zsh?' },
  { args: ['serve', 'token', 'wriet', 'ada'], says: 'read, write, admin. Did you mean write?' },
  { args: ['learn', '--input-format', 'wac', 'x'], says: 'Did you mean warc or wacz?' },
  { args: ['add', '--priority', 'high'], says: 'it must be one of P0, P1, P2.' },
  { args: ['work', '--concurrency', 'x'], says: 'it must be a whole number from 1 to 1024.' },
  { args: ['policy', 'import', 'x'], says: '--input-format is missing, or its value is. Give it one of clearurls, ' },
  { args: ['find', '--hots', 'e.com'], says: '--hots is not a flag of find. Did you mean --host?' },
  { args: ['completion'], says: 'one of bash, zsh, fish. For example: source <(canonist completion bash)' },
  { args: ['review', 'accept'], says: 'ID is missing. For example: canonist review accept 1' },
  { args: ['ls'], says: 'Did you mean review list, frontier list or policy list?' },
]
for (const { args, says } of CHOICES) {
  test(`canonist ${args.join(' ').replaceAll(path, '.')}: ${says}`, async () => {
    const { code, stderr } = await runInProcess(args)
    assert.ok(stderr.includes(says), stderr)
    assert.ok(!stderr.includes('--help'), stderr)
    assert.equal(code, 2)
  })
}

/** Where no fix is known, the help is. */
const HELPED = [
  { args: ['qqqqqq'], help: 'canonist --help' },
  { args: ['policy', 'qqqqqq'], help: 'canonist policy --help' },
  { args: ['frontier', '--drain'], help: 'canonist frontier --help' },
  { args: ['--qqqqqq'], help: 'canonist --help' },
  { args: ['explain', '--qqqqqq'], help: 'canonist explain --help' },
  { args: ['explain', 'https://e.com/', 'b'], help: 'canonist explain --help' },
  { args: ['find', '--format', 'csv'], help: 'canonist find --help' },
]
for (const { args, help } of HELPED) {
  test(`canonist ${args.join(' ')} points to ${help}`, async () => {
    const { code, stderr } = await runInProcess(args)
    assert.ok(stderr.includes(` Run ${help} to `), stderr)
    assert.equal(code, 2)
  })
}

test('a relative link is not taken for a host', async () => {
  for (const text of ['foo/bar', '/a/b', 'foo', 'a@b.c', '..'])
    assert.ok(!(await runInProcess(['explain', text])).stderr.includes('Did you mean'), text)
})
