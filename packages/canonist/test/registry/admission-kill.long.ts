import { bothDatabases } from '../support/databases.ts'
import { testAdmissionKills } from './admission-kill.ts'

for (const databases of await bothDatabases()) testAdmissionKills(databases, 60, 2000)
