import { testFlatMemory, testLeakIsFound } from '@canonist/test-support/flat-memory.ts'

testFlatMemory({ requests: 12_000 })
testLeakIsFound({ requests: 12_000 })
