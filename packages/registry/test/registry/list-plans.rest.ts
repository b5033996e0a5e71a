import { bothDatabases } from '@canonist/test-support/databases.ts'
import { testListPlans } from './list-plans.ts'

for (const databases of await bothDatabases()) testListPlans(databases, 20_000)
