import { test } from 'node:test'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { killDecisions, killRekeys } from './kill-runs.ts'

const KILLS = 100

for (const databases of await bothDatabases()) {
  test(`${databases.dialect}: rekey and its undoing, killed ${KILLS} times`, async (t) => {
    t.diagnostic(`${await killRekeys(databases, KILLS, Math.random)} kills`)
  })

  test(`${databases.dialect}: decisions, killed ${KILLS} times`, async (t) => {
    let kills = 0
    while (kills < KILLS) kills += await killDecisions(databases, Math.random)
    t.diagnostic(`${kills} kills`)
  })
}
