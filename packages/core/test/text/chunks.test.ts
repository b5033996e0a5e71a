import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectChunks, splitIntoChunks } from '../../src/text/chunks.ts'

const cases: { why: string; items: number[]; length: number; becomes: number[][] }[] = [
  { why: 'nothing has no pieces', items: [], length: 2, becomes: [] },
  { why: 'what fits is one piece', items: [1, 2], length: 2, becomes: [[1, 2]] },
  { why: 'the last one may be shorter', items: [1, 2, 3], length: 2, becomes: [[1, 2], [3]] },
]

async function* oneByOne<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

for (const { why, items, length, becomes } of cases) {
  test(`[${items.join(', ')}] in pieces of ${length}: ${why}`, async () => {
    assert.deepEqual([...splitIntoChunks(items, length)], becomes)
    const found: (readonly number[])[] = []
    for await (const chunk of collectChunks(oneByOne(items), length)) found.push(chunk)
    assert.deepEqual(found, becomes)
  })
}
