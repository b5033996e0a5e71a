import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeBulk } from '../src/pages/reviews/describe-bulk.ts'

const NOTHING = {
  reviews: 0,
  refused: 0,
  unchanged: 0,
  facts: 0,
  verdicts: { accepted: 0, refused: 0 },
  policy: null,
} as const
const NO_MERGES = { count: 0, pages: 0, examples: [] }
const NO_SPLITS = { count: 0, into: 0, examples: [] }
const SAME = { pages: 9, urls: 9, changed: 0, merges: NO_MERGES, splits: NO_SPLITS }

test('entries of the policy say which pages merge and split, and how many URLs move', () => {
  const differences = { ...SAME, changed: 5, merges: { ...NO_MERGES, count: 2, pages: 1412 } }
  assert.deepEqual(describeBulk({ ...NOTHING, reviews: 3, policy: { reviews: 3, aliases: 1500, differences } }), [
    '3 rules join the policy.',
    '1,412 pages merge into 2; 1,500 URLs get another key.',
  ])
  const split = { ...SAME, changed: 1, splits: { ...NO_SPLITS, count: 1, into: 2 } }
  assert.deepEqual(describeBulk({ ...NOTHING, reviews: 1, policy: { reviews: 1, aliases: 1, differences: split } }), [
    '1 rule joins the policy.',
    '1 page split into 2; 1 URL gets another key.',
  ])
})

test('entries that no page has to do with say so', () => {
  const policy = { reviews: 2, aliases: 0, differences: SAME }
  assert.deepEqual(describeBulk({ ...NOTHING, reviews: 2, policy }), [
    '2 rules join the policy; no registered page changes.',
  ])
})

test('facts, verdicts, decisions without effect and refused ones have a sentence each', () => {
  const verdicts = { accepted: 2, refused: 1 }
  assert.deepEqual(describeBulk({ ...NOTHING, reviews: 9, facts: 1, verdicts, unchanged: 1, refused: 2 }), [
    '1 fact about hosts is written.',
    'The new content of 2 pages counts as good.',
    'Links to 1 page count as taken over, and are no longer cited.',
    '1 decision changes nothing but the question.',
    '2 decisions would be refused: decided by now, or not possible.',
  ])
})
