import { bothDatabases } from '@canonist/test-support/databases.ts'
import { testKills } from './ingest-kill.ts'

const KILLS = { sqlite: 10, postgres: 4 }

for (const databases of await bothDatabases()) testKills(databases, KILLS[databases.dialect])
