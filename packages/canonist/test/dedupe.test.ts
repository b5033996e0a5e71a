import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { computeKey } from '@canonist/test-support/key.ts'

const folder = temporaryFolder()
const A = 'https://e.com/a'
const B = 'https://e.com/b'
const LIST = `HTTPS://E.com/b\n${A}\n\nno url\n${A}#x\n${B}\n${A}\n${A}#x\n`

test('unique URLs in order of first sight, a summary, exit 1 for the invalid line', async () => {
  const { code, stdout, stderr } = await canonist(['dedupe'], { stdin: LIST })
  assert.equal(stdout, `${B}\n${A}\n`)
  const [summary, first] = stderr.split('\n')
  assert.equal(summary, 'canonist: 8 lines, 2 unique, 4 duplicates (66.7 %), 1 invalid, 1 empty')
  assert.match(first ?? '', /^canonist: 1 invalid line\. First: stdin:4: .*\(url\/no-scheme\) If these are hosts .*$/)
  assert.equal(code, 1)
})

test('no invalid line: exit 0', async () => {
  const { code, stdout, stderr } = await canonist(['dedupe'], { stdin: `${A}\n${A}` })
  assert.deepEqual([code, stdout], [0, `${A}\n`])
  assert.equal(stderr, 'canonist: 2 lines, 1 unique, 1 duplicate (50.0 %), 0 invalid\n')
})

test('an empty list, and --quiet', async () => {
  assert.equal((await canonist(['dedupe'])).stderr, 'canonist: 0 lines, 0 unique, 0 duplicates (0.0 %), 0 invalid\n')
  assert.equal((await canonist(['dedupe', '--quiet'], { stdin: LIST })).stderr, '')
})

test('duplicates are seen across files', async () => {
  const [one, two] = [folder.file('1.txt', `${A}\n${B}\n`), folder.file('2.txt', `${B}#\n${A}\nhttps://e.com/c`)]
  assert.equal((await canonist(['dedupe', one, two])).stdout, `${A}\n${B}\nhttps://e.com/c\n`)
})

test('--groups: count is lines, members are distinct raw lines in order of first sight', async () => {
  const { code, stdout } = await canonist(['dedupe', '--groups'], { stdin: LIST })
  const groups = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(groups, [
    { url: B, key: computeKey(B), count: 2, members: ['HTTPS://E.com/b', B] },
    { url: A, key: computeKey(A), count: 4, members: [A, `${A}#x`] },
  ])
  assert.deepEqual(Object.keys(groups[0] ?? {}), ['url', 'key', 'count', 'members'])
  assert.equal(code, 1)
})

const formats = [
  { args: ['--key'], stdin: LIST, becomes: `${computeKey(B)}\t${B}\n${computeKey(A)}\t${A}\n` },
  {
    args: ['--format', 'jsonl'],
    stdin: `${A}#x\n${A}\n`,
    becomes: `{"input":"${A}#x","url":"${A}","key":"${computeKey(A)}"}\n`,
  },
  { args: ['--format', 'csv'], stdin: `${A}#x\n${A}\n`, becomes: `input,url,error\n${A}#x,${A},\n` },
  {
    args: ['--format', 'csv', '--column', 'link'],
    stdin: `id,link\n1,${A}#x\n2,${A}\n3,${B}\n4,nope\n`,
    becomes: `id,link\n1,${A}\n3,${B}\n`,
  },
  {
    args: ['--format', 'jsonl', '--column', 'link'],
    stdin: `{"id":1,"link":"${A}"}\n{"id":2,"link":"${A}#"}\n`,
    becomes: `{"id":1,"link":"${A}","input":"${A}","url":"${A}","key":"${computeKey(A)}"}\n`,
  },
  {
    args: ['--groups', '--format', 'jsonl', '--column', 'link'],
    stdin: `{"id":1,"link":"${A}"}\n{"id":2,"link":"${A}#"}\n`,
    becomes: `{"url":"${A}","key":"${computeKey(A)}","count":2,"members":["${A}","${A}#"]}\n`,
  },
]

for (const { args, stdin, becomes } of formats) {
  test(`dedupe ${args.join(' ')}`, async () => {
    assert.equal((await canonist(['dedupe', ...args], { stdin })).stdout, becomes)
  })
}

test('many lines, over many blocks', async () => {
  const lines = Array.from({ length: 60_000 }, (_, index) => `https://e.com/${index % 25_000}${index % 2 ? '#x' : ''}`)
  const { stdout } = await canonist(['dedupe'], { stdin: lines.join('\n') })
  assert.equal(stdout, Array.from({ length: 25_000 }, (_, index) => `https://e.com/${index}\n`).join(''))
})
