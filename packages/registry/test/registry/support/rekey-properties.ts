import assert from 'node:assert/strict'
import fc from 'fast-check'
import { rekey } from '../../../src/registry/rekey/rekey.ts'
import { undoRekey } from '../../../src/registry/rekey/undo-rekey.ts'
import { openDatabase } from '../../../src/store/open-database.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { happen, someEvent, someLines, somePolicy } from './rekey-cases.ts'
import { findFaults, readMeaning, readRows } from './state.ts'
import { runs } from '@canonist/test-support/runs.ts'

// Small, so that a few URLs make many portions.
const options = { now: () => 1_000_000, limits: { pages: 3, aliases: 4 } }

/** A rekey gives what adding everything under the new policy gives. */
export async function rekeysLikeAdding(databases: TestDatabases, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(
    fc.array(someLines, { minLength: 1, maxLength: 4 }),
    somePolicy,
    somePolicy,
    async (events, before, after) => {
      const moved = await openDatabase(await databases.freshLocation())
      const afresh = await openDatabase(await databases.freshLocation())
      await happen(moved, before, events)
      await rekey(moved, after, options)
      await happen(afresh, after, events)
      assert.deepEqual(await findFaults(moved), [])
      assert.deepEqual(await readMeaning(moved), await readMeaning(afresh))
      await Promise.all([moved.close(), afresh.close()])
    },
  )
  await fc.assert(property, runs(numRuns))
}

/** A rekey that is taken back leaves everything as it was, also where proofs hold pages together. */
export async function undoesExactly(databases: TestDatabases, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(
    fc.array(someEvent, { minLength: 1, maxLength: 5 }),
    somePolicy,
    somePolicy,
    somePolicy,
    async (events, first, second, third) => {
      fc.pre(second.fingerprint !== third.fingerprint)
      const database = await openDatabase(await databases.freshLocation())
      await happen(database, first, events)
      await rekey(database, second, options)
      const before = await readRows(database)
      const { run } = await rekey(database, third, options)
      assert.deepEqual(await findFaults(database), [])
      assert.equal((await undoRekey(database, run ?? 0, options)).isExact, true)
      assert.deepEqual(await findFaults(database), [])
      assert.deepEqual(await readRows(database), before)
      await database.close()
    },
  )
  await fc.assert(property, runs(numRuns))
}
