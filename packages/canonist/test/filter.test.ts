import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import fc from 'fast-check'
import { escapeTsv, unescapeTsv } from '@canonist/lists/internal/io/tsv-escapes'
import { canonist, commandLine } from '@canonist/test-support/command.ts'
import { computeKey } from '@canonist/test-support/key.ts'
import { runs } from '@canonist/test-support/runs.ts'

const A = 'https://e.com/a'
const NULL = '\\N'

const rows = [
  { why: 'a URL', input: 'HTTPS://E.com/a', gives: [A, computeKey(A), 'e.com', NULL] },
  { why: 'not a URL', input: 'nope', gives: [NULL, NULL, NULL, 'url/no-scheme'] },
  { why: 'NULL', input: NULL, gives: [NULL, NULL, NULL, NULL] },
  { why: 'an empty text', input: '', gives: [NULL, NULL, NULL, 'url/empty'] },
  {
    why: 'escapes',
    input: 'https://e.com/a\\\\b',
    gives: ['https://e.com/a/b', computeKey('https://e.com/a/b'), 'e.com', NULL],
  },
  {
    why: 'a backslash in the result',
    input: 'https://e.com/?a\\\\b',
    gives: ['https://e.com/?a\\\\b', computeKey('https://e.com/?a\\b'), 'e.com', NULL],
  },
  { why: 'more columns', input: `${A}\tx\ty`, gives: [A, computeKey(A), 'e.com', NULL] },
  {
    why: 'a port and a user',
    input: 'https://u:p@e.com:8080/',
    gives: ['https://u:p@e.com:8080/', computeKey('https://u:p@e.com:8080/'), 'e.com', NULL],
  },
  {
    why: 'an address',
    input: 'https://[::1]:8080/',
    gives: ['https://[::1]:8080/', computeKey('https://[::1]:8080/'), '[::1]', NULL],
  },
  {
    why: 'a text of 1 MB',
    input: `https://e.com/${'a'.repeat(1_100_000)}`,
    gives: [NULL, NULL, NULL, 'line/too-long'],
  },
]

test('canonist filter gives one row for each row, whatever is in it, and exits with 0', async () => {
  const stdin = Buffer.concat([
    Buffer.from(rows.map(({ input }) => `${input}\n`).join('')),
    Buffer.from([0xff, 0x0a, 0x00, 0x0a]),
    // The last row of a file may lack its newline.
    Buffer.from('https://e.com/a'),
  ])
  const ran = await canonist(['filter', '--output', 'url,key,host,error'], { stdin })
  const lines = ran.stdout.trimEnd().split('\n')
  assert.deepEqual(
    lines.slice(0, rows.length),
    rows.map(({ gives }) => gives.join('\t')),
  )
  assert.deepEqual(
    lines.slice(rows.length).map((line) => line.split('\t').at(-1)),
    ['line/invalid-utf8', 'line/nul-byte', NULL],
  )
  assert.deepEqual([ran.code, ran.stderr], [0, ''])
})

const first = ['\u001f\u008b\u0008', 'PK\u0003\u0004', '%PDF-', 'WARC/1.0', 'PAR1\u0015', '\u00ef\u00bb\u00bf']

for (const start of first) {
  test(`canonist filter: a first row that begins with ${JSON.stringify(start)} is a row like any other`, async () => {
    const stdin = Buffer.concat([Buffer.from(start, 'latin1'), Buffer.from(`x\n${A}\n`)])
    const ran = await canonist(['filter', '--output', 'url'], { stdin })
    assert.deepEqual([ran.stdout, ran.code], [`${NULL}\n${A}\n`, 0], ran.stderr)
  })
}

test('canonist filter reads bytes as ClickHouse does', async () => {
  const stdin = "https://e.com/\\xC3\\xBC\\x41\\'\n"
  const ran = await canonist(['filter'], { stdin })
  assert.equal(ran.stdout, "https://e.com/%C3%BCA'\n")
})

test('canonist filter --raw: backslashes stand for themselves, as in Hive and Spark', async () => {
  const stdin = `https://e.com/a\\news?x=\\t\n${NULL}\nhttps://e.com/\\N\n`
  const ran = await canonist(['filter', '--raw', '--output', 'url,message'], { stdin })
  assert.equal(
    ran.stdout,
    `https://e.com/a/news?x=\\t\t${NULL}\n${NULL}\t${NULL}\nhttps://e.com/N\t${NULL}\n`.replace('/N\t', '//N\t'),
  )
  const wrong = await canonist(['filter', '--raw', '--input-format', 'jsonl'], { stdin: '' })
  assert.deepEqual([wrong.code, wrong.stderr], [2, 'canonist: --raw is for tsv. Leave it out.\n'])
})

test('canonist filter reads another column, and NULL where a row is too short', async () => {
  const stdin = `1\t${A}\n2\n`
  const ran = await canonist(['filter', '--column', '#2', '--output', 'url,error'], { stdin })
  assert.equal(ran.stdout, `${A}\t${NULL}\n${NULL}\tline/no-column\n`)
})

test('canonist filter with JSON lines', async () => {
  const stdin = `{"link":{"href":"HTTPS://E.com/a"}}\n{"link":{"href":null}}\n[]\n{"link":1}\n\n`
  const args = ['filter', '--input-format', 'jsonl', '--column', 'link.href', '--output', 'url,error']
  const ran = await canonist(args, { stdin })
  assert.deepEqual(
    ran.stdout
      .trimEnd()
      .split('\n')
      .map((line) => Object.values(JSON.parse(line) as object)),
    [
      [A, null],
      [null, null],
      [null, 'line/invalid-json'],
      [null, 'line/no-column'],
      [null, 'line/invalid-json'],
    ],
  )
})

const chunks = [
  { why: 'chunks of several sizes', input: `2\n${A}\nnope\n0\n1\n${A}\n`, gives: `${A}\n${NULL}\n${A}\n`, code: 0 },
  { why: 'no chunk', input: '', gives: '', code: 0 },
  { why: 'a header that is no number', input: `${A}\n`, gives: '', code: 3 },
  { why: 'a chunk that breaks off', input: `3\n${A}\n`, gives: '', code: 3 },
  { why: 'a chunk without its last row', input: `3\n${A}\n${A}\n`, gives: '', code: 3 },
  { why: 'a chunk of two rows without the second', input: `1\n${A}\n2\n${A}\n`, gives: `${A}\n`, code: 3 },
  { why: 'a header without its row', input: '1\n', gives: '', code: 3 },
  { why: 'a header without its newline and its row', input: '1', gives: '', code: 3 },
  { why: 'an empty chunk without its newline', input: '0', gives: '', code: 0 },
  { why: 'a last row that is empty', input: '1\n\n', gives: `${NULL}\n`, code: 0 },
  { why: 'a last row without its newline', input: `2\n${A}\n${A}`, gives: `${A}\n${A}\n`, code: 0 },
]

for (const { why, input, gives, code } of chunks) {
  test(`canonist filter --chunk-header: ${why}`, async () => {
    const ran = await canonist(['filter', '--chunk-header'], { stdin: input })
    assert.deepEqual([ran.stdout, ran.code], [gives, code], ran.stderr)
  })
}

test('canonist filter answers each chunk before it is sent the next, for as long as the engine lives', async () => {
  const [command = '', ...args] = commandLine(['filter', '--chunk-header'])
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  for (let round = 1; round <= 20; round += 1) {
    child.stdin.write(`${round}\n${`HTTPS://E.com/${round}\n`.repeat(round)}`)
    for (let row = 0; row < round; row += 1) {
      assert.deepEqual(await lines.next(), { done: false, value: `https://e.com/${round}` })
    }
  }
  child.stdin.end()
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
})

test('canonist filter refuses a column that it does not know', async () => {
  const wrong = await canonist(['filter', '--output', 'url,kye'], { stdin: '' })
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /There is no column "kye"\. The columns are url, key, host, error, message\./)
  assert.equal((await canonist(['filter', '--column', 'link'], { stdin: '' })).code, 2)
})

test('what is escaped has neither tab nor line break, and comes back as it was', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('\\', '\t', '\n', '\r', '\0', 'N', 'n', 't', 'a', '\b', '\f') }),
      (text) => {
        const escaped = escapeTsv(text)
        assert.doesNotMatch(escaped, /[\t\n\r]/)
        assert.equal(unescapeTsv(escaped), text)
        assert.notEqual(escaped, NULL)
      },
    ),
    runs(100),
  )
})
