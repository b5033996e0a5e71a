import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideReview } from '../../src/registry/reviews/decide-review.ts'
import { findReview } from '../../src/registry/sql/reviews.sql.ts'
import { raiseReviews } from '../../src/registry/reviews/raise-reviews.ts'
import type { Database } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { failingAtStatement } from './support/failing-database.ts'

const RAISED = ['www.a.example a.example', 'www.b.example b.example'].map((subject) => ({
  kind: 'host_alias',
  subject,
  detail: {},
  count: 1,
}))

/** Again and again, where the next statement fails each time; what failed has changed nothing. */
async function untilDone(database: Database, work: (failing: Database) => Promise<unknown>): Promise<void> {
  const state = async (): Promise<unknown> => [
    await database.all('select kind, subject, count, state from reviews order by id'),
    await database.all('select fact, value from host_facts'),
  ]
  const before = await state()
  for (let statement = 1; ; statement += 1) {
    const failure = await work(failingAtStatement(database, statement)).then(() => null, String)
    if (failure === null) return
    assert.equal(failure, `Error: statement ${statement} failed`)
    assert.deepEqual(await state(), before)
  }
}

for (const { dialect, freshLocation } of await bothDatabases()) {
  test(`${dialect}: whatever statement of raising or deciding fails, it is done once in the end, or not at all`, async (t) => {
    const database = await openDatabase(await freshLocation())
    t.after(() => database.close())
    await untilDone(database, (failing) =>
      failing.transaction((transaction) => raiseReviews(transaction, RAISED, 1000)),
    )
    const reviews = await database.all<{ id: number; count: number }>('select id, count from reviews order by id')
    assert.deepEqual(
      reviews.map(({ count }) => count),
      [1, 1],
    )
    const id = reviews[0]?.id ?? 0
    const decision = { verb: 'accept', by: 'ada', why: null, at: 5000 } as const
    await untilDone(database, (failing) => decideReview(failing, id, decision))
    const facts = await database.all('select value, observed_at from host_facts')
    assert.deepEqual(facts, [{ value: 'a.example', observed_at: 5000 }])
    assert.equal((await findReview(database, id))?.state, 'accepted')
  })
}
