import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openFrontier } from '../../src/frontier/open-frontier.ts'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { joinProgram } from '@canonist/test-support/join-program.ts'
import { findFaults } from './support/faults.ts'
import { listLines } from './support/many-lines.ts'

const SCRIPT = await joinProgram(fileURLToPath(new URL('support/processes/submit.ts', import.meta.url)))
const BATCH = 1000

interface Submission {
  readonly lines: number
  /** How many are written before the kill. */
  readonly batches: number
}

/** Nine of ten lines are duplicates. */
export function testKilledSubmission({ dialect, freshLocation }: TestDatabases, { lines, batches }: Submission): void {
  const count = lines.toLocaleString('en')
  test(`${dialect}: hard test 35: ${count} lines, nine of ten duplicates, killed and resumed: the exact count`, async () => {
    const location = await freshLocation()
    await (await openFrontier(location)).close()
    const args = ['--conditions=canonist-source', SCRIPT, location, String(lines), String(batches)]
    await assert.rejects(promisify(execFile)(process.execPath, args), { signal: 'SIGKILL' })
    const frontier = await openFrontier(location)
    let resumedAt = 0
    const onResume = (position: number): void => void (resumedAt = position)
    const report = await frontier.submit(listLines(lines), { source: 'test', batchLines: BATCH, onResume })
    assert.equal(resumedAt, batches * BATCH)
    assert.deepEqual(report, { seen: lines, new: lines / 10, duplicates: (lines * 9) / 10, rejected: 0 })
    assert.equal((await frontier.countByState()).pending, lines / 10)
    await frontier.close()
    const database = await openDatabase(location)
    assert.deepEqual(await findFaults(database), [])
    await database.close()
  })
}
