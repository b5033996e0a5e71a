import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, policies } from '@canonist/core'
import { comparePolicies } from '../src/pages/playground/group-urls.ts'

const URLS = [
  'https://example.com/tea',
  'https://www.example.com/tea',
  'https://example.com/deal',
  'https://example.com/deal?ref=partner',
  'https://example.com/other',
  'not a URL',
]

test('what another policy joins are merges, what it tells apart are splits', () => {
  const to = definePolicy({ name: 'mine', extends: 'dedupe', www: 'strip', query: { keep: ['ref'] } })
  const { merges, splits, stay, invalid, pages } = comparePolicies(URLS, policies.dedupe, to)
  assert.deepEqual(merges, [{ url: 'https://example.com/tea', members: [URLS[0], URLS[1]] }])
  assert.deepEqual(splits, [{ url: 'https://example.com/deal', members: [URLS[2], URLS[3]] }])
  assert.deepEqual({ stay, invalid, pages }, { stay: 1, invalid: 1, pages: 4 })
})

test('the same policy changes nothing', () => {
  const { merges, splits, stay } = comparePolicies(URLS, policies.dedupe, policies.dedupe)
  assert.deepEqual([merges, splits, stay], [[], [], 4])
})
