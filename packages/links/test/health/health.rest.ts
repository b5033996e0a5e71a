import { bothDatabases } from '@canonist/test-support/databases.ts'
import { askingContract } from './support/asking-contract.ts'
import { healthContract } from './support/health-contract.ts'
import { ownNetworkContract } from './support/own-network-contract.ts'
import { effectivePolicyContract } from './support/effective-policy-contract.ts'
import { suspicionContract } from './support/suspicion-contract.ts'

for (const databases of await bothDatabases()) {
  healthContract(databases)
  ownNetworkContract(databases)
  effectivePolicyContract(databases)
  askingContract(databases)
  suspicionContract(databases)
}
