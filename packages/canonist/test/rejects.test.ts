import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonist, temporaryFolder } from './support/command.ts'

const { path: cwd, file } = temporaryFolder()
file('a.txt', 'https://example.com/a\nnope\n\n')
file('b.txt', Buffer.concat([Buffer.from('https://b.example/\nhttps://exa mple.com/\n'), Buffer.of(0xff, 10)]))
file('t.csv', 'id,link\n1,https://example.com/\n"2\n3",nope\n')
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
  {
    args: ['normalize', '--format', 'jsonl', '--column', 'link', 'r.jsonl'],
    gives: [
      ['nope', 'r.jsonl', 1, 'url/no-scheme'],
      ['{"other":1}', 'r.jsonl', 2, 'line/no-column'],
    ],
  },
  { args: ['normalize', 'https://example.com/'], gives: [] },
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

test('a rejects file that cannot be written ends the command with exit code 3', async () => {
  const { code, stderr } = await canonist(['normalize', '--rejects', 'none/r.jsonl', 'a.txt'], { cwd })
  assert.equal(code, 3)
  assert.match(stderr, /none\/r\.jsonl/)
})
