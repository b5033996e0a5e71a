import { frontierDatabases } from '@canonist/test-support/databases.ts'
import { testRekeyBesideWorkers } from './rekey-beside-workers.ts'

for (const databases of await frontierDatabases())
  testRekeyBesideWorkers(databases, { pages: 1000, portion: 150, kills: 2 })
