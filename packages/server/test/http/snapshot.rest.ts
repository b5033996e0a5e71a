import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { createClient, type ServerEvent } from '@canonist/client'
import { OPERATIONS } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { send } from '@canonist/test-support/api-server.ts'
import { toCall } from '@canonist/test-support/call-operation.ts'
import { canonist as runCommand, temporaryFolder } from '@canonist/test-support/command.ts'
import { startServe } from '@canonist/test-support/served-command.ts'
import { pageUrl, servePublished, testSwaps } from '@canonist/test-support/swapped-snapshots.ts'

const files = temporaryFolder()

testSwaps({ swaps: 6 })

test('a stream that began before a swap is read to its end', async (t) => {
  const { client, publishPage } = await servePublished(t)
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
  const { url, client } = await servePublished(t)
  const before = await client.getStatus()
  for (const operation of Object.values(OPERATIONS) as Operation[]) {
    if (operation.effect === 'reads' || operation.worksReadOnly === true) continue
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
  const { client, publishPage } = await servePublished(t)
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
  const { client, folder, troubles, publishPage } = await servePublished(t)
  writeFileSync(join(folder, 'current'), 'nonsense\n')
  for (let times = 0; times < 5; times += 1) assert.equal((await client.getStatus()).counts.pages, 1)
  assert.equal(troubles.length, 1)
  await publishPage(1).catch(() => undefined)
  writeFileSync(join(folder, 'current'), 'registry-000001.sqlite\n')
  assert.equal((await client.getStatus()).counts.pages, 1)
})

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
