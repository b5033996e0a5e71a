import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { policies, type Policy } from '@canonist/core'
import { find } from '../../src/registry/find.ts'
import { createRegistry } from '../../src/registry/open-registry.ts'
import { PolicyStore } from '../../src/registry/policy-store.ts'
import { rekey } from '../../src/registry/rekey/rekey.ts'
import { undoRekey } from '../../src/registry/rekey/undo-rekey.ts'
import type { Database, Session, Transaction } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { failingAtStatement } from './support/failing-database.ts'
import { POLICIES } from './support/rekey-cases.ts'
import { findFaults, readMeaning, readRows } from './support/state.ts'
import { assertAllFound, manyUrls } from './support/urls.ts'

const [, RFC3986 = policies.rfc3986, , NO_QUERY = policies.dedupe] = POLICIES
const URLS = manyUrls(60)
const options = { now: () => 2000, limits: { pages: 7, aliases: 9 } }

class Stop extends Error {}

/** Breaks off after so many portions. */
function stoppingAfter(portions: number): typeof options & { onProgress: () => void } {
  let count = 0
  return {
    ...options,
    onProgress: () => {
      count += 1
      if (count === portions) throw new Stop()
    },
  }
}

/** Calls `hook` at the end of each transaction, while all its locks are held. */
function beforeCommit(database: Database, hook: (transaction: Transaction) => Promise<void>): Database {
  const transaction: Database['transaction'] = (work, settings) =>
    database.transaction(async (inner) => {
      const result = await work(inner)
      await hook(inner)
      return result
    }, settings)
  return new Proxy(database, {
    get: (target, key) => (key === 'transaction' ? transaction : (Reflect.get(target, key) as unknown)),
  })
}

async function isActive(session: Session, { fingerprint }: Policy): Promise<boolean> {
  const sql = 'select 1 from policies where in_force = 1 and fingerprint = $1'
  return (await session.all(sql, [fingerprint])).length > 0
}

/** Waits until another connection waits for a lock of this transaction. PostgreSQL reads both anew in each statement. */
async function waitUntilBlocking(transaction: Transaction): Promise<void> {
  const sql = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
  for (let tries = 0; tries < 3000; tries += 1) {
    if ((await transaction.all(sql)).length > 0) return
    await sleep(10)
  }
  assert.fail('no other connection waits')
}

for (const databases of await bothDatabases()) {
  const { dialect } = databases

  async function opened(t: TestContext, location: string): Promise<Database> {
    const database = await openDatabase(location)
    t.after(() => database.close())
    return database
  }

  async function filled(t: TestContext, location?: string): Promise<Database> {
    const database = await opened(t, location ?? (await databases.freshLocation()))
    await (await createRegistry(database, { now: () => 1000 })).ingest(URLS)
    return database
  }

  test(`${dialect}: while keys are moved every URL is found, and nothing can be added`, async (t) => {
    const database = await filled(t)
    const registry = await createRegistry(database)
    await assert.rejects(rekey(database, NO_QUERY, stoppingAfter(2)), Stop)
    await assertAllFound(database, URLS)
    assert.deepEqual(await findFaults(database), [])
    await assert.rejects(registry.ingest(['https://new.example/']), { code: 'registry/rekey-under-way' })
    await assert.rejects(rekey(database, RFC3986, options), {
      code: 'registry/rekey-under-way',
      message: /being moved to the policy no-query \(run \d+\)\. Finish that with .*--undo \d+/,
    })
    await rekey(database, NO_QUERY, options)
    await assertAllFound(database, URLS)
    assert.equal((await registry.ingest(['https://new.example/?a=1', 'https://new.example/?a=2'])).new, 1)
  })

  test(`${dialect}: interrupted anywhere and run again, it ends as if it had not been`, async (t) => {
    const [broken, whole] = [await filled(t), await filled(t)]
    for (let tries = 0; tries < 100; tries += 1) {
      const outcome = await rekey(broken, NO_QUERY, stoppingAfter(1)).catch((error: unknown) => error)
      if (!(outcome instanceof Stop)) break
    }
    await rekey(whole, NO_QUERY, options)
    assert.deepEqual(await findFaults(broken), [])
    assert.deepEqual(await readMeaning(broken), await readMeaning(whole))
    const report = 'select report, state from runs order by id desc limit 1'
    assert.deepEqual(await broken.all(report), await whole.all(report))
  })

  test(`${dialect}: two at once share the work`, async (t) => {
    const location = await databases.freshLocation()
    const [shared, whole] = [await filled(t, location), await filled(t)]
    const other = await opened(t, location)
    await Promise.all([rekey(shared, NO_QUERY, options), rekey(other, NO_QUERY, options)])
    await rekey(whole, NO_QUERY, options)
    assert.deepEqual(await readMeaning(shared), await readMeaning(whole))
    assert.equal((await shared.all("select id from runs where kind = 'rekey'")).length, 1)
  })

  test(`${dialect}: a question that pages are moved in the middle of is answered from one moment`, async (t) => {
    for (let statement = 1; statement <= 8; statement += 1) {
      const database = await filled(t)
      const url = 'https://torn.example/p?a=1'
      await (await createRegistry(database)).ingest([url, 'https://torn.example/p?a=2'])
      let asked = 0
      const interrupted = new Proxy(database, {
        get: (target, key) =>
          key === 'all'
            ? async (...args: Parameters<Database['all']>) => {
                asked += 1
                if (asked === statement) await rekey(database, NO_QUERY, options)
                return target.all(...args)
              }
            : (Reflect.get(target, key) as unknown),
      })
      const context = { database: interrupted, policies: new PolicyStore(policies.dedupe), now: () => 3000 }
      const page = await find(context, url)
      const aliases = page?.aliases.map(({ rawUrl }) => rawUrl)
      const isNew = page?.canonicalUrl === 'https://torn.example/p'
      assert.deepEqual(aliases, isNew ? [url, 'https://torn.example/p?a=2'] : [url], `statement ${statement}`)
      assert.equal(asked >= statement && isNew, asked >= statement, `statement ${statement}`)
    }
  })

  test(`${dialect}: whatever statement fails, nothing is lost, and in the end it is done`, async (t) => {
    const [failing, whole] = [await filled(t), await filled(t)]
    const step = dialect === 'sqlite' ? 1 : 5
    for (let statement = 1; ; statement += step) {
      const outcome = await rekey(failingAtStatement(failing, statement), NO_QUERY, options).catch(String)
      assert.deepEqual(await findFaults(failing), [])
      if (typeof outcome === 'object') break
      assert.equal(outcome, `Error: statement ${statement} failed`)
    }
    await rekey(whole, NO_QUERY, options)
    assert.deepEqual(await readMeaning(failing), await readMeaning(whole))
  })

  test(`${dialect}: an interrupted rekey can be undone, and the undo can be interrupted`, async (t) => {
    const database = await filled(t)
    const before = await readRows(database)
    await assert.rejects(rekey(database, NO_QUERY, stoppingAfter(4)), Stop)
    const [run] = await database.all<{ id: number }>("select id from runs where kind = 'rekey'")
    const id = run?.id ?? 0
    await assert.rejects(undoRekey(database, id, stoppingAfter(1)), Stop)
    await assertAllFound(database, URLS)
    await assert.rejects(rekey(database, NO_QUERY, options), { code: 'registry/rekey-under-way' })
    assert.equal((await undoRekey(database, id, options)).isExact, true)
    assert.deepEqual(await readRows(database), before)
    assert.deepEqual(await undoRekey(database, id, options), { run: id, pages: 0, wasUndone: true, isExact: true })
    assert.deepEqual(await readRows(database), before)
    assert.equal((await (await createRegistry(database)).ingest(URLS)).new, 0)
  })

  test(`${dialect}: where URLs were added since, taking it back is a rekey to the old policy`, async (t) => {
    const [database, whole] = [await filled(t), await filled(t)]
    const { run } = await rekey(database, NO_QUERY, options)
    const late = ['https://late.example/?a=1', 'https://late.example/?a=2']
    await (await createRegistry(database, { now: () => 3000 })).ingest(late)
    await (await createRegistry(whole, { now: () => 3000 })).ingest(late)
    const { isExact } = await undoRekey(database, run ?? 0, options)
    assert.equal(isExact, false)
    assert.deepEqual(await findFaults(database), [])
    assert.deepEqual(await readMeaning(database), await readMeaning(whole))
  })

  test(`${dialect}: only the last rekey can be taken back, and only one that was`, async (t) => {
    const database = await filled(t)
    const first = await rekey(database, NO_QUERY, options)
    const second = await rekey(database, RFC3986, options)
    await assert.rejects(undoRekey(database, first.run ?? 0, options), {
      code: 'registry/not-undoable',
      message: new RegExp(`that is run ${second.run}, not ${first.run}`),
    })
    await assert.rejects(undoRekey(database, 999, options), { code: 'registry/no-such-run' })
    assert.deepEqual(await rekey(database, RFC3986, options), { run: null, pages: 0, changed: 0, merged: 0, made: 0 })
    const logged = await database.all<{ run_id: number }>('select distinct run_id from rekey_pages')
    assert.deepEqual(logged, [{ run_id: second.run }], 'what was kept for the first has made room')
  })

  // On SQLite a writer waits before its transaction begins, so it only ever sees one side of the switch.
  if (dialect === 'postgres') {
    test('postgres: a writer that waits for the lock while a rekey switches policies sees the new one', async (t) => {
      const location = await databases.freshLocation()
      const database = await filled(t, location)
      const registry = await createRegistry(await opened(t, location))
      const late = ['https://late.example/?a=1', 'https://late.example/?a=2']
      const switched = Promise.withResolvers<void>()
      const holding = beforeCommit(database, async (transaction) => {
        if (!(await isActive(transaction, NO_QUERY))) return
        switched.resolve()
        await waitUntilBlocking(transaction)
      })
      const rekeyed = rekey(holding, NO_QUERY, options)
      await Promise.race([switched.promise, rekeyed])
      const refusal = {
        code: 'registry/policy-changed',
        message: 'The keys were moved to the policy no-query while this ran. Run the same command again.',
      }
      await Promise.all([assert.rejects(registry.ingest(late), refusal), rekeyed])
      assert.deepEqual(await database.all('select name from policies where in_force = 1'), [{ name: 'no-query' }])
      assert.equal((await registry.ingest(late)).new, 1)
    })
  }
}
