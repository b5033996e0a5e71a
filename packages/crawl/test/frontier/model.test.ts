import { bothDatabases } from '@canonist/test-support/databases.ts'
import { testAgainstOracle } from './model.ts'

const RUNS = { sqlite: 25, postgres: 3 }

for (const databases of await bothDatabases()) testAgainstOracle(databases, RUNS[databases.dialect])
