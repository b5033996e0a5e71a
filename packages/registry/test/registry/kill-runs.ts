import assert from 'node:assert/strict'
import { policies, type Policy } from '@canonist/core'
import { createRegistry } from '../../src/registry/open-registry.ts'
import { raiseReviews } from '../../src/registry/reviews/raise-reviews.ts'
import type { Database } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { POLICIES } from './support/rekey-cases.ts'
import { runUntilKilled } from './support/kill.ts'
import { findFaults, readMeaning, readRows } from './support/state.ts'
import { assertAllFound, manyUrls } from './support/urls.ts'

const URLS = manyUrls(240)
/** So that some come to their end and most do not. */
const LONGEST_MS = { sqlite: 80, postgres: 500 }
/** Every so often all URLs are looked for, which takes longer than the killing. */
const LOOK_EVERY = 5

/** Moves keys to and fro, killing again and again; tells how many kills it took. */
export async function killRekeys(databases: TestDatabases, kills: number, chance: () => number): Promise<number> {
  const location = await databases.freshLocation()
  const database = await openDatabase(location)
  await (await createRegistry(database, { now: () => 1000 })).ingest(URLS)
  const beginning = await readRows(database)
  let count = 0
  while (count < kills) {
    count += await killUntilDone(database, location, { chance })
    assert.deepEqual(await readMeaning(database), await afresh(databases, target()))
    const [run] = await database.all<{ id: number }>("select max(id) as id from runs where kind = 'rekey'")
    count += await killUntilDone(database, location, { chance, run: String(run?.id) })
    assert.deepEqual(await readRows(database), beginning)
  }
  await database.close()
  return count
}

const target = (): Policy => POLICIES[3] ?? policies.dedupe

interface Work {
  readonly chance: () => number
  /** The rekey that is taken back. */
  readonly run?: string
}

async function killUntilDone(database: Database, location: string, { chance, run = '' }: Work): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const args = [location, JSON.stringify(target().spec), run]
    const isDone = await runUntilKilled('rekey', args, chance() * LONGEST_MS[database.dialect])
    assert.deepEqual(await findFaults(database), [])
    if (kills % LOOK_EVERY === 0) await assertAllFound(database, URLS)
    if (isDone) return kills
  }
}

async function afresh(databases: TestDatabases, policy: Policy): Promise<unknown> {
  const database = await openDatabase(await databases.freshLocation())
  await (await createRegistry(database, { policy, now: () => 1000 })).ingest(URLS)
  const meaning = await readMeaning(database)
  await database.close()
  return meaning
}

const REVIEWS = 120

/** Two people at once decide everything, and are killed again and again; tells how many kills it took. */
export async function killDecisions(databases: TestDatabases, chance: () => number): Promise<number> {
  const location = await databases.freshLocation()
  const database = await openDatabase(location)
  await raiseAliases(database)
  let before = new Map<number, string>()
  for (let kills = 0; ; kills += 2) {
    const people = [`person-${kills}`, `person-${kills + 1}`]
    const ends = await Promise.all(
      people.map((by) => runUntilKilled('decide', [location, by], chance() * LONGEST_MS[database.dialect])),
    )
    const now = await readDecisions(database)
    for (const [id, decision] of before) assert.equal(now.get(id), decision, 'a decision was made twice')
    const [facts] = await database.all<{ count: number }>('select count(*) as count from host_facts')
    assert.equal(facts?.count, now.size, 'a decision without its fact, or a fact without its decision')
    assert.deepEqual(await findFaults(database), [])
    before = now
    if (!ends.includes(true)) continue
    assert.equal(now.size, REVIEWS)
    await database.close()
    return kills
  }
}

function raiseAliases(database: Database): Promise<unknown> {
  const subjects = Array.from({ length: REVIEWS }, (_, index) => `www.site-${index}.example site-${index}.example`)
  return database.transaction((transaction) =>
    raiseReviews(
      transaction,
      subjects.map((subject) => ({ kind: 'host_alias', subject, detail: {}, count: 1 })),
      1000,
    ),
  )
}

async function readDecisions(database: Database): Promise<Map<number, string>> {
  const rows = await database.all<{ id: number; decided_by: string; decided_at: number }>(
    "select id, decided_by, decided_at from reviews where state <> 'open'",
  )
  return new Map(rows.map(({ id, decided_by, decided_at }) => [id, `${decided_by} ${decided_at}`]))
}
