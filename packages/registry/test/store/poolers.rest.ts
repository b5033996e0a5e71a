import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { openFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import { openRegistry } from '../../src/registry/open-registry.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { StatementNames } from '../../src/store/statement-names.ts'
import { collect as collectPages } from '../registry/support/collect.ts'
import { usePostgres } from '@canonist/test-support/postgres.ts'
import { startMixingProxy } from './support/mixing-proxy.ts'
import { NO_PGBOUNCER, startPgbouncer } from './support/pgbouncer.ts'
import { ADD_HOST, collect, listHosts, openFor } from './support/with-database.ts'

const server = await usePostgres()
const ROUNDS = 12

const POOLERS = [
  { name: 'a proxy that mixes connections', start: (url: string) => startMixingProxy(url), skip: false as const },
  { name: 'PgBouncer in transaction mode', start: startPgbouncer, skip: NO_PGBOUNCER },
]

for (const { name, start, skip } of POOLERS) {
  describe(`behind ${name}`, { skip }, () => {
    const through = async (t: TestContext): Promise<string> => {
      const url = new URL(await server.freshDatabase())
      const pooler = await start(url.href)
      t.after(() => pooler.close())
      url.port = String(pooler.port)
      return url.href
    }

    test('several clients run the same and other statements again and again', async (t) => {
      const url = await through(t)
      const clients = [await openFor(t, url), await openFor(t, url), await openFor(t, url)]
      const work = clients.map(async (database, client) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          await database.run(ADD_HOST, [`c${client}-r${round}`])
          assert.deepEqual(await database.all(`select ${client} + $1 as n`, [round]), [{ n: client + round }])
          await database.transaction(async (transaction) => {
            await transaction.stage('staged', 'n integer', [[round]])
            assert.deepEqual(await transaction.all('select n from staged'), [{ n: round }])
          })
          assert.equal((await collect(database.stream('select 1 as n from hosts limit $1', [1]))).length, 1)
        }
      })
      await Promise.all(work)
      for (const database of clients) assert.equal((await listHosts(database)).length, clients.length * ROUNDS)
    })

    test('a registry and a frontier that two processes share work as ever', async (t) => {
      const url = await through(t)
      for (let process = 0; process < 2; process += 1) {
        const frontiers = [await openFrontier(url, { hostDelayMs: 0 }), await openFrontier(url, { hostDelayMs: 0 })]
        const claimed = await Promise.all(
          frontiers.map(async (frontier, index) => {
            const claims = []
            for (let round = 0; round < ROUNDS; round += 1) {
              await frontier.submit([`https://h${process}-${index}-${round}.example/`])
              claims.push(...(await frontier.claim({ limit: 1 })))
            }
            return claims.map(({ url }) => url)
          }),
        )
        // A claim may find nothing: its snapshot may be older than the only host that the other process has not just taken.
        const left = (await frontiers[0]?.claim({ limit: 2 * ROUNDS })) ?? []
        const all = [...claimed.flat(), ...left.map(({ url }) => url)]
        assert.equal(all.length, 2 * ROUNDS)
        assert.equal(new Set(all).size, 2 * ROUNDS)
        for (const frontier of frontiers) await frontier.close()
      }
      const registry = await openRegistry(url, { readOnly: true })
      assert.equal((await collectPages(registry.exportPages())).length, 4 * ROUNDS)
      await registry.close()
    })

    test('a search_path that the pooler drops is noticed before anything is written elsewhere', async (t) => {
      const url = `${await through(t)}?options=${encodeURIComponent('-c search_path=elsewhere')}`
      await assert.rejects(openDatabase(url), {
        code: 'store/no-schema',
        message: /sets search_path to elsewhere, but the connection has .*PgBouncer.*alter role/,
      })
    })
  })
}

test('a name means one statement on every connection, and cursors have none', () => {
  const [ours, theirs] = [new StatementNames(), new StatementNames()]
  const [connection, other] = [{}, {}]
  const chooseName = (names: StatementNames, on: object, sql: string): string | undefined => {
    names.getName(on, sql)
    return names.getName(on, sql).name
  }
  assert.ok(chooseName(ours, connection, 'select 1'))
  assert.equal(chooseName(ours, connection, 'select 1'), chooseName(theirs, other, 'select 1'))
  assert.notEqual(chooseName(ours, connection, 'select 1'), chooseName(theirs, other, 'select 2'))
  assert.equal(chooseName(ours, connection, 'fetch 1000 from rows_in_order'), undefined)
  ours.turnOff()
  assert.equal(chooseName(ours, connection, 'select 1'), undefined)
})
