import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCanonist, type Canonist } from '../../src/canonist/open-canonist.ts'
import { findRun, listRunItems, listRunLog, listRuns } from '../../src/runs/list-runs.ts'
import type { Run, RunKind } from '../../src/runs/run.ts'
import { Runner, type RunnerOptions } from '../../src/runs/runner.ts'
import { saveUpload } from '../../src/runs/uploads.ts'
import type { Database } from '@canonist/registry/internal/store/database'
import { article } from '../../../links/test/health/support/pages.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Every transaction runs twice, the first time without effect: as if PostgreSQL had resolved a deadlock. */
function repeatTransactions(app: Canonist): Canonist {
  const { database } = app.context
  const transaction: Database['transaction'] = async (work, options) => {
    const undone = new Error('undone')
    const first = database.transaction(async (open) => {
      await work(open)
      throw undone
    }, options)
    await assert.rejects(first, undone)
    return database.transaction(work, options)
  }
  const all: Database['all'] = (sql, values) => database.all(sql, values)
  return { ...app, context: { ...app.context, database: { ...database, all, transaction } } }
}

interface Stage {
  readonly app: Canonist
  readonly location: string
  openRunner(options?: RunnerOptions): Promise<Runner>
  upload(text: string): Promise<number>
  /** Starts a run and waits for its end. */
  finish(runner: Runner, kind: RunKind, options: Record<string, unknown>): Promise<Run>
}

for (const { dialect, freshLocation } of await bothDatabases()) {
  const check = (name: string, body: (stage: Stage) => Promise<void>): void =>
    void test(`${dialect}: ${name}`, async () => {
      const location = await freshLocation()
      const app = await openCanonist(location)
      const { database } = app.context
      const runners: Runner[] = []
      const openRunner = async (options?: RunnerOptions): Promise<Runner> => {
        const runner = await Runner.open(app, options)
        runners.push(runner)
        return runner
      }
      const upload = async (text: string): Promise<number> =>
        (await saveUpload(database, { name: 'list.txt', by: 'ann', body: inPieces(text, 1000), now: Date.now })).id
      const finish: Stage['finish'] = async (runner, kind, options) => {
        const { id } = await runner.start(kind, options, 'ann')
        await runner.waitFor(id)
        return findRun(database, id)
      }
      try {
        await body({ app, location, openRunner, upload, finish })
      } finally {
        for (const runner of runners) await runner.close()
        await app.close()
      }
    })

  check('an upload is taken into the registry', async ({ app, openRunner, upload, finish }) => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `https://example.com/page/${index}?utm_source=x`)
    const run = await finish(await openRunner(), 'ingest', { upload: await upload(lines.join('\n')) })
    assert.deepEqual([run.state, run.error, run.startedBy], ['done', null, 'ann'])
    assert.deepEqual(run.result, { seen: 20_000, new: 20_000, duplicates: 0, rejected: 0 })
    assert.equal(run.progress.done, run.progress.total)
    const { pages } = await (await app.registry()).readCounts()
    assert.equal(
      Object.values(pages).reduce((sum, each) => sum + each, 0),
      20_000,
    )
    const { items } = await listRunLog(app.context.database, run.id, {})
    assert.deepEqual(
      items.map(({ message }) => message),
      ['Started.', 'Done.'],
    )
  })

  check('an unfinished upload leaves nothing', async ({ app }) => {
    const { database } = app.context
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(300_000)
      throw new Error('the sender is gone')
    }
    const sent = saveUpload(database, { name: 'x', by: 'ann', body: broken(), now: () => 0 })
    await assert.rejects(sent, /the sender is gone/)
    for (const table of ['uploads', 'upload_chunks'])
      assert.deepEqual(await database.all(`select 1 from ${table}`), [], table)
  })

  check('an upload that is not there fails the run, with a fix', async ({ openRunner, finish }) => {
    const run = await finish(await openRunner(), 'ingest', { upload: 77 })
    assert.deepEqual([run.state, run.error?.code], ['failed', 'upload/not-found'])
    assert.match(run.error?.fix ?? '', /Upload the file/)
  })

  check(
    'pages are checked, and a check can be told to leave the network alone',
    async ({ app, openRunner, finish }) => {
      const web = await startLoopbackWeb({
        'http://a.example/tea': { body: article('Tea', 1) },
        'http://a.example/gone': { status: 410 },
      })
      try {
        await (await app.registry()).ingest(['http://a.example/tea', 'http://a.example/gone'])
        const offline = await openRunner({ allowsNetwork: false })
        await assert.rejects(offline.start('check', {}, 'ann'), { code: 'run/no-network' })
        const runner = await openRunner({ network: { connectTo: web.connectTo } })
        const run = await finish(runner, 'check', { all: true })
        assert.equal(run.state, 'done', JSON.stringify(run.error))
        assert.deepEqual([(run.result as { checked: number }).checked, run.progress.done], [2, 2])
      } finally {
        await web.close()
      }
    },
  )

  check('the queue is worked off', async ({ app, openRunner, finish }) => {
    const web = await startLoopbackWeb({ 'http://a.example/': { body: article('Tea', 1) } })
    try {
      await (await app.frontier()).submit(['http://a.example/'])
      const run = await finish(await openRunner({ network: { connectTo: web.connectTo } }), 'work', {})
      assert.equal(run.state, 'done', JSON.stringify(run.error))
      assert.deepEqual((run.result as { results: unknown }).results, { fetched: 1 })
    } finally {
      await web.close()
    }
  })

  check('rules are learned in a thread, and put before a person', async ({ app, openRunner, upload, finish }) => {
    const records = Array.from({ length: 400 }, (_, index) => {
      const contentHash = `page-${index % 200}`
      const url = `https://shop.example/item/${index % 200}${index < 200 ? '' : `?sid=${index}`}`
      return JSON.stringify({ url, contentHash, status: 200 })
    })
    const run = await finish(await openRunner(), 'learn', { upload: await upload(records.join('\n')) })
    assert.equal(run.state, 'done', JSON.stringify(run.error))
    const result = run.result as { readonly rules: number; readonly proposed: number }
    assert.ok(result.rules > 0)
    const { items } = await listRunItems(app.context.database, run.id, {})
    assert.equal(items.length, result.rules)
    const { items: reviews } = await (await app.registry()).listReviews({ kind: 'learned_rule' }, {})
    assert.equal(reviews.length, result.proposed)
    assert.ok(result.proposed > 0)
  })

  check(
    'a log that cannot be read fails the run with the words of its table',
    async ({ openRunner, upload, finish }) => {
      const run = await finish(await openRunner(), 'learn', { upload: await upload('neither one\nnor the other\n') })
      assert.equal(run.state, 'failed')
      assert.doesNotMatch(run.error?.code ?? '', /run\/failed/)
    },
  )

  check('the registry itself teaches, too', async ({ app, openRunner, finish }) => {
    await (await app.registry()).ingest(['https://a.example/1', 'https://a.example/2'])
    const run = await finish(await openRunner(), 'learn', { propose: false })
    assert.equal(run.state, 'done', JSON.stringify(run.error))
  })

  check('a transaction that runs twice loses no item and no line of the log', async ({ app, upload }) => {
    const runner = await Runner.open(repeatTransactions(app))
    try {
      const lines = ['nonsense', 'other nonsense', 'more']
      const { id } = await runner.start('canonicalize', { upload: await upload(lines.join('\n')) }, 'ann')
      await runner.waitFor(id)
      const { items } = await listRunItems(app.context.database, id, {})
      assert.deepEqual(
        items.map((item) => (item as { inputUrl: string }).inputUrl),
        lines,
      )
      const log = await listRunLog(app.context.database, id, {})
      assert.deepEqual(
        log.items.map(({ message }) => message),
        ['Started.', 'Done.'],
      )
    } finally {
      await runner.close()
    }
  })

  check('results of canonicalize are items, and a resumed run asks for none twice', async (stage) => {
    const { app, openRunner, upload } = stage
    const { database } = app.context
    const asked: string[] = []
    const slow = Promise.withResolvers<void>()
    const page = (path: string, waits = false) =>
      [
        `http://a.example/${path}`,
        async (_: unknown, response: { end(text: string): void }) => {
          asked.push(path)
          if (waits) await slow.promise
          response.end(`<title>${path}</title>`)
        },
      ] as const
    const web = await startLoopbackWeb(Object.fromEntries([page('one'), page('two'), page('three', true)]))
    try {
      const runner = await openRunner({ network: { connectTo: web.connectTo } })
      const list = ['http://a.example/one', '', 'http://a.example/two', 'http://a.example/three']
      const { id } = await runner.start(
        'canonicalize',
        { upload: await upload(list.join('\n')), maxRequests: 0 },
        'ann',
      )
      while (!asked.includes('three')) await sleep(20)
      await runner.close()
      assert.equal((await findRun(database, id)).state, 'interrupted')
      slow.resolve()
      const before = asked.filter((path) => path !== 'three').length
      const next = await openRunner({ network: { connectTo: web.connectTo } })
      await next.resume(id)
      await next.waitFor(id)
      const run = await findRun(database, id)
      assert.deepEqual([run.state, run.attempts], ['done', 2], JSON.stringify(run.error))
      const { items } = await listRunItems(database, id, {})
      assert.deepEqual(
        items.map((item) => (item as { inputUrl: string }).inputUrl),
        list.filter((line) => line !== ''),
      )
      assert.equal(asked.filter((path) => path !== 'three').length, before)
    } finally {
      slow.resolve()
      await web.close()
    }
  })

  check('a run that waits or works can be cancelled, from any server, and resumed', async ({ app, openRunner }) => {
    const { database } = app.context
    const runner = await openRunner({ concurrency: 1 })
    const working = await runner.start('work', { drain: false }, 'ann')
    const waiting = await runner.start('work', { drain: false }, 'bob')
    const other = await openRunner()
    await other.cancel(waiting.id)
    await runner.waitFor(waiting.id)
    assert.equal((await findRun(database, waiting.id)).state, 'cancelled')
    await runner.cancel(working.id)
    await runner.waitFor(working.id)
    assert.equal((await findRun(database, working.id)).state, 'cancelled')
    await assert.rejects(runner.cancel(working.id), { code: 'run/ended' })
    await assert.rejects(runner.cancel(999), { code: 'run/not-found' })
    await other.resume(working.id)
    await assert.rejects(runner.resume(working.id), { code: 'run/not-resumable' })
    await other.cancel(working.id)
    await other.waitFor(working.id)
    const { items } = await listRuns(database, { state: 'cancelled' }, {})
    assert.deepEqual(
      items.map(({ id, startedBy }) => [id, startedBy]),
      [
        [waiting.id, 'bob'],
        [working.id, 'ann'],
      ],
    )
  })

  check('runs that ended long ago are forgotten with what they found', async ({ app, openRunner, finish }) => {
    const { database } = app.context
    const run = await finish(await openRunner(), 'ingest', { upload: 77 })
    await database.run("insert into service_run_items (run_id, line, item) values ($1, 1, '{}')", [run.id])
    const later = await openRunner({ now: () => Date.now() + 31 * 24 * 3_600_000 })
    const { id } = await finish(later, 'ingest', { upload: 77 })
    const { items } = await listRuns(database, {}, {})
    assert.deepEqual(
      items.map((each) => each.id),
      [id],
    )
    assert.deepEqual(await database.all('select 1 from service_run_items'), [])
  })

  check('a run whose process is gone is interrupted at once, one of another machine after a while', async (stage) => {
    const { app, openRunner } = stage
    const { database } = app.context
    let now = Date.now()
    const own = await openRunner()
    const { id } = await own.start('work', { drain: false }, 'ann')
    const rename = (owner: unknown) =>
      database.run('update service_runs set owner = $1, seen_at = $2 where id = $3', [JSON.stringify(owner), now, id])
    await rename(['elsewhere', 1, 'x'])
    // Its process finds that out by itself, and writes nothing more.
    await own.waitFor(id)
    await openRunner({ now: () => now })
    assert.equal((await findRun(database, id)).state, 'running')
    now += 31_000
    await openRunner({ now: () => now })
    assert.equal((await findRun(database, id)).state, 'interrupted')
  })
}
