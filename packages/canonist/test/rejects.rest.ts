import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ingestLists, type IngestListsOptions } from '@canonist/server/internal/ingest/ingest-lists'
import { openCanonist } from '@canonist/server/internal/canonist/open-canonist'
import { createTextInput } from '@canonist/lists/internal/io/input'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'

const { path: cwd, file } = temporaryFolder()
file('a.txt', 'https://example.com/a\nnope\n\n')
file('b.txt', Buffer.concat([Buffer.from('https://b.example/\nhttps://exa mple.com/\n'), Buffer.of(0xff, 10)]))
file('t.csv', 'id,link\n1,https://example.com/\n"2\n3",nope\n')
file('open.csv', 'id,link\n1,https://example.com/\n2,"open\n3,nope\n4,"x"\n')
file('open-log.csv', 'url,title\nhttps://example.com/a,"open\nhttps://example.com/b,"x"\nhttps://exa mple.com/,\n')
file('log.jsonl', '{"url":"https://example.com/a"}\nnope\n{"url":"https://exa mple.com/"}\n')
file('log.csv', 'url,status\nhttps://example.com/a,200\nhttps://exa mple.com/,200\n')
file('invalid.txt', 'https://example.com:x/\n\nhttps://example.com:1:2/\n')
file('p.yaml', 'name: p\nextends: links\nhosts:\n  allow: [boe.es]\n')
file('r.jsonl', '{"link":"nope"}\n{"other":1}\n{"link":"https://example.com/"}\n')

interface Row {
  readonly input: string
  readonly file: string
  readonly line: number
  readonly code: string
  readonly message: string
}

const rows = (): Row[] =>
  readFileSync(join(cwd, 'rejects.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)

const TEXT = [
  ['nope', 'a.txt', 2, 'url/no-scheme'],
  ['https://exa mple.com/', 'b.txt', 2, 'url/bad-host'],
  ['\ufffd', 'b.txt', 3, 'line/invalid-utf8'],
]
const INVALID = [
  ['https://example.com:x/', 'invalid.txt', 1, 'invalid_url'],
  ['https://example.com:1:2/', 'invalid.txt', 3, 'invalid_url'],
]
const cases: { args: string[]; gives: unknown[][] }[] = [
  { args: ['normalize', 'a.txt', 'b.txt'], gives: TEXT },
  { args: ['normalize', '--jobs', '2', 'a.txt', 'b.txt'], gives: TEXT },
  { args: ['normalize', '--format', 'jsonl', 'a.txt', 'b.txt'], gives: TEXT },
  { args: ['dedupe', 'a.txt', 'b.txt'], gives: TEXT },
  { args: ['dedupe', '--groups', 'a.txt', 'b.txt'], gives: TEXT },
  {
    args: ['normalize', '--format', 'csv', '--column', 'link', 't.csv'],
    gives: [['nope', 't.csv', 3, 'url/no-scheme']],
  },
  { args: ['dedupe', '--format', 'csv', '--column', 'link', 't.csv'], gives: [['nope', 't.csv', 3, 'url/no-scheme']] },
  ...[
    ['normalize', '--column', 'link'],
    ['normalize', '--column', '#2', '--no-header', '--jobs', '2'],
    ['dedupe', '--column', 'link'],
    ['dedupe', '--column', 'link', '--groups'],
    ['dedupe', '--column', 'link', '--format', 'jsonl'],
    ['add', '--db', ':memory:', '--input-format', 'csv', '--column', 'link'],
    ['frontier', 'add', '--db', ':memory:', '--input-format', 'csv', '--column', 'link'],
  ].map((args) => ({
    args: [...args, 'open.csv'],
    gives: [
      ...(args.includes('--no-header') ? [['link', 'open.csv', 1, 'url/no-scheme']] : []),
      ['2,"open', 'open.csv', 3, 'line/open-quote'],
      ['nope', 'open.csv', 4, 'url/no-scheme'],
      ['x', 'open.csv', 5, 'url/no-scheme'],
    ],
  })),
  {
    args: ['learn', 'open-log.csv'],
    gives: [
      ['https://example.com/a,"open', 'open-log.csv', 2, 'line/open-quote'],
      ['https://exa mple.com/', 'open-log.csv', 4, 'url/bad-host'],
    ],
  },
  {
    args: ['normalize', '--format', 'jsonl', '--column', 'link', 'r.jsonl'],
    gives: [
      ['nope', 'r.jsonl', 1, 'url/no-scheme'],
      ['{"other":1}', 'r.jsonl', 2, 'line/no-column'],
    ],
  },
  { args: ['normalize', 'https://example.com/'], gives: [] },
  { args: ['add', '--db', ':memory:', 'a.txt', 'b.txt'], gives: TEXT },
  { args: ['add', '--db', ':memory:', '--priority', 'P0', 'a.txt', 'b.txt'], gives: TEXT },
  { args: ['frontier', 'add', '--db', ':memory:', 'a.txt', 'b.txt'], gives: TEXT },
  {
    args: ['add', '--db', ':memory:', '--input-format', 'csv', '--column', 'link', 't.csv'],
    gives: [['nope', 't.csv', 3, 'url/no-scheme']],
  },
  {
    args: ['frontier', 'add', '--db', ':memory:', '--input-format', 'jsonl', '--column', 'link', 'r.jsonl'],
    gives: [
      ['nope', 'r.jsonl', 1, 'url/no-scheme'],
      ['{"other":1}', 'r.jsonl', 2, 'line/no-column'],
    ],
  },
  { args: ['resolve', 'invalid.txt'], gives: INVALID },
  { args: ['canonicalize', 'invalid.txt'], gives: INVALID },
  { args: ['resolve', 'https://exa mple.com/'], gives: [['https://exa mple.com/', 'argument 1', 1, 'url_ambiguous']] },
  {
    args: ['admit', '--offline', '--policy', 'p.yaml', 'a.txt'],
    gives: [
      ['https://example.com/a', 'a.txt', 1, 'not_allowlisted'],
      ['nope', 'a.txt', 2, 'malformed'],
    ],
  },
  {
    args: ['learn', 'log.jsonl'],
    gives: [
      ['nope', 'log.jsonl', 2, 'line/invalid-json'],
      ['https://exa mple.com/', 'log.jsonl', 3, 'url/bad-host'],
    ],
  },
  { args: ['learn', 'log.csv'], gives: [['https://exa mple.com/', 'log.csv', 3, 'url/bad-host']] },
]
for (const { args, gives } of cases) {
  test(`canonist ${args.join(' ')} --rejects FILE`, async () => {
    const { code, stderr } = await canonist([...args, '--rejects', 'rejects.jsonl'], { cwd })
    assert.equal(code, gives.length === 0 ? 0 : 1, stderr)
    assert.deepEqual(
      rows().map(({ input, file: name, line, code: why }) => [input, name, line, why]),
      gives,
    )
    for (const row of rows()) {
      assert.deepEqual(Object.keys(row), ['input', 'file', 'line', 'code', 'message'])
      assert.notEqual(row.message, '')
    }
  })
}

test('canonist priority --rejects FILE', async () => {
  await canonist(['add', '--db', 'p.db', 'https://example.com/a'], { cwd })
  const { code, stderr } = await canonist(
    ['priority', '--db', 'p.db', 'P0', 'b.txt', 'a.txt', '--rejects', 'rejects.jsonl'],
    { cwd },
  )
  assert.equal(code, 1, stderr)
  assert.deepEqual(
    rows().map(({ input, file: name, line, code: why }) => [input, name, line, why]),
    [['https://b.example/', 'b.txt', 1, 'app/not-in-registry'], ...TEXT.slice(1), ...TEXT.slice(0, 1)],
  )
  const { code: allowed } = await canonist(['priority', '--db', 'p.db', 'P0', 'b.txt', '--max-invalid', '3'], { cwd })
  assert.equal(allowed, 0)
})

test('an ingest that was interrupted and is resumed reports all rejected inputs', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => (index % 20 === 0 ? 'nope' : `https://example.com/${index}`))
  const registry = await openCanonist(':memory:')
  after(() => registry.close())
  const ingest = async (options: IngestListsOptions): Promise<number[]> => {
    const rejected: number[] = []
    await ingestLists(registry, [createTextInput('list', lines.join('\n'))], {
      source: 'list',
      batchLines: 10,
      async onRejected(some) {
        rejected.push(...some.map(({ line }) => line))
      },
      ...options,
    })
    return rejected
  }
  await assert.rejects(ingest({ onReport: () => Promise.reject(new Error('the power went')) }), {
    message: 'the power went',
  })
  let resumedAfter = 0
  assert.deepEqual(await ingest({ onResume: (count) => (resumedAfter = count) }), [1, 21, 41, 61, 81])
  assert.equal(resumedAfter, 100)
})

for (const flags of [
  ['--output', 'rejects.jsonl', '--rejects', 'rejects.jsonl'],
  ['--db', 'rejects.db', '--rejects', 'rejects.db'],
]) {
  test(`canonist add ${flags.join(' ')} is a usage error`, async () => {
    file('rejects.db', '')
    const { code, stderr } = await canonist(['add', ...flags, 'a.txt'], { cwd })
    assert.equal(code, 2, stderr)
    assert.match(stderr, /--rejects/)
  })
}

test('a rejects file that cannot be written ends the command with exit code 3', async () => {
  const { code, stderr } = await canonist(['normalize', '--rejects', 'none/r.jsonl', 'a.txt'], { cwd })
  assert.equal(code, 3)
  assert.match(stderr, /none\/r\.jsonl/)
})

test('--rejects does not replace an input, whatever its spelling', async () => {
  for (const args of [
    ['normalize', '--column', 'link', 't.csv', '--rejects', 't.csv'],
    ['dedupe', 'a.txt', 't.csv', '--rejects', './t.csv'],
    ['learn', 'log.jsonl', '--rejects', 'log.jsonl'],
  ]) {
    const name = args.at(-1) ?? ''
    const before = readFileSync(join(cwd, name), 'utf8')
    const ran = await canonist(args, { cwd })
    assert.equal(ran.code, 2)
    assert.match(ran.stderr, /is an input, and --rejects would replace it\. Name another file\./)
    assert.equal(readFileSync(join(cwd, name), 'utf8'), before)
  }
})

test('--rejects - is refused: stdout has the results', async () => {
  const ran = await canonist(['normalize', 'a.txt', '--rejects', '-'], { cwd })
  assert.deepEqual([ran.code, ran.stdout], [2, ''])
  assert.match(ran.stderr, /--rejects needs a file/)
})
