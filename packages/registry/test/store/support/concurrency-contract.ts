import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { runChild } from './child.ts'
import { ADD_HOST, listHosts, openFor, openFresh } from './with-database.ts'

const COUNT_UP = `insert into reviews (kind, subject, detail, count, state, opened_at, last_seen)
  values ('k', $1, '', 1, 'open', 0, 0) on conflict (kind, subject) do update set count = reviews.count + 1`

export function concurrencyContract(databases: TestDatabases): void {
  describe(`${databases.dialect} at once`, () => {
    test('a hundred transactions of one connection are all kept', async (t) => {
      const database = await openFresh(t, databases)
      await Promise.all(
        Array.from({ length: 100 }, (_, number) =>
          database.transaction(async (transaction) => {
            await transaction.run(COUNT_UP, ['all'])
            await transaction.run(COUNT_UP, [`by ten: ${number % 10}`])
          }),
        ),
      )
      const rows = await database.all('select subject, count from reviews order by count desc limit 2')
      assert.deepEqual(
        rows.map(({ count }) => count),
        [100, 10],
      )
    })

    test('two connections see what the other has committed, and nothing else', async (t) => {
      const location = await databases.emptyLocation()
      const [first, second] = [await openFor(t, location), await openFor(t, location)]
      await first.transaction(async (transaction) => {
        await transaction.run(ADD_HOST, ['a'])
        assert.deepEqual(await listHosts(second), [])
      })
      assert.deepEqual(await listHosts(second), ['a'])
    })

    test('the second of two that write the same row waits for the first', async (t) => {
      const location = await databases.emptyLocation()
      const [first, second] = [await openFor(t, location), await openFor(t, location)]
      const order: string[] = []
      const slow = first.transaction(async (transaction) => {
        await transaction.run(COUNT_UP, ['x'])
        await sleep(100)
        order.push('first')
      })
      await sleep(20)
      const quick = second.run(COUNT_UP, ['x']).then(() => void order.push('second'))
      await Promise.all([slow, quick])
      assert.deepEqual(order, ['first', 'second'])
      assert.deepEqual(await first.all('select count from reviews'), [{ count: 2 }])
    })

    test('one that fails does not hold up those that wait', async (t) => {
      const database = await openFresh(t, databases)
      const failing = database.transaction(async () => Promise.reject(new Error('no')))
      const writing = database.run(ADD_HOST, ['a'])
      await assert.rejects(failing, /no/)
      assert.equal(await writing, 1)
    })

    test('three processes open a new database at once and write 50 times each', async (t) => {
      const location = await databases.emptyLocation()
      const children = Array.from({ length: 3 }, () => runChild('count-up.ts', [location, '50']))
      for (const child of await Promise.all(children)) assert.deepEqual(child, { exit: 0, output: 'done\n' })
      const database = await openFor(t, location)
      assert.deepEqual(await database.all('select count from reviews'), [{ count: 150 }])
      assert.deepEqual(await database.all('select count(*) as n from migrations where version = 1'), [{ n: 1 }])
    })
  })
}
