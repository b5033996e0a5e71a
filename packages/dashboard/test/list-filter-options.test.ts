import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listReasonOptions, listStateOptions } from '../src/pages/frontier/list-filter-options.ts'

const totals = [
  { state: 'dead', reason: 'timeout', urls: 2 },
  { state: 'retry', reason: 'timeout', urls: 5 },
  { state: 'dead', reason: 'not_found', urls: 4 },
  { state: 'dead', reason: 'gone', urls: 0 },
  { state: 'pending', reason: null, urls: 9 },
] as const

test('every state is offered, with the number of its URLs', () => {
  const rows = Object.fromEntries(listStateOptions(totals, undefined).map(({ value, rows }) => [value, rows]))
  assert.deepEqual(rows, { pending: 9, leased: 0, fetched: 0, retry: 5, dead: 6, excluded: 0 })
})

test('with a reason, states count the URLs that have it', () => {
  assert.deepEqual(
    listStateOptions(totals, 'timeout').filter(({ rows }) => rows > 0),
    [
      { value: 'retry', rows: 5 },
      { value: 'dead', rows: 2 },
    ],
  )
})

test('reasons are those that URLs have, over all states or of one, the most frequent first', () => {
  assert.deepEqual(listReasonOptions(totals, undefined), [
    { value: 'timeout', rows: 7 },
    { value: 'not_found', rows: 4 },
  ])
  assert.deepEqual(listReasonOptions(totals, 'dead'), [
    { value: 'not_found', rows: 4 },
    { value: 'timeout', rows: 2 },
  ])
})
