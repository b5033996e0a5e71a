import { sqliteFiles } from '../support/databases.ts'
import { testAddMemory } from './add-memory.ts'

// From the sources a process takes some 40 MB more than when it is built: there a million lines take less than 300 MB.
testAddMemory({ ...sqliteFiles(), lines: 150_000, mostMb: 330 })
