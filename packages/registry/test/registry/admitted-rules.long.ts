import { bothDatabases } from '@canonist/test-support/databases.ts'
import { testRules } from './admitted-rules.ts'

for (const databases of await bothDatabases()) testRules(databases)
