import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { definePolicy } from '@canonist/core'
import { openRegistry } from '../../src/registry/open-registry.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { openFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { readRows } from './support/state.ts'

const NO_WWW = definePolicy({ name: 'no-www', extends: 'dedupe', www: 'strip' })
const LINES = ['https://www.a.example/x', 'https://www.b.example/y', 'https://b.example/y', 'https://c.example/']

async function hostsIn(location: string): Promise<unknown[]> {
  const database = await openDatabase(location)
  const rows = await database.all<{ host: string }>('select host from hosts order by host')
  await database.close()
  return rows.map(({ host }) => host)
}

async function readState(location: string): Promise<unknown> {
  const database = await openDatabase(location)
  const rows = { ...(await readRows(database)), hosts: await database.all('select id, host from hosts order by id') }
  await database.close()
  return rows
}

for (const { dialect, freshLocation } of await bothDatabases()) {
  test(`${dialect}: a rekey leaves no host without pages, and taking it back brings the hosts back`, async () => {
    const location = await freshLocation()
    const registry = await openRegistry(location)
    await registry.ingest(LINES)
    const before = await readState(location)
    const { run } = await registry.rekey(NO_WWW)
    assert.deepEqual(await hostsIn(location), ['a.example', 'b.example', 'c.example'])
    await registry.undoRekey(run ?? assert.fail())
    assert.deepEqual(await readState(location), before)
    await registry.close()
  })

  test(`${dialect}: a rekey keeps the hosts that the frontier has URLs and clocks of`, async () => {
    const location = await freshLocation()
    const frontier = await openFrontier(location)
    await frontier.submit(LINES)
    const registry = await openRegistry(location)
    await registry.rekey(NO_WWW)
    await registry.close()
    await frontier.sweep()
    const hosts = new Set<string>()
    for await (const { host } of frontier.streamUrls()) hosts.add(host)
    const left = await hostsIn(location)
    for (const host of hosts) assert.ok(left.includes(host), host)
    await frontier.close()
  })

  test(`${dialect}: all tables that refer to hosts are looked at`, () => {
    const dump = readFileSync(new URL(`../contract/schema.${dialect}.sql`, import.meta.url), 'utf8')
    const tables = dump
      .split(/^create table /im)
      .flatMap((text) => (/references hosts/i.test(text) ? [text.split(' ')[0]] : []))
    const source = readFileSync(new URL('../../src/registry/sql/hosts.sql.ts', import.meta.url), 'utf8')
    for (const table of tables) if (table !== 'frontier_urls') assert.ok(source.includes(`'${table}'`), table)
    assert.equal(tables.length, 6)
  })
}
