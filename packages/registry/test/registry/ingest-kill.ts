import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openRegistry } from '../../src/registry/open-registry.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { freshFolder, type TestDatabases } from '@canonist/test-support/databases.ts'
import { runUntilKilled } from './support/kill.ts'
import { mixedLines } from './support/mixed-lines.ts'
import { remembered } from './support/remembered.ts'
import { findFaults } from './support/state.ts'

const BATCH_LINES = 20
const SOURCE = 'list'

/** Killed at random moments and run again, ingest ends as if nothing had happened. */
export function testKills({ dialect, emptyLocation }: TestDatabases, kills: number): void {
  test(`${dialect}: ${kills} times kill -9 of ingest: nothing is lost, nothing doubled`, async () => {
    const lines = mixedLines(1500)
    const file = join(freshFolder(), 'lines.txt')
    writeFileSync(file, lines.join('\n'))
    const expected = await ingestAtOnce(await emptyLocation(), lines)
    const ingestUntil = async (location: string, ms: number): Promise<boolean> => {
      await runUntilKilled('ingest', [location, file, SOURCE, String(BATCH_LINES)], ms)
      await assertSound(location)
      return isFinished(location)
    }
    let location = await emptyLocation()
    for (let kill = 0; kill < kills; kill++) {
      // What is finished would begin anew, and count everything once more.
      if (!(await ingestUntil(location, Math.random() * 120))) continue
      assert.deepEqual(await readState(location), expected)
      location = await emptyLocation()
    }
    assert.equal(await ingestUntil(location, 60_000), true)
    assert.deepEqual(await readState(location), expected)
  })
}

async function ingestAtOnce(location: string, lines: readonly string[]): Promise<unknown> {
  const registry = await openRegistry(location)
  await registry.ingest(lines, { source: SOURCE, batchLines: BATCH_LINES })
  await registry.close()
  return readState(location)
}

async function readState(location: string): Promise<unknown> {
  const database = await openDatabase(location)
  return remembered(database).finally(() => database.close())
}

async function assertSound(location: string): Promise<void> {
  const database = await openDatabase(location)
  assert.deepEqual(await findFaults(database).finally(() => database.close()), [])
}

async function isFinished(location: string): Promise<boolean> {
  const database = await openDatabase(location)
  // An import that is done has no run any more, and one that has not begun has none yet.
  const [row] = await database
    .all<{ readonly runs: number; readonly pages: number }>(
      'select (select count(*) from runs) as runs, (select count(*) from pages) as pages',
    )
    .finally(() => database.close())
  return row?.runs === 0 && row.pages > 0
}
