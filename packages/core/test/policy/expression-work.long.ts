import { test } from 'node:test'
import { describeRun, fuzzRange } from '@canonist/test-support/fuzz.ts'
import { fuzzExpressions } from './random-expression.ts'

/** On a machine that does nothing else. */
const MAX_MS = 250

test('no accepted expression of 100,000 random ones takes long on 4,096 characters', async (t) => {
  const range = fuzzRange(100_000)
  const startedAt = performance.now()
  t.diagnostic(describeRun(range, startedAt, await fuzzExpressions(range, MAX_MS)))
})
