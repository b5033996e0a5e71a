import { bothDatabases } from '../support/databases.ts'
import { askingContract } from './support/asking-contract.ts'
import { healthContract } from './support/health-contract.ts'
import { ownNetworkContract } from './support/own-network-contract.ts'
import { rulingContract } from './support/ruling-contract.ts'
import { suspicionContract } from './support/suspicion-contract.ts'

for (const databases of await bothDatabases()) {
  healthContract(databases)
  ownNetworkContract(databases)
  rulingContract(databases)
  askingContract(databases)
  suspicionContract(databases)
}
