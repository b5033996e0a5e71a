import { test } from 'node:test'
import { describeRun, fuzzOnAllCores, fuzzRange } from '@canonist/test-support/fuzz.ts'

const range = fuzzRange(10_000_000)
const fuzzer = new URL('../../../../test/support/fuzz-connects.ts', import.meta.url)

test(`${range.cases} hostile URLs from seed ${range.seed}: no connection to a forbidden address`, async (t) => {
  const start = performance.now()
  t.diagnostic(describeRun(range, start, await fuzzOnAllCores(fuzzer, 'fuzzConnects', range)))
})
