import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { AGENTS, checkFigures, runTogether } from './shared-politeness.ts'

const RUN = { delayMs: 1000, forMs: 60_000, retryAfterS: 5 }

for (const databases of await bothDatabases()) {
  test(`${databases.dialect}: two work, one check and one admit on one database for a minute`, async (context) => {
    const figures = await runTogether(databases, temporaryFolder(), RUN)
    context.diagnostic(JSON.stringify(figures))
    checkFigures(figures, RUN)
    assert.deepEqual(figures.pauses.map(({ agent }) => agent).toSorted(), AGENTS.toSorted())
  })
}
