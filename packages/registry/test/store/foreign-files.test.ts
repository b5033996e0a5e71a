import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { publish } from '../../src/registry/publish/publish.ts'
import { migrate } from '../../src/store/migrate.ts'
import { readMigrations } from '../../src/store/migration-files.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { canonist } from '@canonist/test-support/command.ts'
import { freshFolder } from '@canonist/test-support/databases.ts'
import { connect } from './support/connect.ts'
import { ADD_HOST, listHosts } from './support/with-database.ts'

const folder = freshFolder()
const ORIGINAL = join(folder, 'original.db')
const original = await openDatabase(ORIGINAL)
await original.run(ADD_HOST, ['a.example'])
await original.close()

/** "Cano". */
const OURS = 0x43616e6f

let count = 0
const freshPath = (): string => join(folder, `file-${(count += 1)}.db`)

function copyOriginal(): string {
  const path = freshPath()
  cpSync(ORIGINAL, path)
  return path
}

function run(path: string, sql: string): string {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  return path
}

function readPragma(path: string, name: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true })
  const row = database.prepare(`pragma ${name}`).get()
  database.close()
  return row?.[name]
}

/** Runs statements on a file and is killed, so that its log or journal stays. */
function runAndDie(path: string, sql: string): void {
  const script = `
    const { DatabaseSync } = require('node:sqlite')
    new DatabaseSync(${JSON.stringify(path)}).exec(${JSON.stringify(sql)})
    process.kill(process.pid, 'SIGKILL')`
  assert.equal(spawnSync(process.execPath, ['-e', script]).signal, 'SIGKILL')
}

/** Changes more pages than fit into the cache, so that SQLite writes them before the transaction ends. */
const UNFINISHED = `pragma journal_mode = delete; pragma cache_size = 2; begin immediate; create table unfinished (a);
  with recursive n (i) as (select 1 union all select i + 1 from n limit 500) insert into unfinished select randomblob(1000) from n`

const WAYS = [{}, { readOnly: true }, { mustExist: true }] as const

interface Refusal {
  readonly why: string
  readonly make: () => string
  readonly code: string
  readonly message: RegExp
}

const FILES: readonly Refusal[] = [
  ...['x', '\0', 'S'].map((content) => ({
    why: `a file of one byte, ${JSON.stringify(content)}`,
    make: () => {
      const path = freshPath()
      writeFileSync(path, content)
      return path
    },
    code: 'store/not-a-database',
    message: /not an SQLite database\. \(it has one byte\)/,
  })),
  {
    why: 'a database of ours that is marked as a GeoPackage',
    make: () => run(copyOriginal(), 'pragma application_id = 0x47504B47'),
    code: 'store/other-program',
    message: /belongs to another program\. \(its application_id is 0x47504b47, "GPKG"\)/,
  },
  {
    why: 'an empty database that is marked with bytes that are no text',
    make: () => run(freshPath(), 'pragma application_id = -2'),
    code: 'store/other-program',
    message: /\(its application_id is 0xfffffffe\)/,
  },
  {
    why: 'a database of ours with the version of another program',
    make: () => run(copyOriginal(), 'pragma user_version = 7'),
    code: 'store/other-program',
    message: /belongs to another program\. \(its user_version is 7, which Canonist leaves at 0\)/,
  },
  {
    why: 'an empty database with the version of another program',
    make: () => run(freshPath(), 'pragma user_version = -1'),
    code: 'store/other-program',
    message: /its user_version is -1/,
  },
]

const COMPANIONS: readonly Refusal[] = [
  {
    why: 'a file that is no journal in the place of the journal',
    make: () => {
      const path = copyOriginal()
      writeFileSync(`${path}-journal`, 'notes '.repeat(500))
      return path
    },
    code: 'store/leftover-journal',
    message: /A file that is no journal lies where .* \(.*\.db-journal\) Move it away\./,
  },
  {
    why: 'the journal of an interrupted program',
    make: () => {
      const path = copyOriginal()
      runAndDie(path, UNFINISHED)
      return path
    },
    code: 'store/leftover-journal',
    message:
      /A program was interrupted .* \(.*\.db-journal\) Copy both files, then open the database once with sqlite3/,
  },
  {
    why: 'the journal of another database',
    make: () => {
      const path = copyOriginal()
      const other = run(freshPath(), 'create table theirs (a)')
      runAndDie(other, UNFINISHED)
      cpSync(`${other}-journal`, `${path}-journal`)
      return path
    },
    code: 'store/leftover-journal',
    message: /If the journal is that of another database, move it away instead/,
  },
  {
    why: 'the log of another program',
    make: () => {
      const path = copyOriginal()
      const other = freshPath()
      runAndDie(other, 'pragma journal_mode = wal; create table theirs (a); insert into theirs values (1)')
      cpSync(`${other}-wal`, `${path}-wal`)
      return path
    },
    code: 'store/foreign-log',
    message: /The log beside the file is that of another database\. \(.*\.db-wal\) Move the log away/,
  },
]

for (const { why, make, code, message } of [...FILES, ...COMPANIONS]) {
  test(`${why} is refused, whatever the file is opened for, and everything stays as it is`, async () => {
    const path = make()
    const companions = ['', '-journal', '-wal'].map((suffix) => `${path}${suffix}`).filter((file) => existsSync(file))
    const before = companions.map((file) => readFileSync(file))
    for (const options of WAYS) await assert.rejects(openDatabase(path, options), { code, message })
    assert.deepEqual(
      companions.map((file) => readFileSync(file)),
      before,
    )
  })
}

const HARMLESS = [
  { why: 'an empty journal', content: Buffer.alloc(0) },
  { why: 'a journal that was finished by zeros', content: Buffer.alloc(2000) },
]
for (const { why, content } of HARMLESS) {
  test(`${why} is not in the way`, async () => {
    const path = copyOriginal()
    writeFileSync(`${path}-journal`, content)
    for (const options of WAYS) {
      const database = await openDatabase(path, options)
      assert.deepEqual(await listHosts(database), ['a.example'])
      await database.close()
    }
  })
}

test('a folder in the place of the log or the journal is named', async () => {
  for (const suffix of ['-wal', '-journal']) {
    const path = copyOriginal()
    mkdirSync(`${path}${suffix}`)
    await assert.rejects(openDatabase(path), { message: new RegExp(`file-\\d+\\.db${suffix}, where .* is a folder`) })
  }
})

test('a socket is refused by its name', async (t) => {
  const path = join(folder, 'socket.db')
  const server = createServer().listen(path)
  t.after(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  for (const options of WAYS)
    await assert.rejects(openDatabase(path, options), { code: 'store/cannot-open', message: /it is a socket/ })
})

test('a new database is marked as ours, and so are a snapshot and a copy', async () => {
  assert.equal(readPragma(ORIGINAL, 'application_id'), OURS)
  const database = await openDatabase(copyOriginal())
  const published = freshFolder()
  const { file } = await publish(database, published)
  await database.close()
  assert.equal(readPragma(join(published, file), 'application_id'), OURS)
  const backup = join(folder, 'backup.db')
  run(ORIGINAL, `vacuum into '${backup}'`)
  assert.equal(readPragma(backup, 'application_id'), OURS)
})

test('a database of ours without the mark is opened, and marked with the next migration', async () => {
  const unmarked = run(copyOriginal(), 'pragma application_id = 0')
  for (const options of WAYS) {
    const database = await openDatabase(unmarked, options)
    assert.deepEqual(await listHosts(database), ['a.example'])
    await database.close()
  }
  const known = readMigrations('sqlite')
  const database = await connect(unmarked)
  await migrate(database, [...known, { version: known.length + 1, sql: 'create table more (a)', checksum: '' }])
  await database.close()
  assert.equal(readPragma(unmarked, 'application_id'), OURS)
})

/** What a killed process leaves that was about to create a database: the first page, and a journal that says there was none. */
function interruptCreation(): string {
  const path = run(freshPath(), 'create table temporary (a); drop table temporary; vacuum')
  const journal = Buffer.alloc(512)
  Buffer.from('d9d505f920a163d7', 'hex').copy(journal)
  journal.writeUInt32BE(512, 20)
  journal.writeUInt32BE(4096, 24)
  writeFileSync(`${path}-journal`, journal)
  return path
}

test('a creation that was interrupted is finished by the next one', async () => {
  const path = interruptCreation()
  for (const options of [{ readOnly: true }, { mustExist: true }])
    await assert.rejects(openDatabase(path, options), { code: 'store/empty' })
  const database = await openDatabase(path)
  assert.equal(await database.run(ADD_HOST, ['b.example']), 1)
  await database.close()
  assert.equal(existsSync(`${path}-journal`), false)
})

test('the journal of an interrupted creation empties no database that has tables', async () => {
  const path = copyOriginal()
  cpSync(`${interruptCreation()}-journal`, `${path}-journal`)
  const before = readFileSync(path)
  await assert.rejects(openDatabase(path), { code: 'store/leftover-journal' })
  assert.deepEqual(readFileSync(path), before)
})

test('commands refuse such files with exit code 3, and change nothing', async () => {
  const path = join(folder, 'one-byte.db')
  writeFileSync(path, 'x')
  for (const args of [['add', 'https://a.example/'], ['work', '--drain'], ['find', 'https://a.example/'], ['serve']]) {
    const { code, stderr } = await canonist([...args, '--db', path])
    assert.equal(code, 3, stderr)
    assert.match(stderr, /one-byte\.db": The file is not an SQLite database/)
  }
  assert.equal(readFileSync(path, 'utf8'), 'x')
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('one-byte')),
    ['one-byte.db'],
  )
})
