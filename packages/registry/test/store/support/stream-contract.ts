import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { collect, listHosts, openFresh } from './with-database.ts'

const ENDLESS = 'with recursive numbers (i) as (select 1 union all select i + 1 from numbers) select i from numbers'

function addHosts(count: number): string {
  return `with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${count})
    insert into hosts (host) select 'host-' || i from numbers`
}

export function streamContract(databases: TestDatabases): void {
  describe(`${databases.dialect} streams`, () => {
    test('give rows of which there is no end', async (t) => {
      const database = await openFresh(t, databases)
      let last = 0
      for await (const { i } of database.stream<{ i: number }>(ENDLESS)) {
        last = i
        if (i === 3500) break
      }
      assert.equal(last, 3500)
    })

    for (const count of [0, 1, 1000, 2500]) {
      test(`give ${count} rows, each once and in order`, async (t) => {
        const database = await openFresh(t, databases)
        if (count > 0) await database.run(addHosts(count))
        const seen: number[] = []
        const sql = 'select id from hosts where id > $1 order by id'
        for await (const { id } of database.stream<{ id: number }>(sql, [0])) seen.push(id)
        assert.deepEqual(
          seen,
          Array.from({ length: count }, (_, index) => index + 1),
        )
      })
    }

    test('show how it was when they began, whatever is written meanwhile', async (t) => {
      const database = await openFresh(t, databases)
      await database.run(addHosts(3000))
      const seen = new Set<string>()
      for await (const { host } of database.stream<{ host: string }>('select host from hosts order by id')) {
        if (seen.size === 10) await database.run("update hosts set host = 'changed-' || id")
        if (seen.size === 20) await database.run('delete from hosts where id > 5')
        seen.add(host)
      }
      assert.equal(seen.size, 3000)
      assert.ok([...seen].every((host) => host.startsWith('host-')))
      // What is read beside the stream is new.
      assert.equal((await listHosts(database)).length, 5)
    })

    test('that are interrupted leave nothing open', async (t) => {
      const database = await openFresh(t, databases)
      await database.run(addHosts(10))
      for (let round = 0; round < 25; round += 1) {
        for await (const { id } of database.stream('select id from hosts order by id')) {
          assert.equal(id, 1)
          break
        }
      }
      assert.equal(await database.run('delete from hosts'), 10)
    })

    test('tell what is wrong with the statement', async (t) => {
      const database = await openFresh(t, databases)
      const rows = database.stream('select id from nowhere')
      await assert.rejects(collect(rows), { code: 'store/failed', message: /nowhere/ })
    })
  })
}
