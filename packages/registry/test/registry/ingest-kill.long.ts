import { bothDatabases } from '@canonist/test-support/databases.ts'
import { testKills } from './ingest-kill.ts'

const KILLS = { sqlite: 100, postgres: 50 }

for (const databases of await bothDatabases()) testKills(databases, KILLS[databases.dialect])
