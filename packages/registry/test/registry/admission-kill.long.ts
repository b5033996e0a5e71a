import { bothDatabases } from '@canonist/test-support/databases.ts'
import { testAdmissionKills } from './admission-kill.ts'

const KILLS = { sqlite: 30, postgres: 10 }

for (const databases of await bothDatabases()) testAdmissionKills(databases, KILLS[databases.dialect], 600)
