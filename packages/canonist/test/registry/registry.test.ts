import { bothDatabases } from '../support/databases.ts'
import { registryContract } from './support/registry-contract.ts'

for (const databases of await bothDatabases()) registryContract(databases)
