import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { policies } from '@canonist/core'
import pg from 'pg'
import { CanonistError, createClient, type Client, type ServerEvent } from '@canonist/client'
import { OPERATIONS } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { PORTION_LIMITS } from '@canonist/registry/internal/registry/rekey/cursor'
import { rekey } from '@canonist/registry/internal/registry/rekey/rekey'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { send } from '@canonist/test-support/api-server.ts'
import { toCall } from '@canonist/test-support/call-operation.ts'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { openFilled } from '@canonist/test-support/filled-canonist.ts'
import { listenOnLoopback } from '@canonist/test-support/listen-on-loopback.ts'
import { usePostgres } from '@canonist/test-support/postgres.ts'
import { startServe, type ServedCommand } from '@canonist/test-support/served-command.ts'

const postgres = await usePostgres()
const folder = temporaryFolder()
const web = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Tea</title>'),
)
const port = await listenOnLoopback(web)
after(() => web.close())
const CONNECT = ['--connect-to', `:80:127.0.0.1:${port}`, '--connect-to', ':443:127.0.0.1:9']

async function serve(
  t: TestContext,
  db: string,
  ...args: readonly string[]
): Promise<ServedCommand & { client: Client }> {
  const served = await startServe(t, ['--db', db, '--log', 'error', ...CONNECT, ...args])
  return { ...served, client: createClient({ url: served.url, retry: { attempts: 0 } }) }
}

/** Collects the events of a server until the test is over. */
function collectEvents(t: TestContext, client: Client): ServerEvent[] {
  const [seen, stop]: [ServerEvent[], AbortController] = [[], new AbortController()]
  t.after(() => stop.abort())
  void (async () => {
    for await (const event of client.listenToEvents({ lastEventId: 0 }, { signal: stop.signal })) seen.push(event)
  })().catch(() => undefined)
  return seen
}

/** Not for ever: a test that waits in vain says for what. */
async function waitUntil(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isSo()) return
    await sleep(100)
  }
  assert.fail(`in vain: ${what}`)
}

test('two servers and a worker share one PostgreSQL database', async (t) => {
  const db = await postgres.copyDatabase()
  const a = await serve(t, db)
  const b = await serve(t, db)
  const seen = collectEvents(t, b.client)

  await t.test(
    'a run that was started on one is listed by both, and its events reach the clients of the other',
    async () => {
      const { id: upload } = await a.client.upload({
        name: 'a.txt',
        body: 'http://one.example/\nhttp://two.example/\n',
      })
      const { id } = await a.client.startRun({ kind: 'ingest', options: { upload } })
      const isDone = (event: ServerEvent): boolean =>
        event.type === 'run' && event.data.id === id && event.data.state === 'done'
      await waitUntil('the end of the run', () => seen.some(isDone))
      for (const { client } of [a, b]) {
        const { items } = await client.listRuns()
        assert.deepEqual(
          items.map((run) => [run.id, run.state]),
          [[id, 'done']],
        )
      }
      assert.deepEqual((await b.client.getRun({ id })).result, { seen: 2, new: 2, duplicates: 0, rejected: 0 })
      await waitUntil('the counts', () => seen.some(({ type, data }) => type === 'counts' && data.pages === 2))
    },
  )

  await t.test('what is queued through a server is fetched by a worker, and both servers see it', async () => {
    await b.client.addFrontierUrls({ urls: ['http://one.example/', 'http://two.example/', 'http://two.example/a'] })
    const worked = await canonist(['work', '--db', db, '--drain', '--host-delay', '10', ...CONNECT])
    assert.equal(worked.code, 0, worked.stderr)
    for (const { client } of [a, b]) assert.equal((await client.getFrontierStats()).fetched, 3)
    await waitUntil('the counts', () => seen.some(({ type, data }) => type === 'counts' && data.frontier.fetched === 3))
  })

  await t.test('a run of one server can be cancelled through the other', async () => {
    const { id } = await a.client.startRun({ kind: 'work', options: { drain: false } })
    await waitUntil('the start of the run', async () => (await b.client.getRun({ id })).state === 'running')
    assert.equal((await b.client.cancelRun({ id })).isCancelWanted, true)
    await waitUntil('its end', async () => (await a.client.getRun({ id })).state === 'cancelled')
  })

  await t.test('if a server is killed, its run is interrupted, and the other can resume it', async () => {
    const { id } = await a.client.startRun({ kind: 'work', options: { drain: false } })
    await waitUntil('the start of the run', async () => (await b.client.getRun({ id })).state === 'running')
    a.kill('SIGKILL')
    await waitUntil('its interruption', async () => (await b.client.getRun({ id })).state === 'interrupted')
    await b.client.resumeRun({ id })
    await waitUntil('its second start', async () => (await b.client.getRun({ id })).state === 'running')
    await b.client.cancelRun({ id })
    await waitUntil('its end', async () => (await b.client.getRun({ id })).state === 'cancelled')
  })
  const ids = seen.map(({ id }) => id)
  assert.deepEqual(
    ids,
    ids.map((_, index) => (ids[0] ?? 0) + index),
    'no event is missing or told twice',
  )
})

/** Every operation with its examples, besides what is not an operation. */
async function sendEverything({ url, client }: { readonly url: string; readonly client: Client }): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    for (const operation of Object.values(OPERATIONS) as Operation[])
      for (const example of operation.examples) {
        const [path, call] = toCall(operation, example as Readonly<Record<string, unknown>>)
        const { status, json } = await send(new URL(path, url).href, call)
        if (operation.effect === 'reads' || operation.worksReadOnly === true)
          assert.ok(status === 200 || status === 404, `${operation.name}: ${status}`)
        else assert.deepEqual([status, json['code']], [403, 'read_only'], operation.name)
      }
  await assert.rejects(client.upload({ name: 'x', body: 'x' }), { code: 'read_only' })
  const events = client.listenToEvents({ lastEventId: 999 })
  assert.equal((await events.next()).value?.type, 'reset')
  // Long enough for what a server does from time to time.
  await sleep(3000)
  await events.return()
  await client.getMetrics()
}

test('--read-only never writes to an SQLite file', async (t) => {
  const db = join(folder.path, 'read-only.db')
  await (await openFilled(db)).close()
  const before = readFileSync(db)
  const served = await serve(t, db, '--read-only')
  await sendEverything(served)
  served.kill('SIGTERM')
  assert.equal(await served.exit, 0)
  assert.ok(readFileSync(db).equals(before))
  // SQLite may have made a log beside the file; there is nothing in it.
  assert.equal(statSync(`${db}-wal`, { throwIfNoEntry: false })?.size ?? 0, 0)
})

/** All rows of all tables and the state of all sequences, as text. */
async function dump(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows: tables } = await client.query('select tablename from pg_tables where schemaname = current_schema()')
  const parts: string[] = []
  for (const { tablename } of tables as { tablename: string }[]) {
    const { rows } = await client.query(`select row_to_json(t)::text as row from "${tablename}" t order by 1`)
    parts.push(`${tablename}: ${JSON.stringify(rows)}`)
  }
  const { rows: sequences } = await client.query(
    'select sequencename, last_value from pg_sequences where schemaname = current_schema() order by 1',
  )
  await client.end()
  return [...parts.toSorted(), JSON.stringify(sequences)].join('\n')
}

test('--read-only never writes to a PostgreSQL database', async (t) => {
  const db = await postgres.copyDatabase()
  await (await openFilled(db)).close()
  const before = await dump(db)
  assert.match(before, /nonsense/)
  const served = await serve(t, db, '--read-only')
  await sendEverything(served)
  served.kill('SIGTERM')
  assert.equal(await served.exit, 0)
  assert.equal(await dump(db), before)
})

/** Begins to move the keys and stops after the first portion, as a process does that is killed there. */
async function moveFirstKeys(db: string): Promise<void> {
  const database = await openDatabase(db)
  const stop = new Error('stopped after the first portion')
  const onProgress = (): void => {
    throw stop
  }
  await assert.rejects(
    rekey(database, policies.links, { now: Date.now, limits: { ...PORTION_LIMITS, pages: 100 }, onProgress }),
    stop,
  )
  await database.close()
}

/** Reads and writes that many times: each read finds the page, and each write is taken or refused as one to be tried again. */
async function countRefusals(client: Client, times: number): Promise<number> {
  let refused = 0
  for (let index = 0; index < times; index += 1) {
    assert.equal((await client.findPage({ url: 'https://example.com/7?b=2&a=1' })).host, 'example.com')
    try {
      await client.addUrls({ urls: [`https://example.com/new/${index}`] })
    } catch (error) {
      assert.ok(error instanceof CanonistError, String(error))
      assert.deepEqual([error.status, error.retry, error.retryAfterMs], [503, true, 5000], error.code)
      refused += error.code === 'registry/rekey-under-way' ? 1 : 0
    }
  }
  return refused
}

for (const [dialect, location] of [
  ['sqlite', async () => join(folder.path, 'rekey.db')],
  ['postgres', () => postgres.copyDatabase()],
] as const)
  test(`${dialect}: while another process moves keys, writes are 503 with Retry-After, and reads go on`, async (t) => {
    const db = await location()
    const { client } = await serve(t, db)
    await client.addUrls.stream(Array.from({ length: 5000 }, (_, index) => `https://example.com/${index}?b=2&a=1`))
    await moveFirstKeys(db)
    const refused = await countRefusals(client, 3)
    assert.equal(refused, 3, 'no URL is added while some keys are old and some are new')
    let isMoving = true
    const moving = canonist(['policy', 'rekey', '--db', db, '--quiet', 'links']).finally(() => void (isMoving = false))
    while (isMoving) await countRefusals(client, 1)
    const { code, stderr } = await moving
    assert.equal(code, 0, stderr)
    assert.equal((await client.getStatus()).policy.name, 'links')
    assert.equal((await client.addUrls({ urls: ['https://example.com/afterwards'] })).new, 1)
  })
