import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Value } from '../../../src/store/database.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { listHosts, openFresh } from './with-database.ts'

const COLUMNS = 'position integer, key bytes, url text'
const SUMMARY = 'select count(*) as n, coalesce(sum(position), 0) as total, count(distinct url) as urls from incoming'

function* rowsUpTo(count: number): Generator<readonly Value[]> {
  for (let position = 0; position < count; position += 1) {
    yield [position, new Uint8Array([position >> 16, position >> 8, position]), `https://example.com/${position}`]
  }
}

export function stageContract(databases: TestDatabases): void {
  describe(`${databases.dialect} staged tables`, () => {
    for (const count of [0, 1, 9, 10, 11, 100_000]) {
      test(`take ${count} rows`, async (t) => {
        const database = await openFresh(t, databases)
        const summary = await database.transaction(async (transaction) => {
          await transaction.stage('incoming', COLUMNS, rowsUpTo(count))
          return transaction.all(SUMMARY)
        })
        assert.deepEqual(summary, [{ n: count, total: (count * count - count) / 2, urls: count }])
      })
    }

    test('are gone with their transaction, kept or not', async (t) => {
      const database = await openFresh(t, databases)
      await database.transaction((transaction) => transaction.stage('incoming', COLUMNS, rowsUpTo(1)))
      await assert.rejects(
        database.transaction(async (transaction) => {
          await transaction.stage('incoming', COLUMNS, rowsUpTo(1))
          throw new Error('no')
        }),
        /no/,
      )
      await assert.rejects(
        database.transaction((transaction) => transaction.all('select * from incoming')),
        { code: 'store/failed', message: /incoming/ },
      )
    })

    test('may be filled again, with other columns', async (t) => {
      const database = await openFresh(t, databases)
      const rows = await database.transaction(async (transaction) => {
        await transaction.stage('incoming', COLUMNS, rowsUpTo(3))
        await transaction.stage('incoming', 'host text not null, n integer', [['a.example', 1]])
        return transaction.all('select * from incoming')
      })
      assert.deepEqual(rows, [{ host: 'a.example', n: 1 }])
    })

    test('are joined with what is kept', async (t) => {
      const database = await openFresh(t, databases)
      const merge = () =>
        database.transaction(async (transaction) => {
          await transaction.stage('incoming', 'host text', [['b'], ['a'], ['c'], ['a']])
          const sql =
            'insert into hosts (host) select distinct host from incoming where true on conflict (host) do nothing'
          return transaction.run(sql)
        })
      assert.deepEqual([await merge(), await merge()], [3, 0])
      assert.deepEqual(await listHosts(database), ['a', 'b', 'c'])
    })

    test('tell the failure of who gives the rows, and nothing is kept', async (t) => {
      const database = await openFresh(t, databases)
      function* failing(): Generator<readonly Value[]> {
        yield* rowsUpTo(5000)
        throw new RangeError('the list ended in the middle')
      }
      const running = database.transaction((transaction) => transaction.stage('incoming', COLUMNS, failing()))
      await assert.rejects(running, RangeError)
      await database.run('insert into hosts (host) values ($1)', ['a'])
      assert.deepEqual(await listHosts(database), ['a'])
    })

    test('refuse a row that does not fit, and the next transaction works', async (t) => {
      const database = await openFresh(t, databases)
      const running = database.transaction((transaction) =>
        transaction.stage('incoming', 'host text not null', [['a'], [null]]),
      )
      await assert.rejects(running, { name: 'StoreError', code: 'store/failed' })
      await database.transaction((transaction) => transaction.stage('incoming', 'host text not null', [['a']]))
    })

    test('are not needed to insert many rows at once', async (t) => {
      const database = await openFresh(t, databases)
      const names = Array.from({ length: 95 }, (_, at) => [`${String(at).padStart(2, '0')}.example`])
      await database.transaction((transaction) => transaction.insert('hosts', 'host', names))
      assert.deepEqual(await listHosts(database), names.flat())
      const again = database.transaction((transaction) =>
        transaction.insert('hosts', 'host', [['new'], ['07.example']]),
      )
      await assert.rejects(again, { name: 'StoreError' })
      assert.deepEqual(await listHosts(database), names.flat())
    })
  })
}
