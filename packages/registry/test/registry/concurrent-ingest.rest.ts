import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { IngestReport } from '../../src/registry/ingest/ingest.ts'
import { openRegistry } from '../../src/registry/open-registry.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { bothDatabases, freshFolder } from '@canonist/test-support/databases.ts'
import { mixedLines } from './support/mixed-lines.ts'
import { remembered } from './support/remembered.ts'
import { findFaults } from './support/state.ts'

const PROCESSES = 4
const SCRIPT = fileURLToPath(new URL('support/processes/ingest.ts', import.meta.url))

async function ingestInProcess(location: string, file: string): Promise<IngestReport> {
  const args = ['--conditions=canonist-source', SCRIPT, location, file, '', '100']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as IngestReport
}

for (const { dialect, emptyLocation } of await bothDatabases()) {
  test(`${dialect}: ${PROCESSES} processes that ingest at once end as one after the other`, async () => {
    const lines = mixedLines(1000)
    const file = join(freshFolder(), 'lines.txt')
    writeFileSync(file, lines.join('\n'))
    const location = await emptyLocation()
    // Also the schema and the policy are made by whoever is first.
    const reports = await Promise.all(Array.from({ length: PROCESSES }, () => ingestInProcess(location, file)))

    const reference = await emptyLocation()
    const registry = await openRegistry(reference)
    for (let turn = 0; turn < PROCESSES; turn++) await registry.ingest(lines)
    await registry.close()
    const [many, one] = [await openDatabase(location), await openDatabase(reference)]
    assert.deepEqual(await findFaults(many), [])
    const { runs: _, ...state } = await remembered(many)
    const { runs: __, ...expected } = await remembered(one)
    assert.deepEqual(withoutFirst(state), withoutFirst(expected))
    const made = reports.reduce((sum, report) => sum + report.new, 0)
    assert.equal(made, state['pages']?.length)
    await Promise.all([many.close(), one.close()])
  })
}

/** What is fetched is the first spelling that was seen, and here nobody knows whose that is. */
function withoutFirst(state: Awaited<ReturnType<typeof remembered>>): unknown {
  return { ...state, pages: state['pages']?.map(({ fetch_url: _, ...page }) => page) }
}
