import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRun, fuzzRange } from '@canonist/test-support/fuzz.ts'
import { fuzzConnects } from '@canonist/test-support/fuzz-connects.ts'

const range = fuzzRange(10_000)

test(`${range.cases} hostile URLs from seed ${range.seed}: no connection to a forbidden address`, async (t) => {
  const start = performance.now()
  const tally = await fuzzConnects(range)
  t.diagnostic(describeRun(range, start, tally))
  if (range.cases < 1000) return
  const { passed = 0, connects = 0, answered = 0 } = tally
  const isTelling = passed > range.cases / 20 && connects > range.cases / 20 && answered > range.cases / 50
  assert.ok(isTelling, `${passed} passed, ${connects} connects, ${answered} answers: the test shows little`)
})
