import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAgreement } from '../../../src/judge/agreement.ts'
import { isCountWithinNoise } from '../../../src/judge/within-noise.ts'

const count = (trials: number, failing: number) => ({ trials, agreeing: trials - failing })

describe('whether noise explains the failures of a rule', () => {
  const rows = [
    { why: 'few failures need no noise', failing: [1000, 10], pairs: null, explained: true },
    { why: 'more need a measurement', failing: [1000, 11], pairs: null, explained: false },
    { why: 'as many as in pairs of fetches', failing: [1000, 40], pairs: [10_000, 400], explained: true },
    { why: 'twice as many', failing: [1000, 80], pairs: [10_000, 400], explained: false },
    { why: 'few pairs do not exclude differences', failing: [800, 32], pairs: [100, 4], explained: false },
    { why: 'much noise, and as many failures', failing: [500, 95], pairs: [10_000, 1900], explained: true },
    { why: 'much noise, and two thirds more', failing: [500, 158], pairs: [10_000, 1900], explained: false },
  ] as const
  for (const { why, failing, pairs, explained } of rows)
    test(`${explained}: ${why}`, () => {
      const agreement = pairs === null ? null : createAgreement(count(pairs[0], pairs[1]), 0.75)
      assert.equal(isCountWithinNoise(count(failing[0], failing[1]), agreement), explained)
    })
})
