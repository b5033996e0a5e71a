import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeRate, formatRate } from '../src/pages/frontier/compute-rate.ts'

const sample = (minute: number, fetched: number) => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  counts: { frontier: { fetched } },
})

test('the rate is that of the last minutes', () => {
  assert.equal(computeRate([sample(0, 0), sample(30, 9000), sample(40, 9600)]), 1)
})
test('pages that were forgotten are no negative rate', () => {
  assert.equal(computeRate([sample(0, 100), sample(1, 10)]), 0)
})
test('one sample has no rate, and neither have two that are far apart', () => {
  assert.equal(computeRate([]), null)
  assert.equal(computeRate([sample(0, 1)]), null)
  assert.equal(computeRate([sample(0, 1), sample(50, 2)]), null)
})
test('a slow rate is given by the minute or the hour', () => {
  assert.deepEqual([412.4, 0.5, 0.001].map(formatRate), ['412 a second', '30 a minute', '4 an hour'])
})
