import { test } from 'node:test'
import { describeRun, fuzzOnAllCores, fuzzRange } from '@canonist/test-support/fuzz.ts'
import { LINES_EACH } from './line-scanner.ts'

const range = fuzzRange(100_000)
const fuzzer = new URL('line-scanner.ts', import.meta.url)

test(`${range.cases} blocks of ${LINES_EACH} lines from seed ${range.seed}: no line is called normal that changes`, async (t) => {
  const start = performance.now()
  t.diagnostic(describeRun(range, start, await fuzzOnAllCores(fuzzer, 'fuzzScanner', range)))
})
