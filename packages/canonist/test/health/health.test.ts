import { bothDatabases } from '../support/databases.ts'
import { healthContract } from './support/health-contract.ts'

for (const databases of await bothDatabases()) healthContract(databases)
