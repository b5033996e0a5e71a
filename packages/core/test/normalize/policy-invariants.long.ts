import { test } from 'node:test'
import { describeRun, fuzzOnAllCores, fuzzRange } from '@canonist/test-support/fuzz.ts'
import { URLS_EACH } from './policy-invariants.ts'

const fuzzers = new URL('policy-invariants.ts', import.meta.url)
const some = fuzzRange(70_000)
const urls = fuzzRange(1_000_000)

test(`${some.cases} random policies over ${URLS_EACH} URLs each, from seed ${some.seed}`, async (t) => {
  const start = performance.now()
  t.diagnostic(describeRun(some, start, await fuzzOnAllCores(fuzzers, 'fuzzPolicies', some)))
})

test(`${urls.cases} random URLs under each built-in policy, from seed ${urls.seed}`, async (t) => {
  const start = performance.now()
  t.diagnostic(describeRun(urls, start, await fuzzOnAllCores(fuzzers, 'fuzzBuiltIns', urls)))
})
