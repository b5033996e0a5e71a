import { bothDatabases } from '@canonist/test-support/databases.ts'
import { testAdmissionKills } from './admission-kill.ts'

const KILLS = { sqlite: 4, postgres: 2 }

for (const databases of await bothDatabases()) testAdmissionKills(databases, KILLS[databases.dialect], 200)
