import { testFlatMemory, testLeakIsFound } from '../support/flat-memory.ts'

testFlatMemory({ requests: 12_000 })
testLeakIsFound({ requests: 12_000 })
