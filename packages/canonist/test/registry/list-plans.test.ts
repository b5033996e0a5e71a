import { bothDatabases } from '../support/databases.ts'
import { testListPlans } from './list-plans.ts'

for (const databases of await bothDatabases()) testListPlans(databases, 20_000)
