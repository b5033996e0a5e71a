import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/store/database.ts'
import { checkOwner, migrate } from '../../src/store/migrate.ts'
import { readMigrations, type Migration } from '../../src/store/migration-files.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import type { Migratable } from '../../src/store/script-transaction.ts'
import { bothDatabases, type TestDatabases } from '@canonist/test-support/databases.ts'
import { runChild } from './support/child.ts'
import { connect } from './support/connect.ts'
import { dumpSchema } from './support/schema-dump.ts'
import { ADD_HOST, listHosts, openFor } from './support/with-database.ts'

async function connectFor(t: TestContext, location: string): Promise<Migratable> {
  const database = await connect(location)
  t.after(() => database.close())
  return database
}

async function readVersions(database: Database): Promise<unknown[]> {
  const rows = await database.all('select version from migrations order by version')
  return rows.map(({ version }) => version)
}

function next(known: readonly Migration[], sql: string): Migration[] {
  return [...known, { version: known.length + 1, sql, checksum: 'c'.repeat(64) }]
}

function migrationsContract(databases: TestDatabases): void {
  const known = readMigrations(databases.dialect)

  describe(`${databases.dialect} migrations`, () => {
    test('are numbered from 1 on, without a gap', () => {
      assert.ok(known.length > 0)
      assert.deepEqual(
        known.map(({ version }) => version),
        known.map((_, index) => index + 1),
      )
    })

    test('each say if they break who still has the version before', () => {
      for (const { sql } of known) assert.match(sql, /^--[^;]*breaking: (?:yes|no)\b/)
    })

    test('done again change nothing', async (t) => {
      const location = await databases.emptyLocation()
      const database = await openFor(t, location)
      const before = await dumpSchema(database)
      await database.run(ADD_HOST, ['a'])
      await migrate(await connectFor(t, location), known)
      assert.equal(await dumpSchema(database), before)
      assert.deepEqual(await listHosts(database), ['a'])
    })

    test('of another process that run while the owner is checked are not taken for another program', async (t) => {
      const location = await databases.emptyLocation()
      const [database, other] = [await connectFor(t, location), await connectFor(t, location)]
      // On SQLite, the schema is read before.
      const firstRead = databases.dialect === 'sqlite' ? 2 : 1
      let reads = 0
      const watched: Database = Object.create(database, {
        all: {
          async value(sql: string) {
            const rows = await database.all(sql)
            reads += 1
            if (reads === firstRead) await migrate(other, known)
            return rows
          },
        },
      }) as Database
      await checkOwner(watched, known)
      assert.ok(reads > firstRead)
    })

    test('are added to those that are there', async (t) => {
      const location = await databases.emptyLocation()
      await (await openDatabase(location)).close()
      const database = await connectFor(t, location)
      await migrate(database, next(known, 'create table more (a integer); create table even_more (b integer);'))
      assert.deepEqual(await readVersions(database), [...known.map(({ version }) => version), known.length + 1])
      assert.deepEqual(await database.all('select a, b from more, even_more'), [])
    })

    test('one that fails leaves what was before', async (t) => {
      const location = await databases.emptyLocation()
      const database = await connectFor(t, location)
      const broken = next(known, 'create table more (a integer); create table more (a integer);')
      await assert.rejects(migrate(database, broken), { code: 'store/failed', message: /more.*already exists/ })
      assert.deepEqual(
        await readVersions(database),
        known.map(({ version }) => version),
      )
      await migrate(database, next(known, 'create table more (a integer);'))
    })

    test('of a newer version are left alone, and the message says what to do', async () => {
      const location = await databases.emptyLocation()
      const newer = await connect(location)
      await migrate(newer, next(known, 'create table more (a integer);'))
      await newer.close()
      const message = new RegExp(`it is at schema ${known.length + 1}; this build knows ${known.length}.* Install`)
      for (const readOnly of [false, true]) {
        await assert.rejects(openDatabase(location, { readOnly }), { code: 'store/newer-schema', message })
      }
    })

    test('of a newer version, made while an older one is at work, end its writing; it may go on reading', async (t) => {
      const location = await databases.emptyLocation()
      const older = await openFor(t, location)
      await older.run(ADD_HOST, ['a'])
      await migrate(await connectFor(t, location), next(known, 'create table more (a integer);'))
      const newer = { code: 'store/newer-schema', message: /Install that version/ }
      await assert.rejects(older.run(ADD_HOST, ['b']), newer)
      await assert.rejects(older.all(`${ADD_HOST} returning host`, ['b']), newer)
      await assert.rejects(
        older.transaction((transaction) => transaction.run(ADD_HOST, ['b'])),
        newer,
      )
      assert.deepEqual(await listHosts(older), ['a'])
    })

    test('wait for a transaction of an older version, which may end as it began', async (t) => {
      const location = await databases.emptyLocation()
      const older = await openFor(t, location)
      const newer = await connectFor(t, location)
      const order: string[] = []
      const migrated: Promise<void>[] = []
      await older.transaction(async (transaction) => {
        // From its first answer on, it keeps others from changing the schema.
        await transaction.all('select 1')
        migrated.push(
          migrate(newer, next(known, 'create table more (a integer);')).then(() => void order.push('newer')),
        )
        await sleep(100)
        await transaction.run(ADD_HOST, ['a'])
        order.push('older')
      })
      await Promise.all(migrated)
      assert.deepEqual(order, ['older', 'newer'])
    })

    test('are looked for in vain where nothing was ever made', async () => {
      const missing = { code: databases.dialect === 'sqlite' ? 'store/missing' : 'store/empty' }
      await assert.rejects(openDatabase(await databases.emptyLocation(), { readOnly: true }), missing)
      await assert.rejects(openDatabase(await databases.emptyLocation(), { mustExist: true }), missing)
    })

    test('that were changed after they were applied are found out', async (t) => {
      const location = await databases.emptyLocation()
      const database = await openFor(t, location)
      await database.run('update migrations set checksum = $1', ['0'.repeat(64)])
      await assert.rejects(openDatabase(location), { code: 'store/changed-schema' })
    })

    test('are not made by who only reads', async () => {
      const location = await databases.emptyLocation()
      await (await openDatabase(location)).close()
      const older = await connect(location)
      await older.run('delete from migrations')
      await older.close()
      await assert.rejects(openDatabase(location, { readOnly: true }), { code: 'store/older-schema' })
    })

    test('leave the tables of another program alone', async (t) => {
      const location = await databases.emptyLocation()
      const database = await connectFor(t, location)
      await database.run('create table pages (mine text)')
      for (const readOnly of [false, true]) {
        await assert.rejects(openDatabase(location, { readOnly }), { code: 'store/other-program' })
      }
      assert.deepEqual(await database.all('select mine from pages'), [])
    })

    test('interrupted by a kill are applied as if they had never begun', async (t) => {
      const location = await databases.emptyLocation()
      assert.equal((await runChild('killed-migration.ts', [location])).exit, 'SIGKILL')
      const database = await openFor(t, location)
      await database.run(ADD_HOST, ['a'])
      assert.deepEqual(
        await readVersions(database),
        known.map(({ version }) => version),
      )
    })

    test('are not waited for where there are none', async (t) => {
      const location = await databases.emptyLocation()
      const busy = await openFor(t, location)
      const writing = busy.transaction(async (transaction) => {
        await transaction.run(ADD_HOST, ['a'])
        await sleep(200)
        return 'done'
      })
      await sleep(20)
      const database = openFor(t, location, { lockWait: 0 })
      assert.equal(await Promise.race([writing, database.then(() => 'opened')]), 'opened')
      await writing
    })
  })
}

for (const databases of await bothDatabases()) migrationsContract(databases)
