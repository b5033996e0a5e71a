import { frontierDatabases } from '@canonist/test-support/databases.ts'
import { testAgainstOracle } from './model.ts'

const RUNS = { sqlite: 25, postgres: 3 }

for (const databases of await frontierDatabases()) testAgainstOracle(databases, RUNS[databases.dialect])
