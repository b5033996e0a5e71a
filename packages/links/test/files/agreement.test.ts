import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse as parseCsv } from 'csv-parse/sync'
import fc from 'fast-check'
import { readJson } from '../../src/files/read/read-json.ts'
import { scanCsv } from '../../src/files/read/scan-csv.ts'
import { JsonScan } from '../../src/files/read/scan-json.ts'
import { runs } from '@canonist/test-support/runs.ts'

// Our readers know places, which others do not tell; in all else they must say what the others say.

function accepts(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"a"',
  '"',
  '\\u00',
  '\\',
  '1',
  '-',
  '0.5',
  '01',
  '1e',
  'e5',
  'true',
  'nul',
  'null',
  ' ',
  '\n',
  '\t',
  '\u00a0',
  '\ufeff',
  'é',
  '\u2028',
  '//',
]
const jsonPieces = fc.constantFrom(...PIECES)

describe('JSON', () => {
  test('is taken if JSON.parse takes it', () => {
    fc.assert(
      fc.property(fc.array(jsonPieces, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        assert.equal(new JsonScan(text, () => {}).run() === text.length, accepts(text))
        // A file may have comments and trailing commas.
        const isStrict = !text.includes('//') && !/,\s*[}\]]/.test(text)
        if (isStrict) assert.equal(readJson(text, () => true).ok, accepts(text))
      }),
      runs(5000),
    )
  })

  const lineEnd = fc.constantFrom('\n', ' // , "x"\n', ' /* } */\n', '\n/*\n// **/\n')
  test('gives the texts that JSON.parse gives, with and without comments', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2, '\t'), lineEnd, (value, indent, end) => {
        const outcome = readJson(JSON.stringify(value, null, indent).replaceAll('\n', end), () => true)
        assert.ok(outcome.ok)
        const texts: string[] = []
        JSON.parse(JSON.stringify(value), (_, part: unknown) => {
          if (typeof part === 'string') texts.push(part)
          return part
        })
        const found = outcome.values.flatMap(({ text }) => (text === null ? [] : [text]))
        assert.deepEqual(found.toSorted(), texts.toSorted())
      }),
      runs(100),
    )
  })
})

const cell = fc.oneof(
  fc.stringMatching(/^[a-z ]*$/),
  fc.string().map((text) => `"${text.replaceAll('"', '""')}"`),
)
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 })

describe('CSV', () => {
  test('has the cells that csv-parse finds', () => {
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), fc.constantFrom(',', ';', '\t'), (rows, end, delimiter) => {
        const text = rows.map((row) => row.join(delimiter)).join(end)
        const ours = scanCsv(text, delimiter)
        assert.ok(Array.isArray(ours))
        const options = { delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n'] }
        const theirs: string[][] = parseCsv(text, options)
        assert.deepEqual(
          ours.map((row) => row.map((found) => found.text)),
          theirs,
        )
      }),
      runs(100),
    )
  })
})
