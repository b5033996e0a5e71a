import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { policies, type PolicyName } from '@canonist/core'
import fc from 'fast-check'
import { createColumnWork } from '../../src/bulk/column-work.ts'
import { createJudge } from '../../src/bulk/judge.ts'
import { createCellJudge, createTableWork } from '../../src/bulk/table-work.ts'
import { TSV, type TableDialect } from '../../src/io/table-dialect.ts'
import { countRuns, runs } from '@canonist/test-support/runs.ts'

const DIALECTS: readonly TableDialect[] = [
  { delimiter: ',', hasQuotes: true },
  { delimiter: ';', hasQuotes: true },
  { delimiter: '|', hasQuotes: true },
  { delimiter: ',', hasQuotes: false },
  TSV,
]

const VALUES = [
  'https://example.com/',
  'https://example.com',
  'https://example.com/a,b;c|d',
  'https://example.com/?b=1&a=2,3',
  'https://example.com/?utm_source=x&b=é',
  'https://example.com/a#b',
  'HTTP://Example.com/a/../b',
  'https://bücher.example/ü',
  'https://example.com/\n#x',
  'https://example.com/"',
  'no url',
  'a "quoted" word',
  ' ',
  '\t',
  '\r',
  '\0',
  '😀',
  '',
]

const value = fc.array(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 2 }).map((parts) => parts.join(''))
const quoted = value.map((text) => `"${text.replaceAll('"', '""')}"`)
const bare = value.map((text) => text.replaceAll(/^"+|\n/g, ''))
const cell = fc.oneof(
  bare,
  bare,
  quoted,
  fc.tuple(quoted, bare).map((both) => both.join('')),
  fc.constant(''),
)
const row = fc.tuple(fc.array(cell, { maxLength: 5 }), fc.constantFrom('\n', '\n', '\n', '\r\n'))

const run = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 12 }),
  junk: fc.uint8Array({ maxLength: 6 }),
  dialect: fc.constantFrom(...DIALECTS),
  column: fc.nat({ max: 3 }),
  policy: fc.constantFrom<PolicyName>('rfc3986', 'dedupe', 'sources', 'feed-aggressive'),
  isCut: fc.boolean(),
})

test('a column that is rewritten as bytes is what rewriting its rows one by one gives', () => {
  const tally = { changed: 0, rejected: 0 }
  fc.assert(
    fc.property(run, ({ rows, junk, dialect, column, policy, isCut }) => {
      const text = rows.map(([cells, end]) => cells.join(dialect.delimiter) + end).join('')
      // Bytes of no encoding; a quote that stays open never gets here.
      const tail = Buffer.from(junk).filter((byte) => byte !== 34)
      const bytes = Buffer.concat([Buffer.from(text).subarray(0, isCut ? -1 : undefined), tail])
      const block = { bytes, length: bytes.length }
      const shape = { dialect, names: [], column }
      const output = { format: 'csv', style: dialect, into: null, withKey: false } as const
      const judgeCell = createCellJudge(policies[policy], createJudge(policies[policy]))
      const byRow = createTableWork(shape, { output, judgeCell, keeper: null, keepsRejected: true })
      const expected = byRow(block, Buffer.alloc(8))
      const got = createColumnWork(policies[policy], shape, true)(block, Buffer.alloc(8))
      assert.equal(got.output.toString('latin1', 0, got.length), expected.output.toString('latin1', 0, expected.length))
      assert.deepEqual(got.tally, expected.tally)
      if (!bytes.equals(got.output.subarray(0, got.length))) tally.changed += 1
      tally.rejected += got.tally.rejected
    }),
    runs(1500),
  )
  assert.ok(tally.changed > countRuns(150) && tally.rejected > countRuns(150), JSON.stringify(tally))
})
