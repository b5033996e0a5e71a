import assert from 'node:assert/strict'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createRegistry } from '../../src/registry/open-registry.ts'
import { copyRegistry } from '../../src/registry/publish/publish.ts'
import { openPublished } from '../../src/registry/publish/open-published.ts'
import { publish } from '../../src/registry/publish/publish.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { bothDatabases, freshFolder, sqliteFiles } from '@canonist/test-support/databases.ts'
import { failingAt } from './support/failing-files.ts'
import { readRows } from './support/state.ts'

const URL_1 = 'https://example.com/1'
const URL_2 = 'https://example.com/2'

for (const databases of await bothDatabases()) {
  test(`${databases.dialect}: a snapshot holds what the registry holds, and is followed`, async (t) => {
    const database = await openDatabase(await databases.freshLocation())
    t.after(() => database.close())
    const registry = await createRegistry(database, { now: () => 1000 })
    await registry.ingest([URL_1, `${URL_1}?utm_source=x`, 'no URL', 'https://ex%zzample.com/'])
    const folder = freshFolder()
    const { file, pages, aliases, removed } = await publish(database, folder)
    assert.deepEqual([file, pages, aliases, removed], ['registry-000001.sqlite', 1, 2, []])
    const copy = await openDatabase(join(folder, file), { readOnly: true })
    assert.deepEqual(await readRows(copy), await readRows(database))
    const facts = 'select kind, subject, count from reviews order by kind, subject'
    assert.deepEqual(await copy.all(facts), await database.all(facts))
    await copy.close()

    const published = await openPublished(folder)
    t.after(() => published.close())
    assert.equal((await published.find(URL_1))?.aliases.length, 2)
    assert.equal(await published.find(URL_2), null)
    await registry.ingest([URL_2])
    assert.equal(await published.find(URL_2), null)
    await publish(database, folder)
    assert.equal((await published.find(URL_2))?.canonicalUrl, URL_2)
    assert.equal(published.file, 'registry-000002.sqlite')
  })
}

const databases = sqliteFiles()

async function registryWith(urls: readonly string[]): Promise<Awaited<ReturnType<typeof openDatabase>>> {
  const database = await openDatabase(await databases.freshLocation())
  await (await createRegistry(database)).ingest(urls)
  return database
}

const snapshotsIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.sqlite'))

test('a snapshot cannot be written to', async () => {
  const database = await registryWith([URL_1])
  const folder = freshFolder()
  const { file } = await publish(database, folder)
  assert.equal(statSync(join(folder, file)).mode & 0o777, 0o444)
  const opened = await openPublished(folder)
  assert.equal('ingest' in opened, false)
  await opened.find(URL_1)
  await opened.close()
  assert.deepEqual(readdirSync(folder).toSorted(), ['current', 'publish.lock', 'registry-000001.sqlite'])
  await database.close()
})

test('the last three are kept, or as many as --keep says, and always the current one', async () => {
  const database = await registryWith([URL_1])
  const folder = freshFolder()
  for (let times = 1; times <= 5; times += 1) await publish(database, folder)
  assert.deepEqual(snapshotsIn(folder), ['registry-000003.sqlite', 'registry-000004.sqlite', 'registry-000005.sqlite'])
  assert.deepEqual((await publish(database, folder, { keep: 1 })).removed.length, 3)
  assert.deepEqual(snapshotsIn(folder), ['registry-000006.sqlite'])
  await publish(database, folder, { keep: 0 })
  assert.deepEqual(snapshotsIn(folder), ['registry-000007.sqlite'])
  assert.equal(readFileSync(join(folder, 'current'), 'utf8'), 'registry-000007.sqlite\n')
  await database.close()
})

test('whatever step fails, the snapshot before or the new one is current, and the next call cleans up', async () => {
  const database = await registryWith([URL_1])
  const registry = await createRegistry(database)
  let step = 1
  for (let hasFailed = true; hasFailed; step += 1) {
    const folder = freshFolder()
    await publish(database, folder, { keep: 2 })
    await publish(database, folder, { keep: 2 })
    const failing = failingAt(step)
    const outcome = await publish(database, folder, { keep: 2, files: failing.files }).catch(() => null)
    hasFailed = failing.hasFailed()
    assert.equal(outcome === null, hasFailed)
    const published = await openPublished(folder)
    assert.ok(/^registry-00000[23]\.sqlite$/.test(published.file), `step ${step}: ${published.file}`)
    assert.equal((await published.find(URL_1))?.canonicalUrl, URL_1, `step ${step}`)
    await publish(database, folder, { keep: 2 })
    assert.notEqual(await published.find(URL_1), null)
    await published.close()
    assert.equal(snapshotsIn(folder).length, 2, `step ${step}`)
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.tmp')),
      [],
    )
    rmSync(folder, { recursive: true })
  }
  assert.ok(step > 10, `only ${step} steps`)
  await registry.close()
})

test('what is being read when the pointer moves is read to its end', async () => {
  const urls = Array.from({ length: 3000 }, (_, index) => `https://example.com/${index}`)
  const database = await registryWith(urls)
  const folder = freshFolder()
  await publish(database, folder)
  const published = await openPublished(folder)
  let count = 0
  for await (const page of published.exportPages()) {
    assert.ok(page.canonicalUrl.length > 0)
    count += 1
    if (count % 1000 === 1) await publish(database, folder, { keep: 1 })
    if (count % 1000 === 2) assert.equal((await published.find(URL_1))?.canonicalUrl, URL_1)
  }
  assert.equal(count, urls.length)
  assert.equal(published.file, 'registry-000004.sqlite')
  await published.close()
  await database.close()
})

test('a pointer that was set back: the newer snapshot stays, its name is not used again, readers follow', async () => {
  const database = await registryWith([URL_1])
  const registry = await createRegistry(database)
  const folder = freshFolder()
  await publish(database, folder)
  await publish(database, folder)
  const published = await openPublished(folder)
  writeFileSync(join(folder, 'earlier'), 'registry-000001.sqlite\n')
  renameSync(join(folder, 'earlier'), join(folder, 'current'))
  await registry.ingest([URL_2])
  assert.equal((await publish(database, folder)).file, 'registry-000003.sqlite')
  assert.equal(snapshotsIn(folder).length, 3)
  assert.equal((await published.find(URL_2))?.canonicalUrl, URL_2)
  await published.close()
  await registry.close()
})

const damages: readonly { readonly what: string; readonly pointer: string | null; readonly code: string }[] = [
  { what: 'names no snapshot', pointer: 'garbage', code: 'registry/bad-pointer' },
  { what: 'names one that is gone', pointer: 'registry-000009.sqlite', code: 'store/missing' },
  { what: 'is gone', pointer: null, code: 'registry/nothing-published' },
]
for (const { what, pointer, code } of damages) {
  test(`a reader keeps its snapshot while the pointer ${what}, and follows it again when it is repaired`, async () => {
    const database = await registryWith([URL_1])
    const folder = freshFolder()
    const current = join(folder, 'current')
    await publish(database, folder)
    const published = await openPublished(folder)
    rmSync(current)
    if (pointer !== null) writeFileSync(current, pointer)
    assert.equal((await published.find(URL_1))?.canonicalUrl, URL_1)
    assert.equal((published.trouble as { code?: string } | null)?.code, code)
    rmSync(current, { force: true })
    await publish(database, folder)
    assert.equal((await published.find(URL_1))?.canonicalUrl, URL_1)
    assert.deepEqual([published.file, published.trouble], ['registry-000002.sqlite', null])
    await published.close()
    await database.close()
  })
}

test('a reader that was closed says so', async () => {
  const database = await registryWith([URL_1])
  const folder = freshFolder()
  await publish(database, folder)
  const published = await openPublished(folder)
  await published.close()
  await assert.rejects(published.find(URL_1), { code: 'store/closed' })
  await database.close()
})

test('a copy that cannot be written is named, not the registry', async () => {
  const database = await registryWith([URL_1])
  const path = join(freshFolder(), 'no-such-folder', 'copy.sqlite')
  await assert.rejects(
    copyRegistry(database, path, async () => undefined),
    { message: /no-such-folder\/copy\.sqlite/ },
  )
  await database.close()
})

const refusals: readonly { readonly why: string; readonly prepare: (folder: string) => void; readonly code: string }[] =
  [
    { why: 'nothing was published', prepare: () => undefined, code: 'registry/nothing-published' },
    {
      why: 'the pointer is not ours',
      prepare: (folder) => writeFileSync(join(folder, 'current'), '../../etc/passwd\n'),
      code: 'registry/bad-pointer',
    },
    {
      why: 'the snapshot is gone',
      prepare: (folder) => writeFileSync(join(folder, 'current'), 'registry-000009.sqlite\n'),
      code: 'store/missing',
    },
  ]
for (const { why, prepare, code } of refusals) {
  test(`openPublished refuses a folder: ${why}`, async () => {
    const folder = freshFolder()
    prepare(folder)
    await assert.rejects(openPublished(folder), { code })
  })
}

test('two at once: one publishes, the other gets an error', async () => {
  const database = await registryWith([URL_1])
  const folder = freshFolder()
  const both = await Promise.allSettled([publish(database, folder), publish(database, folder)])
  const failed = both.filter(({ status }) => status === 'rejected')
  assert.equal(failed.length, 1)
  assert.match(
    String(failed.map((outcome) => (outcome as PromiseRejectedResult).reason)),
    /Another process is publishing/,
  )
  assert.equal(snapshotsIn(folder).length, 1)
  await database.close()
})
