import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admit } from '@canonist/web/internal/admit/admit'
import { openFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import { openRegistry } from '../../src/registry/open-registry.ts'
import type { Database } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'

const DAY = 24 * 3_600_000

async function countRows(database: Database, table: string): Promise<number> {
  const [row] = await database.all<{ readonly n: number }>(`select count(*) as n from ${table}`)
  return row?.n ?? 0
}

for (const { dialect, freshLocation } of await bothDatabases()) {
  test(`${dialect}: an import leaves no run behind, with a source or without one`, async () => {
    const location = await freshLocation()
    const registry = await openRegistry(location)
    const frontier = await openFrontier(location)
    const database = await openDatabase(location)
    for (let turn = 0; turn < 5; turn += 1) {
      await registry.ingest([`https://a.example/${turn}`])
      await registry.ingest([`https://a.example/${turn}`], { source: `list ${turn}` })
      await registry.ingest([`https://a.example/${turn}`], { source: 'told', onReport: async () => undefined })
      await frontier.submit([`https://b.example/${turn}`], { source: 'seeds' })
      await frontier.submit([`https://b.example/${turn}`])
    }
    assert.equal(await countRows(database, 'runs'), 0)
    await Promise.all([registry.close(), frontier.close(), database.close()])
  })

  test(`${dialect}: an interrupted import can be resumed for 30 days, and is then forgotten`, async () => {
    const location = await freshLocation()
    let now = 1_000_000
    const registry = await openRegistry(location, { now: () => now })
    const database = await openDatabase(location)
    async function* broken(): AsyncGenerator<string> {
      yield 'https://a.example/1'
      throw new Error('broken off')
    }
    await assert.rejects(registry.ingest(broken(), { source: 'old' }), /broken off/)
    now += 29 * DAY
    let resumed = 0
    const onResume = (lines: number): void => void (resumed = lines)
    await assert.rejects(registry.ingest(broken(), { source: 'old', onResume }), /broken off/)
    assert.equal(resumed, 1)
    now += 31 * DAY
    await registry.ingest(['https://a.example/2'], { source: 'new' })
    assert.equal(await countRows(database, 'runs'), 0)
    await Promise.all([registry.close(), database.close()])
  })

  test(`${dialect}: invalid lines are kept for a year after they were last seen, or as long as wanted`, async () => {
    const location = await freshLocation()
    let now = 1_000_000
    const registry = await openRegistry(location, { now: () => now })
    const database = await openDatabase(location)
    await registry.ingest(['nonsense', 'rubbish'])
    now += 200 * DAY
    await registry.ingest(['rubbish'])
    now += 200 * DAY
    await registry.ingest(['gibberish'])
    assert.equal(await countRows(database, 'rejected'), 2)
    const strict = await openRegistry(location, { now: () => now, keepRejectedMs: DAY })
    now += 2 * DAY
    await strict.ingest(['nonsense'])
    assert.equal(await countRows(database, 'rejected'), 1)
    await Promise.all([registry.close(), strict.close(), database.close()])
  })

  test(`${dialect}: of an original the last few records are kept, and always the one that counts`, async () => {
    const location = await freshLocation()
    const registry = await openRegistry(location, { keepAdmissions: 3 })
    const database = await openDatabase(location)
    const admission = await admit('https://a.example/x', {
      policy: { name: 'sources', extends: 'sources' },
      offline: true,
    })
    for (let turn = 0; turn < 10; turn += 1)
      await registry.recordAdmission({ ...admission, policyVersion: `v${turn}` }, { offline: true })
    const records = await registry.findAdmissions('https://a.example/x')
    assert.ok(records.length <= 5, `${records.length} records`)
    assert.deepEqual(
      records.filter(({ isCurrent }) => isCurrent).map(({ policyVersion }) => policyVersion),
      ['v9'],
    )
    await Promise.all([registry.close(), database.close()])
  })

  test(`${dialect}: a page has one place among contents, however often it changes`, async () => {
    const location = await freshLocation()
    const frontier = await openFrontier(location)
    const database = await openDatabase(location)
    await frontier.submit(['https://a.example/'])
    const [page] = await database.all<{ readonly id: number }>('select id from pages')
    for (let turn = 0; turn < 6; turn += 1) {
      const contentHash = String(turn).repeat(64)
      await frontier.recordContents([{ id: page?.id ?? 0, contentHash }])
      await database.run('update pages set content_hash = $1', [Buffer.from(contentHash, 'hex')])
    }
    assert.equal(await countRows(database, 'frontier_contents'), 1)
    await Promise.all([frontier.close(), database.close()])
  })

  test(`${dialect}: what happened to URLs is remembered as long as wanted`, async () => {
    const location = await freshLocation()
    const [long, short] = [await openFrontier(location), await openFrontier(location, { keepLogMs: -DAY })]
    const database = await openDatabase(location)
    await long.submit(['https://a.example/'])
    await database.run("insert into frontier_log (page_id, at, event) values (1, $1, 'retry')", [Date.now()])
    await long.sweep()
    assert.equal(await countRows(database, 'frontier_log'), 1)
    await short.sweep()
    assert.equal(await countRows(database, 'frontier_log'), 0)
    await Promise.all([long.close(), short.close(), database.close()])
  })
}
