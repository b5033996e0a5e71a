import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Frontier } from '../../src/frontier/frontier.ts'
import { work } from '../../src/worker/worker.ts'
import { sqliteFiles } from '../support/databases.ts'
import { runOn, startPostgres } from '../support/postgres.ts'
import { type Crawl, openCrawl } from './support/crawl.ts'

const server = await startPostgres()

/** A worker that runs until the test ends, and how often it has claimed. */
async function startWorker(location: string, beforeArming?: (crawl: Crawl) => () => Promise<void>) {
  const crawl = await openCrawl(location, (_request, response) => void response.end('<title>Tea</title>'))
  const stop = new AbortController()
  let claims = 0
  const frontier: Frontier = {
    ...crawl.frontier,
    claim: (options) => {
      claims += 1
      return crawl.frontier.claim(options)
    },
    watchReady(wake) {
      const watch = crawl.frontier.watchReady(wake)
      const interfere = beforeArming?.(crawl)
      return {
        get isArmed() {
          return watch.isArmed
        },
        arm: async () => {
          await interfere?.()
          await watch.arm()
        },
        disarm: () => watch.disarm(),
        close: () => watch.close(),
      }
    },
  }
  const { exchanger, results } = crawl
  const working = work(frontier, { exchanger, signal: stop.signal, onResult: (result) => void results.push(result) })
  return {
    crawl,
    countClaims: () => claims,
    /** How long until so many URLs were fetched, in milliseconds. */
    async waitForResults(count: number): Promise<number> {
      const start = performance.now()
      while (results.length < count && performance.now() - start < 20_000) await sleep(2)
      assert.equal(results.length, count)
      return performance.now() - start
    },
    /** Until it has not claimed for longer than a worker sleeps that polls. */
    async waitUntilAsleep(): Promise<void> {
      for (let [before, rounds] = [-1, 0]; before !== claims; rounds += 1) {
        assert.ok(rounds < 10, 'the worker does not stop polling')
        before = claims
        await sleep(1300)
      }
    },
    async stop(): Promise<void> {
      stop.abort()
      await working
      await crawl.close()
    },
  }
}

const url = (index: number): string => `http://h${index}.example/`

test('PostgreSQL: an idle worker stops polling, and is woken by whatever gives it work', async () => {
  const worker = await startWorker(await server.freshSchema())
  const { crawl } = worker
  try {
    const other = await crawl.other()
    const events: readonly (() => Promise<unknown>)[] = [
      () => other.submit([url(1), url(2)]),
      () => other.requeue({ host: 'h1.example' }),
      async () => {
        await other.pauseHost('h2.example')
        await other.submit(['http://h2.example/more'])
        await other.resumeHost('h2.example')
      },
    ]
    for (const [index, event] of events.entries()) {
      await worker.waitUntilAsleep()
      await event()
      const ms = await worker.waitForResults(index + 2)
      assert.ok(ms < 3000, `it took ${ms} ms`)
    }
  } finally {
    await worker.stop()
  }
})

test('PostgreSQL: a URL that comes between the last look and the sleep is not missed', async () => {
  let submitted = false
  const worker = await startWorker(await server.freshSchema(), (crawl) => async () => {
    if (submitted) return
    submitted = true
    await crawl.frontier.submit([url(1)])
  })
  try {
    assert.ok((await worker.waitForResults(1)) < 10_000)
    assert.ok(submitted)
  } finally {
    await worker.stop()
  }
})

test('PostgreSQL: a worker does not fall asleep while a transaction is open that would not wake it', async () => {
  const crawl = await openCrawl(await server.freshSchema(), {})
  const watch = crawl.frontier.watchReady(() => undefined)
  const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const writing = crawl.database.transaction(async (transaction) => {
    await transaction.run(`insert into hosts (id, host) values (1, 'h1.example')`)
    await transaction.run('insert into host_clocks (host_id, allowed_at, ready_at) values (1, 1, 1)')
    begun.resolve()
    await finish.promise
  })
  await begun.promise
  await watch.arm()
  assert.equal(watch.isArmed, false)
  finish.resolve()
  await writing
  await watch.arm()
  assert.equal(watch.isArmed, true)
  await watch.disarm()
  assert.equal(watch.isArmed, false)
  await crawl.close()
})

test('PostgreSQL: a worker whose listening connection is cut off polls, and misses nothing', async () => {
  const location = await server.freshSchema()
  const worker = await startWorker(location)
  try {
    const other = await worker.crawl.other()
    await worker.waitUntilAsleep()
    await runOn(
      server.url(),
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 20260005`,
    )
    await sleep(200)
    await other.submit([url(1)])
    assert.ok((await worker.waitForResults(1)) < 3000)
  } finally {
    await worker.stop()
  }
})

test('PostgreSQL: nothing is sent while no worker sleeps', async () => {
  const location = await server.freshSchema()
  const crawl = await openCrawl(location, {})
  const received: string[] = []
  const listener = await crawl.database.listen?.({
    channel: 'canonist_ready',
    onNotification: (payload) => void received.push(payload),
    onLost: () => undefined,
  })
  assert.ok(listener !== undefined)
  await crawl.frontier.submit([url(1), url(2)])
  await sleep(200)
  await crawl.close()
  assert.deepEqual(received, [])
})

test('SQLite: an idle worker polls', async () => {
  const worker = await startWorker(await sqliteFiles().freshLocation())
  try {
    await sleep(500)
    const before = worker.countClaims()
    await sleep(2500)
    assert.ok(worker.countClaims() > before)
  } finally {
    await worker.stop()
  }
})
