import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeRate, formatRate, listRates } from '../src/pages/frontier/compute-rate.ts'

const sample = (minute: number, fetched: number) => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  counts: { frontier: { fetched } },
})

test('the rate is that of the last minutes', () => {
  assert.equal(computeRate([sample(0, 0), sample(30, 9000), sample(40, 9600)]), 1)
})
test('forgotten pages do not make the rate negative', () => {
  assert.equal(computeRate([sample(0, 100), sample(1, 10)]), 0)
})
test('one sample has no rate, nor do two samples that are far apart', () => {
  assert.equal(computeRate([]), null)
  assert.equal(computeRate([sample(0, 1)]), null)
  assert.equal(computeRate([sample(0, 1), sample(50, 2)]), null)
})
test('a slow rate is given by the minute or the hour', () => {
  assert.deepEqual([412.4, 0.5, 0.001].map(formatRate), ['412 a second', '30 a minute', '4 an hour'])
})
test('rates over time are per minute, and begin with the second sample', () => {
  assert.deepEqual(listRates([sample(0, 0), sample(5, 500), sample(10, 100), sample(11, 160)]), [0, 100, 0, 60])
})
