import { bothDatabases } from '@canonist/test-support/databases.ts'
import { registryContract } from './support/registry-contract.ts'

for (const databases of await bothDatabases()) registryContract(databases)
