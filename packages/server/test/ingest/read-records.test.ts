import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import fc from 'fast-check'
import { readRecords } from '../../src/ingest/read-lines.ts'
import { createStreamSource } from '@canonist/lists/internal/io/byte-source'
import type { Line } from '@canonist/registry/internal/registry/ingest/line'
import { runs } from '@canonist/test-support/runs.ts'

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

/** The value of the field in each line, or the code of what is wrong with it. */
async function read(text: string, column: string): Promise<string[]> {
  const all: Line[] = []
  await readRecords(createStreamSource(once(text)), { column }, async (lines) => void all.push(...lines))
  return all.map((line) => (typeof line === 'string' ? line : line.code))
}

/** What any parser of JSON reads there. */
function readByParsing(line: string, column: string): string {
  let record: unknown
  try {
    record = JSON.parse(line)
  } catch {
    return 'line/invalid-json'
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return 'line/invalid-json'
  const value: unknown = Object.hasOwn(record, column) ? (record as Record<string, unknown>)[column] : null
  return typeof value === 'string' ? value : 'line/no-column'
}

const cases = [
  { why: 'as JSON.stringify writes it', line: '{"url":"https://e.com/"}' },
  { why: 'as json.dumps of Python writes it', line: '{"url": "https://e.com/"}' },
  { why: 'an escape', line: '{"url":"https://e.com/\\u0041"}' },
  { why: 'an escaped quote at the end', line: '{"url":"https://e.com/\\"}' },
  { why: 'a tab, which JSON forbids in a text', line: '{"url":"https://e.com/\t"}' },
  { why: 'another character than ASCII', line: '{"url":"https://e.com/é"}' },
  { why: 'a field twice: the last one counts', line: '{"url":"a","url":"b"}' },
  { why: 'a second field', line: '{"url":"a","title":"b"}' },
  { why: 'a brace too many', line: '{"url":"a"}"}' },
  { why: 'a brace missing', line: '{"url":"a"' },
  { why: 'spaces around it', line: ' {"url":"a"} ' },
  { why: 'no value', line: '{"url":"}' },
  { why: 'the field inside another one', line: '{"a":{"url":"a"}}' },
  { why: 'a column that is no word of JSON', line: '{"a"b":"c"}', column: 'a"b' },
  { why: 'the prototype', line: '{"__proto__":"c"}', column: '__proto__' },
]
for (const { why, line, column = 'url' } of cases) {
  const expected = readByParsing(line, column)
  test(`${line} is ${JSON.stringify(expected)} (${why})`, async () => {
    assert.deepEqual(await read(`${line}\n`, column), [expected])
  })
}

test('a record is read as a parser of JSON reads it, whatever it looks like', async () => {
  const pieces = [
    '{',
    '}',
    '"',
    ':',
    ' ',
    'url',
    '"url"',
    '{"url":"',
    '{"url": "',
    '"}',
    '\\',
    'a',
    ',',
    '\t',
    'é',
    '[',
  ]
  const line = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(line, async (each) => {
      const expected = readByParsing(each, 'url')
      // An empty value is skipped, like an empty line.
      assert.deepEqual(await read(`${each}\n`, 'url'), [expected])
    }),
    runs(2000),
  )
})
