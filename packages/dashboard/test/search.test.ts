import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, pickFilters, stringifySearch } from '../src/shell/search.ts'

test('filters in the address are plain text, as people write it', () => {
  assert.equal(stringifySearch({ state: 'dead', host: 'a.example' }), '?state=dead&host=a.example')
  assert.equal(stringifySearch({ state: undefined, q: '' }), '')
})

test('a stringified address is parsed to the same filters', () => {
  const search = { u: 'https://a.example/?a=1&b=%20#x', id: '12' }
  assert.deepEqual(parseSearch(stringifySearch(search)), search)
})

test('a page keeps its own filters and drops the rest', () => {
  assert.deepEqual(pickFilters('state', 'host')({ state: 'dead', host: '', other: 'x' }), { state: 'dead' })
})
