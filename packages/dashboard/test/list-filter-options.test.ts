import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listClassOptions, listReasonOptions, listStateOptions } from '../src/pages/frontier/list-filter-options.ts'
import { describeFilter } from '../src/pages/frontier/queue-filter.ts'

const totals = [
  { state: 'dead', reason: 'read_timeout', reasonClass: 'transfer', urls: 2 },
  { state: 'retry', reason: 'read_timeout', reasonClass: 'transfer', urls: 5 },
  { state: 'dead', reason: 'not_found', reasonClass: 'http', urls: 4 },
  { state: 'retry', reason: 'server_error', reasonClass: 'http', urls: 1 },
  { state: 'dead', reason: 'gone', reasonClass: 'http', urls: 0 },
  { state: 'pending', reason: null, reasonClass: null, urls: 9 },
] as const

const STATES = [
  { filter: {}, rows: { pending: 9, leased: 0, fetched: 0, retry: 6, dead: 6, excluded: 0 } },
  { filter: { reason: 'read_timeout' }, rows: { pending: 0, leased: 0, fetched: 0, retry: 5, dead: 2, excluded: 0 } },
  {
    filter: { reason: 'not_found,server_error' },
    rows: { pending: 0, leased: 0, fetched: 0, retry: 1, dead: 4, excluded: 0 },
  },
  {
    filter: { reasonClass: 'http,transfer' },
    rows: { pending: 0, leased: 0, fetched: 0, retry: 6, dead: 6, excluded: 0 },
  },
]

for (const { filter, rows } of STATES)
  test(`every state is offered, with the number of its URLs${describeFilter(filter)}`, () => {
    const options = listStateOptions(totals, filter)
    assert.deepEqual(Object.fromEntries(options.map((option) => [option.value, option.rows])), rows)
  })

test('reasons are those that URLs have, over all states or of one, and of the chosen class, the most frequent first', () => {
  const [timeout, missing, failed] = ['read_timeout', 'not_found', 'server_error']
  assert.deepEqual(listReasonOptions(totals, {}), [
    { value: timeout, rows: 7 },
    { value: missing, rows: 4 },
    { value: failed, rows: 1 },
  ])
  assert.deepEqual(listReasonOptions(totals, { state: 'dead' }), [
    { value: missing, rows: 4 },
    { value: timeout, rows: 2 },
  ])
  assert.deepEqual(listReasonOptions(totals, { state: 'retry', reasonClass: 'http' }), [{ value: failed, rows: 1 }])
})

test('classes are those of the reasons that URLs have', () => {
  assert.deepEqual(listClassOptions(totals, {}), [
    { value: 'transfer', rows: 7 },
    { value: 'http', rows: 5 },
  ])
  assert.deepEqual(listClassOptions(totals, { state: 'dead', reason: 'not_found' }), [{ value: 'http', rows: 4 }])
})

test('a filter with several reasons names all of them', () => {
  const filter = { state: 'dead', reason: 'not_found,gone', reasonClass: 'http' }
  assert.equal(describeFilter(filter), ' in state dead, with reason not found or gone, with a reason of class http')
})
