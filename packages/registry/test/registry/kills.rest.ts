import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { killDecisions, killRekeys } from './kill-runs.ts'

// The long form is in kills.long.ts.
const KILLS = 4

for (const databases of await bothDatabases()) {
  test(`${databases.dialect}: rekey and its undoing, killed again and again, lose and double nothing`, async () => {
    assert.ok((await killRekeys(databases, KILLS, Math.random)) >= KILLS)
  })

  test(`${databases.dialect}: decisions, killed again and again, are made exactly once`, async () => {
    await killDecisions(databases, Math.random)
  })
}
