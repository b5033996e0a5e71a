import { test } from 'node:test'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { rekeysLikeAdding, undoesExactly } from './support/rekey-properties.ts'

// The long form is in rekey.long.ts.
const RUNS = { sqlite: 25, postgres: 4 }

for (const databases of await bothDatabases()) {
  const { dialect } = databases

  test(`${dialect}: a rekey gives what adding everything under the new policy gives`, () =>
    rekeysLikeAdding(databases, RUNS[dialect]))

  test(`${dialect}: a rekey that is taken back leaves everything as it was`, () =>
    undoesExactly(databases, RUNS[dialect]))
}
