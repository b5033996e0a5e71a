import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RowSelector } from '../../src/parquet/select-rows.ts'
import type { Page } from '../../src/parquet/decode-page.ts'

// Pages of the first version may begin in the middle of a row, which no writer at hand makes.

const page = (repetition: number[], values: unknown[], encoding: Page['encoding'] = 'PLAIN'): Page => ({
  length: repetition.length,
  repetition,
  definition: repetition.map(() => 1),
  values,
  encoding,
  isLast: true,
})

test('a row that goes over three pages is written as one', () => {
  const selector = new RowSelector((row) => row !== 0, true)
  const pages = [page([0, 0, 1], ['a', 'b', 'c']), page([1, 1], ['d', 'e']), page([1, 0], ['f', 'g'])]
  const written = [...pages.map((each) => selector.select(each, 1)), selector.finish()]
  assert.deepEqual(
    written.map((each) => [each?.repetition, each?.values]),
    [
      [[], []],
      [[], []],
      [
        [0, 1, 1, 1, 1],
        ['b', 'c', 'd', 'e', 'f'],
      ],
      [[0], ['g']],
    ],
  )
})

test('a row that begins with a dictionary and ends without', () => {
  const selector = new RowSelector(() => true, true)
  selector.dictionary = ['x', 'y']
  selector.select(page([0, 1], [0, 1], 'RLE_DICTIONARY'), 1)
  const joined = selector.select(page([1, 0], ['z', 'a']), 1)
  assert.deepEqual([joined.values, joined.encoding], [['x', 'y', 'z'], 'PLAIN'])
})

test('what is missing keeps its level', () => {
  const selector = new RowSelector((row) => row === 1, false)
  const { definition, values } = selector.select(
    { length: 3, repetition: [], definition: [2, 1, 2], values: ['a', 'b'], encoding: 'PLAIN', isLast: true },
    2,
  )
  assert.deepEqual([definition, values], [[1], [null]])
})
