import { bothDatabases } from '@canonist/test-support/databases.ts'
import { testRekeyBesideWorkers } from './rekey-beside-workers.ts'

for (const databases of await bothDatabases())
  testRekeyBesideWorkers(databases, { pages: 1000, portion: 150, kills: 2 })
