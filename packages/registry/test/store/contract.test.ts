import { bothDatabases } from '@canonist/test-support/databases.ts'
import { closingContract } from './support/closing-contract.ts'
import { concurrencyContract } from './support/concurrency-contract.ts'
import { stageContract } from './support/stage-contract.ts'
import { streamContract } from './support/stream-contract.ts'
import { transactionContract } from './support/transaction-contract.ts'
import { valuesContract } from './support/values-contract.ts'

const CONTRACTS = [
  valuesContract,
  transactionContract,
  stageContract,
  streamContract,
  concurrencyContract,
  closingContract,
]

for (const databases of await bothDatabases()) {
  for (const contract of CONTRACTS) contract(databases)
}
