import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Claim } from '../../src/frontier/claim/claim.ts'
import type { ClaimOutcome } from '../../src/frontier/complete/completion.ts'
import type { Frontier } from '../../src/frontier/frontier.ts'
import { createFrontier, openFrontier } from '../../src/frontier/open-frontier.ts'
import { CountChanges } from '../../src/frontier/sql/count-changes.ts'
import { copyUrls, countPartitions, createNextTable } from '../../src/frontier/sql/replace-urls-table.ts'
import { queuePages } from '../../src/frontier/sql/queue-pages.ts'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import type { Database } from '@canonist/registry/internal/store/database'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { dumpSchema } from '../../../registry/test/store/support/schema-dump.ts'
import { frontierDatabases } from '@canonist/test-support/databases.ts'
import { findFaults } from './support/faults.ts'
import { recordPartitions } from './support/record-partitions.ts'
import { openStage, stageTests } from './support/stage.ts'

const [sqlite, plain, partitioned] = await frontierDatabases()
assert.ok(sqlite !== undefined && plain !== undefined && partitioned !== undefined)

const FETCHED = { kind: 'fetched', status: 200, sinceRequestMs: 0 } as const
const urlsOf = (hosts: number, each: number): string[] =>
  Array.from({ length: hosts * each }, (_, index) => `https://h${index % hosts}.example/${index}`)

test('sqlite has no partitions, and says so', async () => {
  const frontier = await openFrontier(await sqlite.freshLocation())
  await assert.rejects(frontier.partition(4), { code: 'store/no-partitions' })
  await frontier.close()
})

test('a claim of one host, its heartbeat and its result look in one partition, and so does a link that is known', async () => {
  const location = await partitioned.freshLocation()
  const database = await openDatabase(location)
  const { recorded, record } = recordPartitions(database)
  const frontier = await createFrontier(recorded, { hostDelayMs: 0 })
  await frontier.submit(urlsOf(300, 10))
  await database.run('analyze frontier_urls, host_clocks, hosts, pages')
  for (let round = 0; round < 5; round += 1) {
    const claims: Claim[] = []
    const claiming = await record(async () => void claims.push(...(await frontier.claim({ limit: 1, isBusy: true }))))
    assert.equal(claims.length, 1)
    assert.equal(claiming.size, 1, `claim: ${[...claiming].join(' ')}`)
    const heartbeat = await record(() => frontier.heartbeat(claims))
    assert.deepEqual(heartbeat, claiming)
    const completing = await record(() => frontier.complete(claims.map((claim) => ({ claim, outcome: FETCHED }))))
    assert.deepEqual(completing, claiming)
    const submitting = await record(() => frontier.submit(claims.map(({ url }) => url)))
    assert.deepEqual(submitting, claiming)
  }
  await frontier.close()
})

test('a lease without the id of its host is found too', async () => {
  const stage = await openStage(await partitioned.freshLocation())
  await stage.frontier.submit(['https://a.example/', 'https://b.example/'])
  const refs = (await stage.claim()).map(({ id, token }) => ({ id, token }))
  assert.deepEqual(
    await stage.frontier.heartbeat([...refs, { id: 99, token: 1 }]).then((all) => all.map(({ ok }) => ok)),
    [true, true, false],
  )
  const results = await stage.frontier.complete(refs.map((claim) => ({ claim, outcome: FETCHED })))
  assert.ok(results.every(({ ok }) => ok))
  await stage.close()
})

const readAll = (database: Database): Promise<unknown> =>
  database.all('select * from frontier_urls order by page_id, host_id')

stageTests(plain)('partitions are made, changed and taken back without a change to any URL', async (stage) => {
  const { frontier, database } = stage
  await frontier.submit(urlsOf(50, 60))
  await frontier.complete((await stage.claim()).map((claim) => ({ claim, outcome: FETCHED })))
  const left = await frontier.claim({ limit: 10 })
  const [before, schema] = [await readAll(database), await dumpSchema(database)]
  await database.run('grant select, update on frontier_urls to pg_monitor')
  for (const [partitions, was] of [
    [5, 1],
    [3, 5],
    [3, 3],
    [1, 3],
  ] as const) {
    const copied: number[] = []
    const report = await frontier.partition(partitions, { onProgress: (urls) => copied.push(urls) })
    assert.deepEqual(report, { before: was, partitions, urls: partitions === was ? 0 : 3000 })
    assert.equal(copied.at(-1), partitions === was ? undefined : 3000)
    assert.deepEqual(await readAll(database), before)
    const [table] = await database.all<{ partitions: number; options: number; grants: number }>(
      `select count(*) filter (where relkind = 'r' and relname ~ '^frontier_urls_[0-9]+$') as partitions,
         count(*) filter (where 'fillfactor=70' = any (reloptions)) as options,
         has_table_privilege('pg_monitor', 'frontier_urls', 'update')::int as grants
       from pg_class where relname ~ '^frontier_urls(_[0-9]+)?$' and relnamespace = current_schema()::regnamespace`,
    )
    assert.deepEqual(table, { partitions: partitions === 1 ? 0 : partitions, options: partitions, grants: 1 })
    assert.deepEqual(await database.all(`select 1 from pg_class where relname like '%next%'`), [])
  }
  assert.deepEqual(await dumpSchema(database), schema)
  assert.ok((await frontier.release(left)).every(({ ok }) => ok))
})

test('an interrupted copy leaves the queue as it was, and the next run starts again', async () => {
  const stage = await openStage(await plain.freshLocation())
  await stage.frontier.submit(urlsOf(50, 60))
  const before = await dumpSchema(stage.database)
  const stop = new AbortController()
  const stopped = stage.frontier.partition(4, { signal: stop.signal, onProgress: () => stop.abort() })
  await assert.rejects(stopped, { name: 'AbortError' })
  assert.equal(await dumpSchema(stage.database), before)
  for (const partitions of [1, 4]) {
    // As a killed process leaves it, in the middle of the copy.
    await stage.database.transaction((transaction) => createNextTable(transaction, 7))
    await stage.database.transaction((transaction) => copyUrls(transaction, 0, 1000))
    await stage.fetchAll()
    assert.deepEqual(await stage.frontier.partition(partitions), {
      before: 1,
      partitions,
      urls: partitions === 1 ? 0 : 3000,
    })
    assert.deepEqual(await findFaults(stage.database), [])
    assert.deepEqual(await stage.database.all(`select 1 from pg_trigger where tgname = 'frontier_urls_mirror'`), [])
  }
  await stage.close()
})

test('of two processes that copy at the same time, the second has its way, and nothing is lost', async () => {
  const location = await plain.freshLocation()
  const [one, two] = [await openFrontier(location), await openFrontier(location)]
  await one.submit(urlsOf(50, 60))
  const seconds: Promise<unknown>[] = []
  const first = one.partition(4, { onProgress: () => void (seconds.length === 0 && seconds.push(two.partition(3))) })
  await Promise.allSettled([first])
  await Promise.all(seconds)
  const database = await openDatabase(location)
  assert.equal(await countPartitions(database), 3)
  assert.deepEqual(await findFaults(database), [])
  assert.equal((await database.all('select 1 from frontier_urls')).length, 3000)
  await Promise.all([one, two, database].map((each) => each.close()))
})

/** Claims, moves to other hosts, fails, adds and forgets URLs, until it is told to stop. */
async function work(frontier: Frontier, worker: number, isOver: () => boolean): Promise<number> {
  let done = 0
  for (let round = 0; !isOver(); round += 1) {
    const claims = await frontier.claim({ limit: 20, perHost: 3 })
    const outcomes = claims.map((claim, index): { claim: Claim; outcome: ClaimOutcome } => {
      if (index % 4 === 0)
        return { claim, outcome: { ...FETCHED, finalUrl: `https://m${claim.id % 40}.example/${claim.id}` } }
      return {
        claim,
        outcome: index % 4 === 1 ? { kind: 'failed', reason: 'connect_timeout', sinceRequestMs: 0 } : FETCHED,
      }
    })
    await frontier.complete(outcomes)
    await frontier.submit([`https://new${worker}.example/${round}`, `https://m${round % 40}.example/${round}`])
    if (round % 10 === 0) await frontier.forget({ host: `new${worker}.example` })
    done += claims.length
  }
  return done
}

test('workers go on while partitions are made, changed and taken back: nothing is lost or doubled', async () => {
  const location = await plain.freshLocation()
  const options = { hostDelayMs: 0, recrawl: { firstMs: 1, minMs: 1, maxMs: 1 } }
  const frontiers = await Promise.all(Array.from({ length: 4 }, () => openFrontier(location, options)))
  const [first, ...workers] = frontiers
  assert.ok(first !== undefined)
  await first.submit(urlsOf(100, 80))
  let isOver = false
  const working = Promise.all(workers.map((frontier, index) => work(frontier, index, () => isOver)))
  for (const partitions of [4, 3, 1]) assert.equal((await first.partition(partitions)).partitions, partitions)
  isOver = true
  assert.ok((await working).every((done) => done > 0))
  const database = await openDatabase(location)
  assert.deepEqual(
    (await findFaults(database)).filter((fault) => !fault.startsWith('a host that would never be looked at')),
    [],
  )
  const [kept] = await database.all<{ n: number }>(
    `select count(*) as n from pages p join frontier_urls u on u.page_id = p.id where p.id <= 8000`,
  )
  assert.equal(kept?.n, 8000)
  await database.close()
  await Promise.all(frontiers.map((frontier) => frontier.close()))
})

const QUEUERS: Readonly<Record<string, (location: string, id: number) => Promise<void>>> = {
  'a submission': async (location) => {
    const frontier = await openFrontier(location)
    await frontier.submit(['https://a.example/'])
    await frontier.close()
  },
  'the target of a redirect': async (location, id) => {
    const database = await openDatabase(location)
    await database.transaction((transaction) => queuePages(transaction, [id], 1, new CountChanges()))
    await database.close()
  },
}

for (const [name, queue] of Object.entries(QUEUERS))
  test(`a page that another process queues and moves at the same moment is queued once (${name})`, async () => {
    const location = await partitioned.freshLocation()
    const registry = await openRegistry(location)
    await registry.ingest(['https://a.example/'])
    await registry.close()
    const database = await openDatabase(location)
    // So that the host of the page is in another partition.
    const hosts = Array.from({ length: 20 }, (_, index) => index + 100)
    for (const id of hosts) await database.run('insert into hosts (id, host) values ($1, $2)', [id, `h${id}.example`])
    let queuing = Promise.resolve()
    await database.transaction(async (transaction) => {
      const [page] = await transaction.all<{ id: number }>('select id from pages')
      assert.deepEqual(await queuePages(transaction, [page?.id ?? 0], 1, new CountChanges()), [page?.id])
      queuing = queue(location, page?.id ?? 0)
      await waitForLock(location)
      for (const id of hosts) await transaction.run('update frontier_urls set host_id = $1', [id])
    })
    await queuing
    assert.equal((await database.all('select page_id from frontier_urls')).length, 1)
    await database.close()
  })

/** Until a connection waits for another. */
async function waitForLock(location: string): Promise<void> {
  const database = await openDatabase(location)
  const end = Date.now() + 10_000
  while ((await database.all(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`)).length === 0)
    assert.ok(Date.now() < end, 'nobody waits')
  await database.close()
}
