import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { DatabaseSessions } from '../../src/sessions/database-sessions.ts'
import { MemorySessions } from '../../src/sessions/memory-sessions.ts'
import { SessionCache } from '../../src/sessions/session-cache.ts'
import { MAX_SESSIONS, type SessionStore } from '../../src/sessions/session-store.ts'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { bothDatabases } from '@canonist/test-support/databases.ts'

const PROOF = new Uint8Array([1, 2, 3])

interface Opened {
  readonly store: SessionStore
  readonly close: () => Promise<void>
}

const stores: Readonly<Record<string, (now: () => number) => Promise<Opened>>> = {
  memory: async (now) => ({ store: new MemorySessions(now), close: async () => undefined }),
}
for (const { dialect, freshLocation } of await bothDatabases())
  Object.assign(stores, {
    [dialect]: async (now: () => number): Promise<Opened> => {
      const database = await openDatabase(await freshLocation())
      return { store: new DatabaseSessions(database, now), close: () => database.close() }
    },
  })

for (const [name, open] of Object.entries(stores))
  test(`${name}: sessions are found, listed, ended and forgotten`, async (t) => {
    let now = 1000
    const { store, close } = await open(() => now)
    t.after(close)
    const add = (token: string, expiresAt = 5000): Promise<number> =>
      store.add({ token, proof: PROOF, createdAt: (now += 1), expiresAt })
    const listIds = async (token?: string): Promise<number[]> =>
      (await store.list({ token }, { limit: 500 })).items.map(({ id }) => id)

    const [first, second, third] = [await add('ada'), await add('bob'), await add('ada')]
    const { proof, ...found } = (await store.find(first)) ?? assert.fail()
    assert.deepEqual(found, { id: first, token: 'ada', createdAt: 1001, expiresAt: 5000 })
    assert.deepEqual([...proof], [...PROOF])
    assert.equal(await store.find(first + 1000), null)
    assert.deepEqual(await listIds(), [third, second, first])
    assert.deepEqual(await listIds('ada'), [third, first])
    const part = await store.list({}, { limit: 2 })
    assert.deepEqual(
      (await store.list({}, { limit: 2, after: part.next })).items.map(({ id }) => id),
      [first],
    )

    assert.deepEqual([await store.end(second), await store.end(second)], [true, false])
    assert.equal(await store.find(second), null)
    assert.deepEqual(new Set(await store.endAll('ada')), new Set([first, third]))
    assert.deepEqual(await store.endAll('ada'), [])
    assert.deepEqual(await listIds(), [])

    const short = await add('ada', 2000)
    now = 2000
    assert.deepEqual(await listIds(), [], 'it has expired')
    assert.notEqual(await store.find(short), null)
    await add('ada')
    assert.equal(await store.find(short), null, 'the next login removes it')

    const ids = []
    for (let index = 0; index < MAX_SESSIONS; index += 1) ids.push(await add('eve'))
    const last = await add('eve')
    assert.equal(await store.find(ids[0] ?? 0), null, 'the oldest one of too many')
    assert.deepEqual(await listIds('eve'), [...ids.slice(1), last].toReversed())
    assert.equal((await listIds('ada')).length, 1)
  })

/** A store that counts what is read, and reads when the test says so. */
async function openSlow(now: () => number) {
  const store = new MemorySessions(now)
  const id = await store.add({ token: 'ada', proof: PROOF, createdAt: 0, expiresAt: 1e9 })
  const reads: (() => void)[] = []
  const slow: SessionStore = {
    add: (session) => store.add(session),
    list: (filter, options) => store.list(filter, options),
    end: (each) => store.end(each),
    endAll: (token) => store.endAll(token),
    find: async (each) => {
      const found = await store.find(each)
      await new Promise<void>((resolve) => void reads.push(resolve))
      return found
    },
  }
  return { store, id, reads, cache: new SessionCache(slow, now) }
}

test('a session is read once in two seconds, however many requests it sends', async () => {
  let now = 0
  const { id, reads, cache } = await openSlow(() => now)
  const both = Promise.all([cache.find(id), cache.find(id)])
  await setImmediate()
  assert.equal(reads.length, 1)
  reads[0]?.()
  assert.deepEqual(
    (await both).map((session) => session?.id),
    [id, id],
  )
  now = 1999
  assert.equal((await cache.find(id))?.id, id)
  assert.equal(reads.length, 1)
  now = 2000
  void cache.find(id)
  await setImmediate()
  assert.equal(reads.length, 2)
})

test('a session that ends while it is being read has ended', async () => {
  const { id, reads, cache } = await openSlow(() => 0)
  const reading = cache.find(id)
  await setImmediate()
  assert.equal(await cache.end(id), true)
  reads[0]?.()
  assert.deepEqual([await reading, await cache.find(id), cache.isOpen(id)], [null, null, false])
})

test('an end in another process is noticed by what still runs', async () => {
  let now = 0
  const { id, store, reads, cache } = await openSlow(() => now)
  const reading = cache.find(id)
  await setImmediate()
  reads[0]?.()
  await reading
  await store.end(id)
  assert.equal(cache.isOpen(id), true)
  now = 2000
  assert.equal(cache.isOpen(id), true, 'it is read in the background')
  await setImmediate()
  reads[1]?.()
  await setImmediate()
  assert.equal(cache.isOpen(id), false)
})
