import { test } from 'node:test'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { rekeysLikeAdding, undoesExactly } from './support/rekey-properties.ts'

const RUNS = { sqlite: 2000, postgres: 100 }

for (const databases of await bothDatabases()) {
  const { dialect } = databases

  test(`${dialect}: a rekey gives what adding everything under the new policy gives`, () =>
    rekeysLikeAdding(databases, RUNS[dialect]))

  test(`${dialect}: a rekey that is taken back leaves everything as it was`, () =>
    undoesExactly(databases, RUNS[dialect]))
}
