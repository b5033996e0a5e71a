import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { DedupeListOptions } from '../../../src/lists/dedupe-list.ts'
import type { RejectedInput } from '../../../src/io/input-report.ts'
import { createTextInput } from '../../../src/io/input.ts'
import { dedupe, makeLines, makeRecords, makeTable } from './lists.ts'

const temp = mkdtempSync(join(tmpdir(), 'canonist-test-'))
after(() => rmSync(temp, { recursive: true, force: true }))

const COUNT = 6000
const text = (seed: number): string => `${makeLines(seed, COUNT).join('\n')}\n`
const table: Partial<DedupeListOptions> = { inputFormat: 'csv', column: 'url' }
const records: Partial<DedupeListOptions> = { inputFormat: 'jsonl', column: 'url' }

interface Case {
  readonly why: string
  readonly make: (seed: number) => string
  readonly options: Partial<DedupeListOptions>
}

const CASES: readonly Case[] = [
  { why: 'text', make: text, options: {} },
  { why: 'text with keys', make: text, options: { withKey: true } },
  { why: 'text as JSON lines', make: text, options: { format: 'jsonl' } },
  { why: 'text as CSV', make: text, options: { format: 'csv' } },
  { why: 'groups of text', make: text, options: { format: 'jsonl', groups: true } },
  { why: 'a table', make: (seed) => makeTable(seed, COUNT), options: { ...table, format: 'csv' } },
  {
    why: 'a table with a new column',
    make: (seed) => makeTable(seed, COUNT),
    options: { ...table, format: 'csv', into: 'clean' },
  },
  { why: 'a table as JSON lines', make: (seed) => makeTable(seed, COUNT), options: { ...table, format: 'jsonl' } },
  {
    why: 'groups of a table',
    make: (seed) => makeTable(seed, COUNT),
    options: { ...table, format: 'jsonl', groups: true },
  },
  { why: 'JSON lines', make: (seed) => makeRecords(seed, COUNT), options: { ...records, format: 'jsonl' } },
  { why: 'JSON lines as CSV', make: (seed) => makeRecords(seed, COUNT), options: { ...records, format: 'csv' } },
  {
    why: 'groups of JSON lines',
    make: (seed) => makeRecords(seed, COUNT),
    options: { ...records, format: 'jsonl', groups: true },
  },
]

describe('a list that does not fit into memory gives what it gives in memory', () => {
  for (const [index, { why, make, options }] of CASES.entries()) {
    // A table has room for 3,481 URLs at least. Groups of 150 kB make several parts of each partition.
    for (const bytes of options.groups === true ? [150_000, 1_000_000] : [0, 90_000]) {
      test(`${why}, ${bytes} bytes`, async () => {
        const inputs = [createTextInput('one', make(index + 1)), createTextInput('two', make(index + 100))]
        const expected = await dedupe(inputs, { ...options, memory: { bytes: 1e9, temp } })
        const got = await dedupe(inputs, { ...options, memory: { bytes, temp } })
        assert.ok(got.text === expected.text, 'the output differs')
        assert.deepEqual(got.report, expected.report)
        assert.deepEqual(readdirSync(temp), [], 'no temporary file is left')
      })
    }
  }
})

// Several blocks, so that the second thread gets some of them.
const LONG_COUNT = 60_000

for (const bytes of [0, 90_000, 1e9]) {
  test(`two threads give what one gives, with ${bytes} bytes of memory`, async () => {
    const inputs = [1, 2].map((seed) => createTextInput(`${seed}`, `${makeLines(seed, LONG_COUNT).join('\n')}\n`))
    const [rejected, expectedRejected]: RejectedInput[][] = [[], []]
    const expected = await dedupe(inputs, {
      memory: { bytes: 1e9, temp },
      onRejected: async (some) => void expectedRejected?.push(...some),
    })
    const got = await dedupe(inputs, {
      memory: { bytes, temp, threadBytes: 0 },
      jobs: { count: 2, isGiven: true },
      onRejected: async (some) => void rejected?.push(...some),
    })
    assert.ok(got.text === expected.text, 'the output differs')
    assert.deepEqual(got.report, expected.report)
    assert.deepEqual(rejected, expectedRejected)
    assert.deepEqual(readdirSync(temp), [], 'no temporary file is left')
  })
}

const groupLists = [
  {
    why: 'a URL with more lines than fit into memory',
    lines: Array.from({ length: 30_000 }, (_, index) => {
      if (index % 7 === 0) return `https://example.com/${index % 500}`
      return `https://example.com/?utm_source=${(index * 7919) % 17_001}`
    }),
  },
  {
    // A record holds the URL and its line. Short ones between them end and begin within a piece.
    why: 'groups of lines that are longer than the pieces in which temporary files are read',
    lines: Array.from({ length: 60 }, (_, index) => {
      const path = 'a'.repeat(index % 3 === 0 ? 5 : 30_000 + (index % 20) * 9973)
      return `https://example.com/${path}${index % 20}?utm_source=${index}`
    }),
  },
]

for (const { why, lines } of groupLists) {
  test(why, async () => {
    const inputs = [createTextInput('list', lines.join('\n'))]
    const options: Partial<DedupeListOptions> = { format: 'jsonl', groups: true }
    const expected = await dedupe(inputs, { ...options, memory: { bytes: 1e9, temp } })
    for (const bytes of [30_000, 100_000]) {
      const got = await dedupe(inputs, { ...options, memory: { bytes, temp } })
      assert.ok(got.text === expected.text, `the output differs with ${bytes} bytes`)
      assert.deepEqual(got.report, expected.report)
    }
  })
}
