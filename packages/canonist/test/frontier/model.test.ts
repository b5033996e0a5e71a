import { bothDatabases } from '../support/databases.ts'
import { testAgainstOracle } from './model.ts'

const RUNS = { sqlite: 60, postgres: 8 }

for (const databases of await bothDatabases()) testAgainstOracle(databases, RUNS[databases.dialect])
