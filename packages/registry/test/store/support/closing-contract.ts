import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openDatabase } from '../../../src/store/open-database.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { ADD_HOST, collect, listHosts, openFor, openFresh } from './with-database.ts'

const CLOSED = { name: 'StoreError', code: 'store/closed' }

export function closingContract(databases: TestDatabases): void {
  describe(`${databases.dialect} closing`, () => {
    test('may be done twice; then no more queries can run', async (t) => {
      const database = await openFresh(t, databases)
      await database.close()
      await database.close()
      await assert.rejects(database.all('select 1 as one'), CLOSED)
      await assert.rejects(database.run(ADD_HOST, ['a']), CLOSED)
      await assert.rejects(collect(database.stream('select 1 as one')), CLOSED)
    })

    test('waits for what is being written', async (t) => {
      const location = await databases.emptyLocation()
      const database = await openDatabase(location)
      const writing = database.transaction(async (transaction) => {
        await transaction.run(ADD_HOST, ['a'])
        await nextTurn()
        await transaction.run(ADD_HOST, ['b'])
      })
      await Promise.all([database.close(), writing])
      assert.deepEqual(await listHosts(await openFor(t, location)), ['a', 'b'])
    })

    test('ends a stream, which says so', async (t) => {
      const database = await openFresh(t, databases)
      const endless = 'with recursive n (i) as (select 1 union all select i + 1 from n) select i from n'
      const rows = database.stream(endless)[Symbol.asyncIterator]()
      await rows.next()
      await database.close()
      const toTheEnd = async () => {
        while ((await rows.next()).done !== true) {}
      }
      await assert.rejects(toTheEnd(), CLOSED)
    })

    test('leaves everything to the next who opens it', async (t) => {
      const location = await databases.emptyLocation()
      const first = await openDatabase(location)
      await first.run(ADD_HOST, ['a'])
      await first.close()
      assert.deepEqual(await listHosts(await openFor(t, location)), ['a'])
    })

    test('is not needed by who only reads, and may not write', async (t) => {
      const location = await databases.emptyLocation()
      await (await openDatabase(location)).close()
      const database = await openFor(t, location, { readOnly: true })
      assert.deepEqual(await listHosts(database), [])
      await assert.rejects(database.run(ADD_HOST, ['a']), { code: 'store/read-only' })
    })
  })
}
