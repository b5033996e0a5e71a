import assert from 'node:assert/strict'
import { existsSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { createClient, type Client, type ServerEvent } from 'canonist/client'
import { openCanonist, type Canonist } from '../../src/app/open-canonist.ts'
import { openSnapshots } from '../../src/app/publish/open-snapshots.ts'
import { OPERATIONS } from '../../src/app/operations/index.ts'
import type { Operation } from '../../src/app/operations/operation.ts'
import { send, startForTest } from '../support/api-server.ts'
import { toCall } from '../support/call-operation.ts'
import { canonist as runCommand, temporaryFolder } from '../support/command.ts'
import { freshFolder, sqliteFiles } from '../support/databases.ts'
import { startServe } from '../support/served-command.ts'

const databases = sqliteFiles()
const pageUrl = (number: number): string => `https://example.com/${number}`

interface Published {
  readonly canonist: Canonist
  readonly folder: string
  readonly url: string
  readonly client: Client
  readonly troubles: Error[]
  /** Adds a page and publishes it, as the only snapshot that is kept. */
  publishPage(number: number): Promise<void>
}

async function serve(t: TestContext): Promise<Published> {
  const [canonist, folder, troubles] = [
    await openCanonist(await databases.freshLocation()),
    freshFolder(),
    [] as Error[],
  ]
  const registry = await canonist.registry()
  const publishPage = async (number: number): Promise<void> => {
    await registry.ingest([pageUrl(number)])
    await registry.publish(folder, { keep: 1 })
  }
  await publishPage(0)
  const snapshots = await openSnapshots(folder, { onTrouble: (error) => void troubles.push(error) })
  const server = await startForTest((bound) => bound.serveSnapshots(snapshots))
  t.after(async () => {
    await server.stop(100)
    await snapshots.close()
    await canonist.close()
  })
  const client = createClient({ url: server.url, retry: { attempts: 0 } })
  return { canonist, folder, url: server.url, client, troubles, publishPage }
}

/** Files of the folder that this process has open, by their names; removed ones, too. */
function openFiles(folder: string): string[] {
  const all = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return all.filter((path) => path.startsWith(folder) && path.includes('registry-'))
}

const SWAPS = 50

test(`${SWAPS} swaps under continuous requests: none fails, reads see the new snapshot, old files are closed`, async (t) => {
  const { folder, client, publishPage } = await serve(t)
  const stop = new AbortController()
  let published = 0
  const requests: Readonly<Record<string, () => Promise<unknown>>> = {
    find: async () => {
      const wanted = published
      // Whoever asks after a swap gets at least what was published before.
      assert.equal((await client.findPage({ url: pageUrl(wanted) })).canonicalUrl, pageUrl(wanted))
    },
    list: async () => {
      const least = published + 1
      let pages = 0
      for await (const { id } of client.listPages.all({ limit: 7 })) pages += id > 0 ? 1 : 0
      assert.ok(pages >= least, `${pages} of ${least}`)
    },
    // Reads the whole registry through a connection of its own.
    diff: () => client.diffPolicies({ from: 'dedupe', to: 'links' }),
    status: () => client.getStatus(),
    metrics: () => client.getMetrics(),
    ready: () => client.getReadiness(),
  }
  const counts: Record<string, number> = {}
  const running = Object.entries(requests).map(async ([name, request]) => {
    while (!stop.signal.aborted) {
      await request()
      counts[name] = (counts[name] ?? 0) + 1
    }
  })
  const all = Promise.all(running)
  all.catch(() => stop.abort())
  for (let number = 1; number <= SWAPS && !stop.signal.aborted; number += 1) {
    await publishPage(number)
    published = number
    assert.equal((await client.getStatus()).counts.pages, number + 1)
    await sleep(10)
  }
  stop.abort()
  await all
  for (const name of Object.keys(requests)) assert.ok((counts[name] ?? 0) > 10, `${name}: ${counts[name]}`)
  if (existsSync('/proc/self/fd')) assert.deepEqual(new Set(openFiles(folder)).size, 1)
  assert.equal((await client.getStatus()).database, join(folder, `registry-0000${SWAPS + 1}.sqlite`))
})

test('a stream that began before a swap is read to its end', async (t) => {
  const { client, publishPage } = await serve(t)
  const seen: string[] = []
  async function* urls(): AsyncGenerator<string> {
    yield pageUrl(0)
    await publishPage(1)
    await client.getStatus()
    yield pageUrl(1)
  }
  for await (const { input } of client.normalize.stream(urls())) seen.push(input)
  assert.deepEqual(seen, [pageUrl(0), pageUrl(1)])
})

test('whatever would write or fetch is 403 read_only, and changes nothing', async (t) => {
  const { url, client } = await serve(t)
  const before = await client.getStatus()
  for (const operation of Object.values(OPERATIONS) as Operation[]) {
    if (operation.effect === 'reads') continue
    for (const example of operation.examples) {
      const [path, call] = toCall(operation, example as Readonly<Record<string, unknown>>)
      const { status, json } = await send(new URL(path, url).href, call)
      assert.deepEqual([status, json['code']], [403, 'read_only'], operation.name)
    }
  }
  await assert.rejects(client.upload({ name: 'x', body: 'x' }), { status: 403, code: 'read_only' })
  assert.deepEqual(await client.getStatus(), before)
})

test('listeners get an event for a new snapshot, also if it came while they were away', async (t) => {
  const { client, publishPage } = await serve(t)
  const events = client.listenToEvents()
  const next = events.next()
  await sleep(200)
  await publishPage(1)
  const { value } = (await next) as { value: ServerEvent }
  assert.deepEqual(value, { id: 2, type: 'reset', data: {} })
  await events.return()
  const later = client.listenToEvents({ lastEventId: 1 })
  assert.equal((await later.next()).value?.id, 2)
  await later.return()
})

test('a damaged pointer leaves the last snapshot in use, and is reported once', async (t) => {
  const { client, folder, troubles, publishPage } = await serve(t)
  writeFileSync(join(folder, 'current'), 'nonsense\n')
  for (let times = 0; times < 5; times += 1) assert.equal((await client.getStatus()).counts.pages, 1)
  assert.equal(troubles.length, 1)
  await publishPage(1).catch(() => undefined)
  writeFileSync(join(folder, 'current'), 'registry-000001.sqlite\n')
  assert.equal((await client.getStatus()).counts.pages, 1)
})

const files = temporaryFolder()

test('the command serves a folder, and follows what canonist publish puts there', async (t) => {
  const [db, folder] = [join(files.path, 'a.db'), join(files.path, 'a')]
  const publish = async (url: string): Promise<void> => {
    assert.equal((await runCommand(['add', '--quiet', '--db', db, url])).code, 0)
    assert.equal((await runCommand(['publish', '--quiet', '--db', db, folder])).code, 0)
  }
  await publish(pageUrl(1))
  const { url, kill, exit } = await startServe(t, ['--snapshot', folder], { env: { CANONIST_DB: '/nowhere/else.db' } })
  const client = createClient({ url })
  assert.equal((await client.getStatus()).counts.pages, 1)
  await publish(pageUrl(2))
  assert.equal((await client.findPage({ url: pageUrl(2) })).canonicalUrl, pageUrl(2))
  await assert.rejects(client.addUrls({ urls: [pageUrl(3)] }), { code: 'read_only' })
  kill('SIGTERM')
  assert.equal(await exit, 0)
})

const refused = [
  { why: '--db besides', args: ['--db', 'x.db', '--snapshot', files.path], code: 2, says: /contradict each other/ },
  { why: 'a folder where nothing was published', args: ['--snapshot', files.path], code: 2, says: /canonist publish/ },
  { why: 'no such folder', args: ['--snapshot', '/nowhere'], code: 2, says: /canonist publish \/nowhere/ },
]
for (const { why, args, code, says } of refused)
  test(`${why}: exit code ${code}`, async () => {
    const ran = await runCommand(['serve', '--port', '0', ...args])
    assert.deepEqual([ran.code, ran.stdout], [code, ''], ran.stderr)
    assert.match(ran.stderr, says)
  })
