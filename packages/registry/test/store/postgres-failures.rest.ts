import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Database, Value } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { runOn, startPostgres } from '@canonist/test-support/postgres.ts'
import { startProxy } from './support/breaking-proxy.ts'
import { ADD_HOST, collect, listHosts, openFor } from './support/with-database.ts'

const server = await startPostgres()
const SECRET = 'a-password-nobody-may-see'

async function codeAndText(location: string): Promise<{ code: unknown; text: string }> {
  const error: unknown = await openDatabase(location).then(
    async (database) => database.close(),
    (error: unknown) => error,
  )
  assert.ok(error instanceof Error)
  return { code: Reflect.get(error, 'code'), text: `${error.message} ${error.stack}` }
}

/** How many connections the user has, seen from within a transaction that takes a while. */
function countedWithin(database: Database, role: string): Promise<number> {
  return database.transaction(async (transaction) => {
    await transaction.all('select pg_sleep(0.02)')
    const [row] = await transaction.all<{ n: number }>(
      'select count(*)::int as n from pg_stat_activity where usename = $1',
      [role],
    )
    return row?.n ?? 0
  })
}

describe('a server that refuses every connection', () => {
  const { port } = server
  const cases = [
    { url: server.url('postgres', SECRET), code: 'store/denied', why: 'wrong password' },
    { url: `postgres://nobody:${SECRET}@127.0.0.1:${port}/postgres`, code: 'store/denied', why: 'unknown user' },
    { url: `postgres://tester@127.0.0.1:${port}/postgres`, code: 'store/denied', why: 'no password' },
    { url: server.url('no_such'), code: 'store/no-such-database', why: 'missing database' },
    { url: `postgres://x:${SECRET}@127.0.0.1:1/x`, code: 'store/unreachable', why: 'nobody listens' },
    { url: `postgres://x:${SECRET}@no-such-host.invalid/x`, code: 'store/unreachable', why: 'unknown host' },
    { url: `postgres://x@127.0.0.1:1/x?password=${SECRET}`, code: 'store/unreachable', why: 'password as a setting' },
    { url: `postgres://x:${SECRET}@127.0.0.1:99999/x`, code: 'store/bad-location', why: 'no such port' },
    { url: `mysql://x:${SECRET}@127.0.0.1/x`, code: 'store/bad-location', why: 'another kind of database' },
    { url: `postgres:x:${SECRET}@127.0.0.1/x`, code: 'store/bad-location', why: 'no slashes' },
    { url: `postgres://x:1#${SECRET}@127.0.0.1/x`, code: 'store/bad-location', why: '# in a password' },
    { url: `postgres://x:1?${SECRET}@127.0.0.1/x`, code: 'store/bad-location', why: '? in a password' },
    { url: `postgres://x:1/${SECRET}@127.0.0.1/x`, code: 'store/bad-location', why: '/ in a password' },
    { url: `postgres://x@s:1/${SECRET}@127.0.0.1/x`, code: 'store/bad-location', why: '@ in a name, / in a password' },
    { url: `postgres://x@s:1?${SECRET}@127.0.0.1/x`, code: 'store/bad-location', why: '@ in a name, ? in a password' },
    { url: `postgres://%zz:${SECRET}@127.0.0.1:1/x`, code: 'store/bad-location', why: 'a stray % in a name' },
    { url: `postgres://x:${SECRET}@127.0.0.1:1/x?max=1`, code: 'store/bad-location', why: 'too few connections' },
    {
      url: `postgres://x:${SECRET}@127.0.0.1:1/x?max=many`,
      code: 'store/bad-location',
      why: 'no number of connections',
    },
    { url: `sqlite://${SECRET}`, code: 'store/bad-location', why: 'a path is no host' },
    { url: 'sqlite:', code: 'store/bad-location', why: 'no path' },
    { url: '', code: 'store/bad-location', why: 'nothing' },
  ]
  for (const { url, code, why } of cases) {
    test(`${code}: ${why}`, async () => {
      const failure = await codeAndText(url)
      assert.equal(failure.code, code)
      assert.ok(!failure.text.includes(SECRET), failure.text)
    })
  }

  test('store/busy: the user has as many connections as it may', async () => {
    await runOn(server.url(), "create role limited login password 'limited' connection limit 0")
    const { code } = await codeAndText(`postgres://limited:limited@127.0.0.1:${port}/postgres`)
    assert.equal(code, 'store/busy')
  })

  for (const [limit, settings] of [
    ['2', ''],
    ['50', '?max=2'],
  ] as const) {
    test(`${limit} connections for a user, ${settings || 'ten'} for a process: twenty at once wait for their turn`, async (t) => {
      const role = `few_${limit}`
      await runOn(server.url(), `create role ${role} login password 'few' connection limit ${limit}`)
      const { pathname } = new URL(await server.freshDatabase(`owner ${role}`))
      const database = await openDatabase(`postgres://${role}:few@127.0.0.1:${port}${pathname}${settings}`)
      t.after(() => database.close())
      const counts = await Promise.all(Array.from({ length: 20 }, () => countedWithin(database, role)))
      assert.equal(Math.max(...counts), 2)
    })
  }

  test('store/denied: the user may not make tables', async () => {
    await runOn(server.url(), "create role guest login password 'guest'")
    const { code } = await codeAndText(`postgres://guest:guest@127.0.0.1:${port}/postgres`)
    assert.equal(code, 'store/denied')
  })

  test('store/encoding: a database that is not UTF-8', async () => {
    const settings = "encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0"
    const { code } = await codeAndText(await server.freshDatabase(settings))
    assert.equal(code, 'store/encoding')
  })

  test('store/read-only: a database that takes no writes', async (t) => {
    const url = await server.freshDatabase()
    await (await openDatabase(url)).close()
    await runOn(server.url(), `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)
    const database = await openFor(t, url)
    assert.deepEqual(await listHosts(database), [])
    await assert.rejects(database.run(ADD_HOST, ['a']), { code: 'store/read-only' })
  })

  test('the name of a database says no password', async (t) => {
    const database = await openFor(t, `${await server.freshDatabase()}?application_name=${SECRET}`)
    assert.match(database.name, /^postgres:\/\/tester@127\.0\.0\.1:\d+\/test_\d+$/)
  })
})

describe('a deadlock', () => {
  test('is ended by the server; who had to give way tries again', async (t) => {
    const url = await server.freshDatabase()
    const databases = [await openFor(t, url), await openFor(t, url)]
    const [first, second] = databases
    await first?.run(`${ADD_HOST}, ($2)`, ['a', 'b'])
    let attempts = 0
    const meet = Promise.withResolvers<void>()
    const touchBoth = (database: Database | undefined, [one = '', other = '']: string[]) =>
      database?.transaction(async (transaction) => {
        await transaction.all('select 1 from hosts where host = $1 for update', [one])
        attempts += 1
        if (attempts === 2) meet.resolve()
        await meet.promise
        await transaction.all('select 1 from hosts where host = $1 for update', [other])
        return 'done'
      })
    const both = await Promise.all([touchBoth(first, ['a', 'b']), touchBoth(second, ['b', 'a'])])
    assert.deepEqual(both, ['done', 'done'])
    assert.equal(attempts, 3)
  })
})

describe('a server that goes away', () => {
  const LOST = { name: 'StoreError', code: 'store/connection-lost' }

  async function endConnections(url: string): Promise<void> {
    const name = new URL(url).pathname.slice(1)
    await runOn(server.url(), `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  }

  test('between two transactions is not noticed', async (t) => {
    const url = await server.freshDatabase()
    const database = await openFor(t, url)
    // Several, so that the pool holds more than one connection that is dead then.
    await Promise.all(['a', 'b', 'c'].map((host) => database.run(ADD_HOST, [host])))
    await server.stop()
    await server.start()
    assert.deepEqual(await listHosts(database), ['a', 'b', 'c'])
    await database.run(ADD_HOST, ['d'])
    assert.equal((await listHosts(database)).length, 4)
  })

  test('and is not back is reported; when it is back, everything continues', async (t) => {
    const database = await openFor(t, await server.freshDatabase())
    await server.stop()
    await assert.rejects(database.run(ADD_HOST, ['a']), { code: 'store/unreachable' })
    await assert.rejects(listHosts(database), { code: 'store/unreachable' })
    await server.start()
    await database.run(ADD_HOST, ['a'])
    assert.deepEqual(await listHosts(database), ['a'])
  })

  test('within a transaction takes it back, and the next one works', async (t) => {
    const database = await openFor(t, await server.freshDatabase())
    const running = database.transaction(async (transaction) => {
      await transaction.run(ADD_HOST, ['a'])
      await server.stop()
      await server.start()
      await transaction.run(ADD_HOST, ['b'])
    })
    await assert.rejects(running, LOST)
    await database.run(ADD_HOST, ['c'])
    assert.deepEqual(await listHosts(database), ['c'])
  })

  test('before the commit takes it back', async (t) => {
    const url = await server.freshDatabase()
    const database = await openFor(t, url)
    const running = database.transaction(async (transaction) => {
      await transaction.run(ADD_HOST, ['a'])
      await endConnections(url)
    })
    await assert.rejects(running, LOST)
    assert.deepEqual(await listHosts(database), [])
  })

  test('while rows are staged takes it back', async (t) => {
    const url = await server.freshDatabase()
    const database = await openFor(t, url)
    // So many that the server is gone long before they are all given, however fast the machine.
    const all = 20_000_000
    let given = 0
    const ended = Promise.withResolvers<void>()
    function* rows(): Generator<readonly Value[]> {
      for (; given < all; given += 1) {
        if (given === 20_000) endConnections(url).then(ended.resolve, ended.reject)
        yield [given, 'https://example.com/'.repeat(5)]
      }
    }
    const running = database.transaction((transaction) => transaction.stage('incoming', 'n integer, url text', rows()))
    await assert.rejects(running, LOST)
    await ended.promise
    assert.ok(given < all)
    await database.run(ADD_HOST, ['a'])
    assert.deepEqual(await listHosts(database), ['a'])
  })

  test('while a statement runs takes it back', async (t) => {
    const url = await server.freshDatabase()
    const database = await openFor(t, url)
    const running = database.transaction((transaction) => transaction.all('select pg_sleep(20)'))
    const lost = assert.rejects(running, LOST)
    await new Promise((resolve) => void setTimeout(resolve, 100))
    await endConnections(url)
    await lost
  })

  test('while rows are streamed is reported', async (t) => {
    const url = await server.freshDatabase()
    const database = await openFor(t, url)
    const endless = 'with recursive n (i) as (select 1 union all select i + 1 from n) select i from n'
    const rows = database.stream<{ i: number }>(endless)
    const reading = async () => {
      for await (const { i } of rows) if (i === 10) await endConnections(url)
    }
    await assert.rejects(reading(), LOST)
    assert.deepEqual(await collect(database.stream('select 1 as one')), [{ one: 1 }])
  })

  test('as soon as it is open costs nothing but that connection', async (t) => {
    const url = new URL(await server.freshDatabase())
    const proxy = await startProxy(Number(url.port), { breaks: 2 })
    t.after(() => proxy.close())
    url.port = String(proxy.port)
    const database = await openFor(t, url.href)
    // Two at once, so that a second connection is made: the one that the server ends in its greeting.
    const answers = await Promise.all([database.all('select 1 as one'), database.all('select 2 as two')])
    assert.deepEqual(answers, [[{ one: 1 }], [{ two: 2 }]])
    assert.ok(proxy.broke())
  })
})

test('the event loop turns while rows are staged, however fast the server takes them', async (t) => {
  const database = await openFor(t, await server.freshDatabase())
  let [given, givenBefore, most, isDone] = [0, 0, 0, false]
  const watch = (): void => {
    most = Math.max(most, given - givenBefore)
    givenBefore = given
    if (!isDone) setImmediate(watch)
  }
  function* rows(): Generator<readonly Value[]> {
    for (; given < 200_000; given += 1) yield [given, 'https://example.com/'.repeat(5)]
  }
  setImmediate(watch)
  await database.transaction((transaction) => transaction.stage('incoming', 'n integer, url text', rows()))
  isDone = true
  t.diagnostic(`${most} rows between two turns`)
  assert.ok(most > 0 && most < 5000, `${most} rows between two turns`)
})

test('store/timeout: the server lets no statement take so long', async (t) => {
  const url = await server.freshDatabase()
  const database = await openFor(t, `${url}?options=-c%20statement_timeout%3D100`)
  await assert.rejects(database.all('select pg_sleep(20)'), { code: 'store/timeout' })
  assert.deepEqual(await database.all('select 1 as one'), [{ one: 1 }])
})
