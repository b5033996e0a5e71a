import assert from 'node:assert/strict'
import { definePolicy } from '@canonist/core'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import type { Transaction } from '@canonist/registry/internal/store/database'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { CountChanges } from '../../src/frontier/sql/counts.sql.ts'
import { queuePages } from '../../src/frontier/sql/new-urls.sql.ts'
import { everyDatabase } from '@canonist/test-support/databases.ts'
import { holdUp } from '@canonist/test-support/hold-up.ts'
import { testKilledSubmission } from './submit-kill.ts'
import { stageTests, START, type Stage } from './support/stage.ts'

const SPELLINGS = [
  'https://a.example/?b=1&a=2',
  'https://a.example/?a=2&b=1#x',
  'HTTPS://A.example/?a=2&b=1&utm_source=x',
]

/** By as many processes as there are spellings; tells how many of them hold theirs to be new. */
async function submitAtOnce(stage: Stage, meanwhile: () => Promise<void> = async () => undefined): Promise<number> {
  const others = await Promise.all(SPELLINGS.map(() => stage.other()))
  const submitting = Promise.all(others.map((one, index) => one.submit([SPELLINGS[index] ?? ''])))
  await meanwhile()
  return (await submitting).reduce((sum, report) => sum + report.new, 0)
}

const [sqlite, postgres] = await everyDatabase()

for (const isKnown of [false, true]) {
  stageTests(postgres)(
    `hard test 4: several spellings of a page that the registry ${isKnown ? 'knows' : 'does not know'}, at the very same moment, are one row`,
    async (stage) => {
      // Nobody is to wait because policy or host are new.
      await stage.frontier.submit(['https://a.example/another'])
      const registry = await openRegistry(stage.location)
      if (isKnown) await registry.ingest(SPELLINGS)
      await registry.close()
      const held = await holdUp(stage.location)
      const made = await submitAtOnce(stage, async () => {
        await held.isWaitedFor(SPELLINGS.length)
        await held.released()
      })
      assert.equal(made, 1)
      assert.equal((await stage.frontier.countByState()).pending, 2)
    },
  )
}

/** The ways to queue a page. */
const QUEUERS: Readonly<Record<string, (stage: Stage, id: number) => Promise<void>>> = {
  'a submission': async (stage) => void (await (await stage.other()).submit(['https://a.example/'])),
  'the target of a redirect': async (stage, id) => {
    const database = await openDatabase(stage.location)
    await database.transaction((transaction) => queue(transaction, id))
    await database.close()
  },
}

async function queue(transaction: Transaction, id: number): Promise<void> {
  const counts = new CountChanges()
  await queuePages(transaction, [id], START, counts)
  counts.write(transaction, 0)
}

for (const [name, queueElsewhere] of Object.entries(QUEUERS))
  stageTests(postgres)(`a page that two processes queue at the same moment is queued once (${name})`, async (stage) => {
    const registry = await openRegistry(stage.location)
    await registry.ingest(['https://a.example/'])
    await registry.close()
    let queuing = Promise.resolve()
    await stage.database.transaction(async (transaction) => {
      const [page] = await transaction.all<{ id: number }>('select id from pages')
      const id = page?.id ?? assert.fail()
      await queue(transaction, id)
      queuing = queueElsewhere(stage, id)
      await waitForLock(stage)
    })
    await queuing
    assert.equal((await stage.frontier.countByState()).pending, 1)
  })

/** Until a connection waits for another. */
async function waitForLock({ database }: Stage): Promise<void> {
  const end = Date.now() + 10_000
  while ((await database.all(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`)).length === 0)
    assert.ok(Date.now() < end, 'no connection waits')
}

for (const databases of [sqlite, postgres]) {
  const check = stageTests(databases)

  check('a line is new, a duplicate, or rejected', async ({ frontier }) => {
    const lines = ['https://a.example/', 'https://A.example', 'nonsense', '', 'https://b.example/']
    assert.deepEqual(await frontier.submit(lines), { seen: 4, new: 2, duplicates: 1, rejected: 1 })
    assert.deepEqual(await frontier.submit(lines), { seen: 4, new: 0, duplicates: 3, rejected: 1 })
  })

  check('a page that the registry knows is new to the queue all the same', async ({ frontier, location }) => {
    const registry = await openRegistry(location)
    await registry.ingest(['https://a.example/'])
    await registry.close()
    assert.deepEqual(await frontier.submit(['https://a.example/#x']), { seen: 1, new: 1, duplicates: 0, rejected: 0 })
  })

  check(
    'hard test 4: several spellings of one page, submitted at once by several processes, are one row',
    async (stage) => {
      assert.equal(await submitAtOnce(stage), 1)
      assert.deepEqual(await stage.frontier.countByState(), {
        pending: 1,
        leased: 0,
        fetched: 0,
        retry: 0,
        dead: 0,
        excluded: 0,
      })
    },
  )

  check(
    'who asks hears how many URLs lead to a page by another URL of it: moved, merged, and never by their own',
    async (stage) => {
      const old = ['https://a.example/moved', 'https://a.example/merged', 'https://a.example/itself']
      await stage.frontier.submit([...old, 'https://a.example/winner'])
      const ends = { moved: 'https://b.example/new', merged: 'https://a.example/winner' }
      for (let claims = await stage.claim(); claims.length > 0; claims = await stage.claim()) {
        const [claim = assert.fail()] = claims
        const end = Object.entries(ends).find(([name]) => claim.url.endsWith(name))?.[1]
        if (end === undefined) await stage.frontier.updateFetched(claim, { status: 200 })
        else await stage.frontier.updateFetchedWithFinalUrl(claim, end, { status: 200 })
      }
      let hits = 0
      const onAliasHits = (urls: number): void => void (hits += urls)
      const report = await stage.frontier.submit([...old, 'https://c.example/'], { onAliasHits })
      assert.deepEqual([hits, report.new], [2, 1])
    },
  )

  check(
    'whom a URL asks is the host of what is requested, not of the canonical URL',
    async (stage) => {
      await stage.frontier.submit(['http://www.a.example/1', 'http://a.example/2'])
      const claims = await stage.claim()
      assert.deepEqual(claims.map(({ host, fetchUrl }) => `${host} ${fetchUrl}`).toSorted(), [
        'a.example http://a.example/2',
        'www.a.example http://www.a.example/1',
      ])
    },
    { policy: definePolicy({ name: 'no-www', extends: 'dedupe', www: 'strip' }) },
  )

  check('a new URL of a host that had nothing left wakes it', async (stage) => {
    await stage.frontier.submit(['https://a.example/1'])
    await stage.fetchAll({ status: 200, sinceRequestMs: 0 })
    assert.deepEqual(await stage.claim(), [])
    await stage.frontier.submit(['https://a.example/2'])
    assert.deepEqual(await stage.claim(), [])
    await stage.pass(1000)
    assert.equal((await stage.claimOne()).url, 'https://a.example/2')
  })

  check(
    'a rekey while workers work: merged URLs are fetched once, split ones come in, nothing is lost',
    async (stage) => {
      const lines = ['https://a.example/x', 'https://www.a.example/x', 'https://b.example/y', 'https://c.example/']
      await stage.frontier.submit(lines)
      await stage.frontier.updateFetched((await stage.claim())[0] ?? assert.fail(), { status: 200 })
      const registry = await openRegistry(stage.location)
      await registry.rekey(definePolicy({ name: 'no-www', extends: 'dedupe', www: 'strip' }))
      await registry.close()
      await stage.loseWorkers()
      const fetched = await stage.fetchAll()
      assert.ok(fetched >= 2)
      const states: string[] = []
      for await (const { url, state, reason } of stage.frontier.streamUrls())
        states.push(`${url} ${state} ${reason ?? ''}`.trim())
      assert.equal(states.filter((state) => state.includes('//a.example/x fetched')).length, 1, states.join('\n'))
      assert.deepEqual(await stage.frontier.countByState(), {
        pending: 0,
        leased: 0,
        fetched: 4,
        retry: 0,
        dead: 0,
        excluded: 0,
      })
    },
  )

  check(
    'after a rekey, sweep settles merged pages at once and queues what parted; taken back, all is as before',
    async (stage) => {
      const merging = definePolicy({ name: 'no-www', extends: 'dedupe', www: 'strip' })
      const lines = [
        'https://a.example/x',
        'https://www.a.example/x',
        'https://b.example/?ref=1',
        'https://b.example/?ref=2',
      ]
      await stage.frontier.submit(lines)
      const before = await stage.frontier.countByState()
      assert.equal(before.pending, 3)
      const registry = await openRegistry(stage.location)
      const { run } = await registry.rekey(definePolicy({ name: 'all-refs', extends: 'rfc3986', www: 'strip' }))
      assert.equal((await stage.frontier.sweep()).reconciled, 2)
      assert.deepEqual(await stage.frontier.countByReason(), [
        { state: 'fetched', reason: 'merged', urls: 1 },
        { state: 'pending', reason: null, urls: 3 },
      ])
      assert.equal((await stage.frontier.sweep()).reconciled, 0)
      await registry.undoRekey(run ?? assert.fail())
      assert.equal((await stage.frontier.sweep()).reconciled, 1)
      assert.equal(await stage.fetchAll(), 3)
      assert.deepEqual(await stage.frontier.countByState(), {
        pending: 0,
        leased: 0,
        fetched: 3,
        retry: 0,
        dead: 0,
        excluded: 0,
      })
      await registry.rekey(merging)
      await registry.close()
      assert.equal((await stage.frontier.sweep()).reconciled, 1)
    },
  )

  check(
    'what stands for merged pages after a rekey is tried again where it was dead and they were not',
    async (stage) => {
      await stage.frontier.submit(['https://a.example/x', 'https://www.a.example/x'])
      for (const claim of await stage.claim())
        if (claim.host === 'a.example') await stage.frontier.updateFailed(claim, { reason: 'gone' })
        else await stage.frontier.release([claim])
      const registry = await openRegistry(stage.location)
      await registry.rekey(definePolicy({ name: 'no-www', extends: 'dedupe', www: 'strip' }))
      await registry.close()
      await stage.frontier.sweep()
      assert.deepEqual(await stage.frontier.countByReason(), [
        { state: 'fetched', reason: 'merged', urls: 1 },
        { state: 'pending', reason: null, urls: 1 },
      ])
      assert.equal((await stage.claimOne()).url, 'https://a.example/x')
    },
  )

  testKilledSubmission(databases, { lines: 10_000, batches: 4 })
}
