import { bothDatabases } from '../support/databases.ts'
import { testAddMemory } from './add-memory.ts'

// From the sources a process takes some 40 MB more than when it is built: there the bound is 300.
for (const databases of await bothDatabases()) testAddMemory({ ...databases, lines: 1_000_000, mostMb: 340 })
