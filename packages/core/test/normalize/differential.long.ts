import { test } from 'node:test'
import { describeRun, fuzzOnAllCores, fuzzRange } from '@canonist/test-support/fuzz.ts'

const range = fuzzRange(4_000_000)
const fuzzer = new URL('differential.ts', import.meta.url)

test(`${range.cases} generated texts from seed ${range.seed}: rfc3986 is what the platform says`, async (t) => {
  const start = performance.now()
  t.diagnostic(describeRun(range, start, await fuzzOnAllCores(fuzzer, 'fuzzDifferential', range)))
})
