import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { AGENTS, checkFigures, runTogether } from './shared-politeness.ts'

const RUN = { delayMs: 250, forMs: 8000, retryAfterS: 1 }

for (const databases of await bothDatabases()) {
  test(`${databases.dialect}: two work, one check and one admit are one polite client to a host`, async (context) => {
    const figures = await runTogether(databases, temporaryFolder(), RUN)
    context.diagnostic(JSON.stringify(figures))
    checkFigures(figures, RUN)
    assert.deepEqual(figures.pauses.map(({ agent }) => agent).toSorted(), AGENTS.toSorted())
  })
}
