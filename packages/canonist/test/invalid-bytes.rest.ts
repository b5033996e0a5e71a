import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonist, start } from '@canonist/test-support/command.ts'

const A = 'https://example.com/a'

function join(...parts: readonly (string | readonly number[])[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
}

const cases = [
  { why: 'a byte that is no UTF-8', line: join('https://example.com/', [0xff]), error: 'line/invalid-utf8' },
  {
    why: 'half a character at the end of the line',
    line: join('https://example.com/', [0xc3]),
    error: 'line/invalid-utf8',
  },
  { why: 'an overlong form', line: join('https://example.com/', [0xc0, 0xaf]), error: 'line/invalid-utf8' },
  { why: 'a lone surrogate', line: join('https://example.com/', [0xed, 0xa0, 0x80]), error: 'line/invalid-utf8' },
  { why: 'a NUL byte', line: join('https://example.com/', [0], 'b'), error: 'line/nul-byte' },
  { why: 'a NUL byte at the end, which the URL parser alone would trim', line: join(A, [0]), error: 'line/nul-byte' },
  { why: 'a line of NULs', line: join([0, 0, 0]), error: 'line/nul-byte' },
  { why: 'a line beyond 1 MiB', line: join(`https://example.com/${'x'.repeat(1_048_577)}`), error: 'line/too-long' },
  { why: 'a line of many MiB', line: join(`https://example.com/${'x'.repeat(5_000_000)}`), error: 'line/too-long' },
]

for (const { why, line, error } of cases) {
  test(`${why}: an error for that line, and no other line is lost`, async () => {
    const stdin = join(`${A}\n`, [...line], `\n${A}#top\n${A}\n`)
    const [text, json] = await Promise.all([
      canonist(['normalize'], { stdin }),
      canonist(['normalize', '--format', 'jsonl'], { stdin }),
    ])
    assert.equal(text.stdout, `${A}\n\n${A}\n${A}\n`)
    assert.match(text.stderr, new RegExp(`1 invalid line\\. First: stdin:2: .*\\(${error}\\)`))
    assert.equal(text.code, 1)
    const records = json.stdout
      .trimEnd()
      .split('\n')
      .map((each) => JSON.parse(each))
    assert.deepEqual(
      records.map((record) => record.url ?? record.error.code),
      [A, error, A, A],
    )
    assert.ok(json.stdout.length < 10_000)
  })
}

test('a line of exactly 1 MiB is not an error', async () => {
  const line = `https://example.com/${'x'.repeat(1_048_576 - 20)}`
  const { code, stdout } = await canonist(['normalize'], { stdin: `${A}\n${line}\n${A}` })
  assert.equal(stdout, `${A}\n${line}\n${A}\n`)
  assert.equal(code, 0)
})

test('characters and lines that are cut at any place between two reads', async () => {
  const bytes = Buffer.from('\uFEFFhttps://example.com/é\r\nhttps://example.com/😀\n')
  const child = start(['normalize'])
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  const closed = new Promise((resolve) => child.once('close', resolve))
  for (const byte of bytes) {
    child.stdin.write(Buffer.of(byte))
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  child.stdin.end()
  await closed
  assert.equal(stdout, 'https://example.com/%C3%A9\nhttps://example.com/%F0%9F%98%80\n')
})
