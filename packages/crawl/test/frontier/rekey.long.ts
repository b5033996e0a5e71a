import { bothDatabases } from '@canonist/test-support/databases.ts'
import { testRekeyBesideWorkers } from './rekey-beside-workers.ts'

for (const databases of await bothDatabases())
  testRekeyBesideWorkers(databases, { pages: 500_000, portion: 20_000, kills: 5 })
