import { bothDatabases } from '@canonist/test-support/databases.ts'
import { testKilledSubmission } from './submit-kill.ts'

for (const databases of await bothDatabases()) testKilledSubmission(databases, { lines: 1_000_000, batches: 500 })
