import { testFlatMemory } from '@canonist/test-support/flat-memory.ts'

testFlatMemory({ requests: 1_000_000 })
