import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Transaction } from '../../../src/store/database.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { ADD_HOST, listHosts, openFresh } from './with-database.ts'

export function transactionContract(databases: TestDatabases): void {
  describe(`${databases.dialect} transactions`, () => {
    test('give back what the work gives back, and keep what it wrote', async (t) => {
      const database = await openFresh(t, databases)
      const count = await database.transaction(async (transaction) => {
        await transaction.run(ADD_HOST, ['a.example'])
        return transaction.run(ADD_HOST, ['b.example'])
      })
      assert.equal(count, 1)
      assert.deepEqual(await listHosts(database), ['a.example', 'b.example'])
    })

    test('keep nothing if the work fails, and its error is thrown as it is', async (t) => {
      const database = await openFresh(t, databases)
      const failure = new Error('changed my mind')
      const running = database.transaction(async (transaction) => {
        await transaction.run(ADD_HOST, ['a.example'])
        throw failure
      })
      await assert.rejects(running, (error) => error === failure)
      assert.deepEqual(await listHosts(database), [])
      await database.run(ADD_HOST, ['b.example'])
      assert.deepEqual(await listHosts(database), ['b.example'])
    })

    test('keep nothing if a statement failed, even if its error was caught', async (t) => {
      const database = await openFresh(t, databases)
      const running = database.transaction(async (transaction) => {
        await transaction.run(ADD_HOST, ['a.example'])
        await transaction.run(ADD_HOST, ['a.example']).catch(() => undefined)
        await transaction.run(ADD_HOST, ['b.example']).catch(() => undefined)
      })
      await assert.rejects(running, { name: 'StoreError', code: 'store/duplicate' })
      assert.deepEqual(await listHosts(database), [])
    })

    test('see what they wrote; others do not until the end', async (t) => {
      const database = await openFresh(t, databases)
      await database.transaction(async (transaction) => {
        await transaction.run(ADD_HOST, ['a.example'])
        assert.deepEqual(await transaction.all('select host from hosts'), [{ host: 'a.example' }])
        assert.deepEqual(await listHosts(database), [])
      })
      assert.deepEqual(await listHosts(database), ['a.example'])
    })

    test('run what is not waited for one after the other, before the end', async (t) => {
      const database = await openFresh(t, databases)
      const names = Array.from({ length: 20 }, (_, number) => `${number}.example`)
      await database.transaction(async (transaction) => {
        for (const name of names) void transaction.run(ADD_HOST, [name])
      })
      assert.deepEqual(await listHosts(database), names.toSorted())
    })

    test('answer concurrent queries in order', async (t) => {
      const database = await openFresh(t, databases)
      const answers = await database.transaction((transaction) => {
        const counts = [1, 2, 3].map(async (number) => {
          transaction.send(ADD_HOST, [`${number}.example`])
          return transaction.all<{ hosts: number }>('select count(*) as hosts from hosts')
        })
        return Promise.all(counts)
      })
      assert.deepEqual(answers, [[{ hosts: 1 }], [{ hosts: 2 }], [{ hosts: 3 }]])
    })

    test('keep nothing if a statement that was not awaited failed, and throw its error', async (t) => {
      const database = await openFresh(t, databases)
      const running = database.transaction(async (transaction) => {
        for (const host of ['a.example', 'a.example', 'b.example']) transaction.send(ADD_HOST, [host])
        return transaction.all('select host from no_such_table')
      })
      await assert.rejects(running, { name: 'StoreError', code: 'store/duplicate' })
      assert.deepEqual(await listHosts(database), [])
    })

    test('keep nothing where what was sent last failed', async (t) => {
      const database = await openFresh(t, databases)
      const running = database.transaction(async (transaction) => {
        for (const host of ['a.example', 'b.example', 'a.example']) transaction.send(ADD_HOST, [host])
        return 'done'
      })
      await assert.rejects(running, { name: 'StoreError', code: 'store/duplicate' })
      assert.deepEqual(await listHosts(database), [])
    })

    test('let nothing be done in them when they are over', async (t) => {
      const database = await openFresh(t, databases)
      const ended: Transaction[] = []
      await database.transaction(async (transaction) => void ended.push(transaction))
      for (const transaction of ended) await assert.rejects(transaction.run(ADD_HOST, ['a.example']), /has ended/)
      assert.deepEqual(await listHosts(database), [])
    })

    test('begun within one another fail at once, instead of waiting for themselves', async (t) => {
      const database = await openFresh(t, databases)
      const nested: (() => Promise<unknown>)[] = [
        () => database.transaction(async () => undefined),
        () => database.run(ADD_HOST, ['b.example']),
        () => database.all(`${ADD_HOST} returning host`, ['b.example']),
      ]
      for (const begin of nested)
        await assert.rejects(database.transaction(begin), /inside one of its own transactions/)
      await database.transaction((transaction) => transaction.run(ADD_HOST, ['a.example']))
      assert.deepEqual(await listHosts(database), ['a.example'])
    })

    test('may be begun by what outlives another', async (t) => {
      const database = await openFresh(t, databases)
      const late = Promise.withResolvers<void>()
      const outlived: Promise<number>[] = []
      await database.transaction(async () => {
        outlived.push(late.promise.then(() => database.run(ADD_HOST, ['late.example'])))
      })
      late.resolve()
      await Promise.all(outlived)
      assert.deepEqual(await listHosts(database), ['late.example'])
    })

    test('return rows of what they change', async (t) => {
      const database = await openFresh(t, databases)
      const sql = `${ADD_HOST} on conflict (host) do update set host = excluded.host returning host`
      assert.deepEqual(await database.all(sql, ['a.example']), [{ host: 'a.example' }])
      assert.deepEqual(await database.transaction((transaction) => transaction.all(sql, ['a.example'])), [
        { host: 'a.example' },
      ])
    })

    test('count what they change', async (t) => {
      const database = await openFresh(t, databases)
      for (const host of ['a', 'b', 'c']) await database.run(ADD_HOST, [host])
      assert.equal(await database.run('delete from hosts where host > $1', ['a']), 2)
      assert.equal(await database.run(`${ADD_HOST} on conflict (host) do nothing`, ['a']), 0)
    })

    test('refuse what refers to nothing', async (t) => {
      const database = await openFresh(t, databases)
      const sql = 'insert into host_facts (host_id, fact, source, value, observed_at) values (1, $1, $1, $1, 1)'
      await assert.rejects(database.run(sql, ['x']), { code: 'store/failed', message: /foreign key/i })
    })
  })
}
