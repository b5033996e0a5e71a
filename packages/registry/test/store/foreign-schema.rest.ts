import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openPublished } from '../../src/registry/publish/open-published.ts'
import { openRegistry } from '../../src/registry/open-registry.ts'
import { checkOwner } from '../../src/store/migrate.ts'
import { readMigrations } from '../../src/store/migration-files.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { canonist } from '@canonist/test-support/command.ts'
import { freshFolder } from '@canonist/test-support/databases.ts'
import { connect } from './support/connect.ts'

const folder = freshFolder()
const ORIGINAL = join(folder, 'original.db')
const registry = await openRegistry(ORIGINAL)
await registry.ingest(['https://a.example/', 'https://b.example/'])
await registry.close()

let count = 0

/** A copy of a registry that somebody has changed, past our own code. */
function tampered(sql: string): string {
  count += 1
  const path = join(folder, `tampered-${count}.db`)
  cpSync(ORIGINAL, path)
  change(path, sql)
  return path
}

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path, { defensive: false })
  database.exec(sql)
  database.close()
}

const ENDLESS = 'with recursive n (i) as (select 1 union all select i + 1 from n)'

const CASES = [
  {
    why: 'a trigger',
    sql: "create trigger evil after insert on pages begin update pages set fetch_url = 'https://evil.example/'; end",
    detail: 'unexpected trigger evil',
  },
  {
    why: 'a trigger with the name of a table of statistics',
    sql: `pragma writable_schema = 1; insert into sqlite_schema values ('trigger', 'sqlite_stat4', 'pages', 0,
      'CREATE TRIGGER sqlite_stat4 AFTER INSERT ON pages BEGIN UPDATE pages SET fetch_url = ''https://evil.example/''; END')`,
    detail: 'unexpected trigger sqlite_stat4',
  },
  {
    why: 'a view with the name of a table of statistics',
    sql: `pragma writable_schema = 1; insert into sqlite_schema values ('view', 'sqlite_stat1', 'sqlite_stat1', 0,
      'CREATE VIEW sqlite_stat1 AS SELECT 1')`,
    detail: 'unexpected view sqlite_stat1',
  },
  {
    why: 'a table of statistics with a column that computes',
    sql: `pragma writable_schema = 1; insert into sqlite_schema values ('table', 'sqlite_stat1', 'sqlite_stat1', 2,
      'CREATE TABLE sqlite_stat1(tbl,idx,stat AS (tbl || idx))')`,
    detail: 'unexpected table sqlite_stat1',
  },
  { why: 'a view', sql: 'create view evil as select * from pages', detail: 'unexpected view evil' },
  {
    why: 'an endless view in place of a table',
    sql: `drop table rejected; create view rejected as ${ENDLESS} select i as raw_hash, i as raw from n`,
    detail: 'unexpected view rejected',
  },
  {
    why: 'an endless view in place of the notes on migrations',
    sql: `alter table migrations rename to kept; create view migrations as ${ENDLESS} select i as version, '' as checksum from n`,
    code: 'store/other-program',
    detail: '',
  },
  {
    why: 'an index over an expression',
    sql: 'create index evil on pages (upper(canonical_url))',
    detail: 'unexpected index evil',
  },
  {
    why: 'a generated column',
    sql: "alter table pages add column evil text generated always as (canonical_url || '!') virtual",
    detail: 'table pages was changed',
  },
  {
    why: 'a table of ours with other columns',
    sql: 'drop table rejected; create table rejected (raw_hash, raw, code, message, first_seen, last_seen, count)',
    detail: 'table rejected was changed',
  },
  { why: 'a virtual table', sql: 'create virtual table evil using fts5 (a)', detail: 'unexpected table evil' },
  { why: 'a table too few', sql: 'drop table frontier_log', detail: 'is missing' },
]

for (const { why, sql, detail, code = 'store/changed-schema' } of CASES) {
  test(`${why} is refused, whatever the file is opened for, and the file stays as it is`, async () => {
    const path = tampered(sql)
    const before = readFileSync(path)
    for (const options of [{}, { readOnly: true }, { mustExist: true }]) {
      await assert.rejects(openDatabase(path, options), { code, message: new RegExp(detail) })
    }
    assert.deepEqual(readFileSync(path), before)
  })
}

test('a changed snapshot is refused as well', async () => {
  const published = join(folder, 'published')
  mkdirSync(published)
  const source = await openRegistry(ORIGINAL)
  const { file } = await source.publish(published)
  await source.close()
  await (await openPublished(published)).close()
  const bytes = readFileSync(join(published, file))
  writeFileSync(join(folder, 'snapshot.db'), bytes)
  change(join(folder, 'snapshot.db'), 'create trigger evil after insert on hosts begin select 1; end')
  writeFileSync(join(published, file), readFileSync(join(folder, 'snapshot.db')))
  await assert.rejects(openPublished(published), { code: 'store/changed-schema' })
})

test('commands say what is in the way', async () => {
  const path = tampered('create trigger evil after insert on pages begin select 1; end')
  const { code, stderr } = await canonist(['find', '--db', path, 'https://a.example/'])
  assert.equal(code, 3)
  assert.match(stderr, /unexpected trigger evil/)
})

test('the statistics tables of SQLite are not a reason to refuse a file', async () => {
  const database = await openDatabase(tampered('analyze'))
  assert.equal((await database.all('select 1 from pages')).length, 2)
  await database.close()
})

test('looking at the schema costs little: a hundred looks in the time of a few hundred statements', async () => {
  await (await openDatabase(ORIGINAL, { readOnly: true })).close()
  const before = process.cpuUsage()
  for (let turn = 0; turn < 100; turn += 1) await (await openDatabase(ORIGINAL, { readOnly: true })).close()
  const { user, system } = process.cpuUsage(before)
  assert.ok(user + system < 100 * 20_000, `${(user + system) / 100} µs for each`)
})

test('a file of an earlier version belongs to us; with a foreign trigger it does not', async () => {
  const known = readMigrations('sqlite')
  const later = [...known, { version: known.length + 1, sql: 'create table more (a integer)', checksum: '' }]
  for (const { path, isOurs } of [
    { path: ORIGINAL, isOurs: true },
    { path: tampered('create trigger evil after insert on hosts begin delete from hosts; end'), isOurs: false },
  ]) {
    const database = await connect(path)
    const checking = checkOwner(database, later)
    await (isOurs ? checking : assert.rejects(checking, { code: 'store/changed-schema' }))
    await database.close()
  }
})
