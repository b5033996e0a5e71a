// How the scores of a learner are counted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { score, total, type Score } from '../support/benchmark-web.ts'

/** Pages are letters, their URLs numbered: a1 and a2 are one page. */
const labelled = (urls: string) => urls.split(' ').map((url) => ({ url, page: url.charAt(0) }))

const CASES = [
  { why: 'nothing is merged', apply: (url: string) => url, recall: 0, precision: 1, reduction: 0 },
  { why: 'each page has one output', apply: (url: string) => url.charAt(0), recall: 1, precision: 1, reduction: 3 / 6 },
  {
    why: 'all is one: three of five merges are right',
    apply: () => 'x',
    recall: 1,
    precision: 3 / 5,
    reduction: 5 / 6,
  },
  {
    why: 'by number: every merge joins two pages',
    apply: (url: string) => url.charAt(1),
    recall: 0,
    precision: 0,
    reduction: 3 / 6,
  },
]

for (const { why, apply, ...expected } of CASES)
  test(`a1 a2 a3 b1 b2 c1, ${why}`, () => {
    const { recall, precision, reduction } = score(apply, labelled('a1 a2 a3 b1 b2 c1'))
    assert.deepEqual({ recall, precision, reduction }, expected)
  })

test('an output that changes when applied again is unstable', () => {
  assert.equal(score((url) => `${url}x`, labelled('a1 b1')).unstable, 2)
  assert.equal(score((url) => url, labelled('a1 b1')).unstable, 0)
})

test('several sites: counts add up, and the worst of them is named', () => {
  const scores: Score[] = [score((url) => url.charAt(0), labelled('a1 a2')), score(() => 'x', labelled('a1 a2 b1'))]
  const { recall, precision, worstPrecision } = total(scores)
  assert.deepEqual({ recall, precision, worstPrecision }, { recall: 1, precision: 2 / 3, worstPrecision: 1 / 2 })
})
