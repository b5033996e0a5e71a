import { bothDatabases } from '@canonist/test-support/databases.ts'
import { processContract } from './processes.ts'

for (const databases of await bothDatabases()) processContract(databases, 2)
