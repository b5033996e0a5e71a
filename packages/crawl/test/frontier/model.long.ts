import { bothDatabases } from '@canonist/test-support/databases.ts'
import { testAgainstOracle } from './model.ts'

const RUNS = { sqlite: 3000, postgres: 300 }

for (const databases of await bothDatabases()) testAgainstOracle(databases, RUNS[databases.dialect])
