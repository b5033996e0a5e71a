import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Frontier } from '../../src/frontier/frontier.ts'
import { readDueWork } from '../../src/frontier/sql/clocks.sql.ts'
import { work } from '../../src/worker/worker.ts'
import { sqliteFiles } from '@canonist/test-support/databases.ts'
import { runOn, usePostgres } from '@canonist/test-support/postgres.ts'
import { delegateWatch } from './support/delegate-watch.ts'
import { type Crawl, openCrawl } from './support/crawl.ts'
import type { Handler } from '@canonist/test-support/loopback-web.ts'

const server = await usePostgres()

interface WorkerSetup {
  readonly beforeArming?: (crawl: Crawl) => () => Promise<void>
  /** Runs before each claim. */
  readonly beforeClaim?: () => Promise<unknown>
  readonly pages?: Handler
  readonly concurrency?: number
}

const serveTea: Handler = (_request, response) => void response.end('<title>Tea</title>')

/** A worker that runs until the test ends, and how often it has claimed. */
async function startWorker(location: string, setup: WorkerSetup = {}) {
  const { beforeArming, beforeClaim, pages = serveTea, concurrency } = setup
  const crawl = await openCrawl(location, pages)
  const stop = new AbortController()
  let claims = 0
  let isArmed = (): boolean => false
  const frontier: Frontier = {
    ...crawl.frontier,
    claim: async (options) => {
      claims += 1
      await beforeClaim?.()
      return crawl.frontier.claim(options)
    },
    watchReady(events) {
      const watch = crawl.frontier.watchReady(events)
      isArmed = () => watch.isArmed
      const interfere = beforeArming?.(crawl)
      return delegateWatch(watch, {
        arm: async () => {
          await interfere?.()
          await watch.arm()
        },
      })
    },
  }
  const { exchanger, results } = crawl
  const { signal } = stop
  const working = work(frontier, { exchanger, signal, concurrency, onResult: (result) => void results.push(result) })
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
      for (let [before, rounds] = [-1, 0]; before !== claims || !isArmed(); rounds += 1) {
        assert.ok(rounds < 20, 'the worker does not stop polling')
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
  const worker = await startWorker(await server.freshSchema(), {
    beforeArming: (crawl) => async () => {
      if (submitted) return
      submitted = true
      await crawl.frontier.submit([url(1)])
    },
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
  const watch = crawl.frontier.watchReady({ onReady: () => undefined, onLooked: () => undefined })
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

type TestWorker = Awaited<ReturnType<typeof startWorker>>

/** Runs the test when all workers are asleep, each on connections of its own. `countLooks` counts since then, worker by worker. */
async function withSleepers(
  setups: readonly WorkerSetup[],
  body: (sleepers: { readonly workers: readonly TestWorker[]; readonly countLooks: () => number[] }) => Promise<void>,
): Promise<void> {
  const location = `${await server.freshSchema()}&max=2`
  const workers = await Promise.all(setups.map((setup) => startWorker(location, setup)))
  try {
    await Promise.all(workers.map((worker) => worker.waitUntilAsleep()))
    const before = workers.map(({ countClaims }) => countClaims())
    await body({
      workers,
      countLooks: () => workers.map(({ countClaims }, index) => countClaims() - (before[index] ?? 0)),
    })
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}

async function waitFor(isTrue: () => boolean, what: string): Promise<number> {
  const start = performance.now()
  while (!isTrue()) {
    assert.ok(performance.now() - start < 20_000, what)
    await sleep(5)
  }
  return performance.now() - start
}

const countResults = (workers: readonly TestWorker[]): number =>
  workers.reduce((sum, { crawl }) => sum + crawl.results.length, 0)
const countLookers = (looks: readonly number[]): number => looks.filter((count) => count > 0).length
const others = (count: number, setup: WorkerSetup = {}): WorkerSetup[] => Array.from({ length: count }, () => setup)

test('PostgreSQL: of many workers that sleep, one looks for a new URL', async () => {
  await withSleepers(others(10), async ({ workers, countLooks }) => {
    await workers[0]?.crawl.frontier.submit([url(1)])
    await waitFor(() => countResults(workers) === 1, 'no worker takes the URL')
    // Longer than it takes the others to check whether something is left.
    await sleep(1500)
    assert.equal(countLookers(countLooks()), 1)
  })
})

const PERMITS = 'classid between 20260006 and 20260100'

for (const isKilled of [false, true])
  test(`PostgreSQL: if the worker that looks first is ${isKilled ? 'killed' : 'stuck'}, another looks after a second`, async () => {
    const stuck = Promise.withResolvers<void>()
    let isAsleep = false
    const stickFirst: WorkerSetup = {
      beforeClaim: async () => {
        if (!isAsleep) return
        isAsleep = false
        await stuck.promise
      },
    }
    await withSleepers(others(6, stickFirst), async ({ workers, countLooks }) => {
      isAsleep = true
      await workers[0]?.crawl.frontier.submit([url(1)])
      await waitFor(() => countLookers(countLooks()) > 0, 'no worker looks')
      // A killed worker takes its connections with it.
      if (isKilled) await runOn(server.url(), `select pg_terminate_backend(pid) from pg_locks where ${PERMITS}`)
      const ms = await waitFor(() => countResults(workers) === 1, 'no other worker takes the URL').finally(
        stuck.resolve,
      )
      assert.ok(ms < 3000, `it took ${ms} ms`)
      // The permit of a killed worker is free again, beside the one that is added after a second.
      assert.ok(countLookers(countLooks()) <= (isKilled ? 3 : 2))
    })
  })

test('PostgreSQL: many hosts wake as many workers as they need, without waiting for each other', async () => {
  const [workers, concurrency] = [8, 2]
  let requests = 0
  const all = Promise.withResolvers<void>()
  // Each visit waits for all others, so it takes every worker to end any of them.
  const pages: Handler = async (request, response) => {
    if (request.url !== '/robots.txt') {
      requests += 1
      if (requests === workers * concurrency) all.resolve()
      await all.promise
    }
    response.end('<title>Tea</title>')
  }
  await withSleepers(others(workers, { pages, concurrency }), async (sleepers) => {
    const urls = Array.from({ length: workers * concurrency }, (_, index) => url(index))
    await sleepers.workers[0]?.crawl.frontier.submit(urls)
    const ms = await waitFor(() => countResults(sleepers.workers) === urls.length, 'not all workers were woken')
    // One more worker each second would take seven.
    assert.ok(ms < 5000, `it took ${ms} ms`)
  })
})

test('PostgreSQL: workers that drain the queue end with it, even if another worker has fetched the last URL', async () => {
  let requests = 0
  const pages: Handler = (request, response) => {
    if (request.url !== '/robots.txt') requests += 1
    response.writeHead(requests === 1 ? 500 : 200).end('<title>Tea</title>')
  }
  const crawl = await openCrawl(await server.freshSchema(), pages, { retryBaseMs: 3000 })
  await crawl.frontier.submit([url(1)])
  const { exchanger } = crawl
  const drained: number[] = []
  const drain = async (frontier: Frontier): Promise<void> => {
    await work(frontier, { exchanger, drain: true })
    drained.push(performance.now())
  }
  await Promise.all([crawl.frontier, await crawl.other(), await crawl.other()].map(drain))
  assert.equal(requests, 2)
  assert.ok(Math.max(...drained) - Math.min(...drained) < 3000)
  await crawl.close()
})

test('PostgreSQL: a worker that sleeps reads in one statement what a claim and the outlook would say', async () => {
  const crawl = await openCrawl(await server.freshSchema(), {}, { retryBaseMs: 60_000 })
  const read = async (): Promise<unknown> => {
    const { ready, isHeld, nextInMs } = await readDueWork(crawl.database)
    return { ready, isHeld, next: nextInMs === null ? 'never' : nextInMs === 0 ? 'now' : 'later' }
  }
  assert.deepEqual(await read(), { ready: 0, isHeld: false, next: 'never' })
  await crawl.frontier.submit([url(1), url(2)])
  assert.deepEqual(await read(), { ready: 2, isHeld: false, next: 'now' })
  const claims = await crawl.frontier.claim()
  assert.deepEqual(await read(), { ready: 0, isHeld: true, next: 'later' })
  for (const claim of claims) await crawl.frontier.updateFailed(claim, { reason: 'server_error' })
  assert.deepEqual(await read(), { ready: 0, isHeld: false, next: 'later' })
  await crawl.database.run('update frontier_urls set is_suspect = 1, due_at = 1 where page_id = $1', [
    claims[0]?.id ?? 0,
  ])
  await crawl.database.run('update host_clocks set allowed_at = 1')
  assert.deepEqual(await read(), { ready: 1, isHeld: false, next: 'now' })
  await crawl.close()
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
