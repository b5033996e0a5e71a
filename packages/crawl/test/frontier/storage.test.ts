import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClaimOutcome } from '../../src/frontier/complete/completion.ts'
import { createFrontier, openFrontier } from '../../src/frontier/open-frontier.ts'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { failingAtStatement } from '../../../registry/test/registry/support/failing-database.ts'
import { everyDatabase } from '@canonist/test-support/databases.ts'
import { findFaults } from './support/faults.ts'
import { openStage, stageTests } from './support/stage.ts'

const [sqlite, postgres] = await everyDatabase()

test('sqlite: hard test 38: a full disk: the submission fails as a whole, and resumes when there is room', async () => {
  const stage = await openStage(await sqlite.freshLocation())
  const pragma = (sql: string) => stage.database.transaction((transaction) => transaction.all(sql))
  await stage.frontier.submit(['https://a.example/'])
  const [pages] = await stage.database.all<{ page_count: number }>('pragma page_count')
  await pragma(`pragma max_page_count = ${(pages?.page_count ?? 0) + 20}`)
  const many = Array.from({ length: 5000 }, (_, index) => `https://h${index}.example/`)
  await assert.rejects(stage.frontier.submit(many), { code: 'store/disk-full' })
  assert.deepEqual(await findFaults(stage.database), [])
  assert.equal((await stage.frontier.countByState()).pending, 1)
  await pragma('pragma max_page_count = 1000000')
  assert.equal((await stage.frontier.submit(many)).new, 5000)
  assert.deepEqual(await findFaults(stage.database), [])
  await stage.close()
})

test('sqlite: hard test 38: while another process writes, a claim waits; nothing is handed out twice', async () => {
  const location = await sqlite.freshLocation()
  const [one, two] = [await openFrontier(location), await openFrontier(location)]
  await one.submit(Array.from({ length: 40 }, (_, index) => `https://h${index}.example/`))
  const batches = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => (turn % 2 === 0 ? one : two).claim({ limit: 3 })),
  )
  const ids = batches.flat().map(({ id }) => id)
  assert.equal(ids.length, 40)
  assert.equal(new Set(ids).size, 40)
  await Promise.all([one.close(), two.close()])
})

const OUTCOMES: readonly ClaimOutcome[] = [
  { kind: 'fetched', status: 200, contentHash: 'ab', sinceRequestMs: 0 },
  { kind: 'fetched', status: 200, finalUrl: 'https://new.example/', sinceRequestMs: 0 },
  { kind: 'fetched', status: 200, finalUrl: 'https://winner.example/', sinceRequestMs: 0 },
  { kind: 'redirected', to: 'https://target.example/', status: 301, sinceRequestMs: 0 },
  { kind: 'failed', reason: 'connect_refused', sinceRequestMs: 0 },
]

for (const databases of [sqlite, postgres]) {
  for (const outcome of OUTCOMES) {
    const name = 'finalUrl' in outcome ? `${outcome.kind} at ${String(outcome.finalUrl)}` : outcome.kind
    stageTests(databases)(
      `broken off at any statement, a result (${name}) is all there or not at all`,
      async (stage) => {
        await stage.frontier.submit(['https://old.example/', 'https://winner.example/'])
        const claims = await stage.claim()
        const claim = claims.find(({ host }) => host === 'old.example') ?? assert.fail()
        const database = await openDatabase(stage.location)
        const before = await picture(stage.database)
        for (let statement = 1; ; statement += 1) {
          assert.ok(statement < 60)
          const frontier = await createFrontier(failingAtStatement(database, statement))
          const isDone = await frontier.complete([{ claim, outcome }]).then(
            (answers) => answers.every(({ ok }) => ok),
            () => false,
          )
          if (isDone) break
          assert.deepEqual(await picture(stage.database), before, `statement ${statement}`)
        }
        assert.notDeepEqual(await picture(stage.database), before)
        await database.close()
      },
    )
  }
}

async function picture(database: Awaited<ReturnType<typeof openDatabase>>): Promise<unknown> {
  return {
    urls: await database.all('select * from frontier_urls order by page_id'),
    hosts: await database.all('select * from host_clocks order by host_id'),
    pages: await database.all('select id, canonical_url, fetch_url, merged_into from pages order by id'),
    aliases: await database.all('select page_id, raw_url, evidence from aliases order by page_id, raw_url'),
    counts: await database.all('select * from frontier_counts order by slot, state, reason'),
  }
}
