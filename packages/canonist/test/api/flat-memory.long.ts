import { testFlatMemory } from '../support/flat-memory.ts'

testFlatMemory({ requests: 1_000_000 })
