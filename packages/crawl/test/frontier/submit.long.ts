import { frontierDatabases } from '@canonist/test-support/databases.ts'
import { testKilledSubmission } from './submit-kill.ts'

for (const databases of await frontierDatabases()) testKilledSubmission(databases, { lines: 1_000_000, batches: 500 })
