import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { policies, type PolicyName } from '@canonist/core'
import fc from 'fast-check'
import type { FilterColumn } from '../../src/bulk/filter-shape.ts'
import { createFilterWork, createPlainFilter } from '../../src/bulk/filter-work.ts'
import { createJudge } from '../../src/bulk/judge.ts'
import { countRuns, runs } from '@canonist/test-support/runs.ts'

const PIECES = [
  'https://example.com/',
  'https://example.com/a?b=1&a=2#x',
  'https://example.com',
  'https://example.com/?a\\tb',
  'https://example.com/?a\\\\b',
  'HTTP://Example.com/\\x41',
  'https://bücher.example/ü',
  'no url',
  '\\N',
  '\\n',
  '\t',
  '\r',
  '\0',
  ' ',
  '',
]
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 3 }).map((parts) => Buffer.from(parts.join('')))
const anyBytes = fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 10)))
const run = fc.record({
  rows: fc.array(fc.oneof({ weight: 5, arbitrary: text }, anyBytes), { minLength: 1, maxLength: 20 }),
  columns: fc.constantFrom<FilterColumn[][]>(['url'], ['key'], ['error', 'message'], ['host', 'url', 'error']),
  isRaw: fc.boolean(),
  policy: fc.constantFrom<PolicyName>('rfc3986', 'dedupe', 'sources'),
  isCut: fc.boolean(),
})

test('rows that are filtered as bytes are what reading every row as a string gives', () => {
  const tally = { rows: 0, rejected: 0 }
  fc.assert(
    fc.property(run, ({ rows, columns, isRaw, policy, isCut }) => {
      const all = Buffer.concat(rows.flatMap((row) => [row, Buffer.from('\n')]))
      const bytes = isCut ? all.subarray(0, -1) : all
      const shape = { format: 'tsv', column: 0, columns, isRaw } as const
      const block = { bytes, length: bytes.length }
      const got = createFilterWork(shape, null, policies[policy])(block, Buffer.alloc(8))
      const expected = createPlainFilter(shape, createJudge(policies[policy]))(block, Buffer.alloc(8))
      assert.equal(got.output.toString('utf8', 0, got.length), expected.output.toString('utf8', 0, expected.length))
      assert.deepEqual(got.tally, expected.tally)
      tally.rows += got.tally.lines
      tally.rejected += got.tally.rejected
    }),
    runs(1500),
  )
  assert.ok(tally.rejected > countRuns(500) && tally.rows - tally.rejected > countRuns(500), JSON.stringify(tally))
})
