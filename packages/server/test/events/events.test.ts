import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCanonist, type Canonist } from '../../src/canonist/open-canonist.ts'
import { EventFeed, type FeedEvent } from '../../src/events/event-feed.ts'
import { addEvents, KEPT_EVENTS } from '../../src/events/events.sql.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'

const add = (app: Canonist, count: number): Promise<void> =>
  app.context.database.transaction((transaction) =>
    addEvents(
      transaction,
      Array.from({ length: count }, (_, index) => ({ type: 'run' as const, data: { index } })),
      0,
    ),
  )

async function take(events: AsyncGenerator<FeedEvent>, count: number): Promise<FeedEvent[]> {
  const taken: FeedEvent[] = []
  for (let left = count; left > 0; left -= 1) {
    const { value, done } = await events.next()
    if (done === true) break
    taken.push(value)
  }
  await events.return(undefined)
  return taken
}

const listIds = (events: readonly FeedEvent[]): number[] => events.map(({ id }) => id)

for (const { dialect, freshLocation } of await bothDatabases()) {
  const check = (name: string, body: (app: Canonist) => Promise<void>): void =>
    void test(`${dialect}: ${name}`, async () => {
      const app = await openCanonist(await freshLocation())
      try {
        await body(app)
      } finally {
        await app.close()
      }
    })

  check('a listener gets everything since its last event, then new events', async (app) => {
    await add(app, 5)
    const feed = new EventFeed(app, { everyMs: 20, writes: false })
    const heard = take(feed.listen({ lastEventId: '2' }), 5)
    await add(app, 2)
    assert.deepEqual(listIds(await heard), [3, 4, 5, 6, 7])
    await feed.close()
  })

  check(
    'a listener that was away for too long, or listened to another database, is told to start over',
    async (app) => {
      await add(app, 3)
      await app.context.database.run('delete from events where id <= 2')
      const feed = new EventFeed(app, { everyMs: 20, writes: false })
      for (const lastEventId of ['1', '99'])
        assert.deepEqual(await take(feed.listen({ lastEventId }), 1), [{ id: 3, type: 'reset', data: {} }], lastEventId)
      assert.deepEqual(listIds(await take(feed.listen({ lastEventId: '2' }), 1)), [3])
      await feed.close()
    },
  )

  check('two hundred listeners lose nothing while two processes write', async (app) => {
    const feed = new EventFeed(app, { everyMs: 5, writes: false })
    const listeners = Array.from({ length: 200 }, () => take(feed.listen({ lastEventId: '0' }), 300))
    const writers = [1, 2, 3].map(async () => {
      for (let round = 0; round < 20; round += 1) await add(app, 5)
    })
    await Promise.all(writers)
    const wanted = Array.from({ length: 300 }, (_, index) => index + 1)
    for (const heard of await Promise.all(listeners)) assert.deepEqual(listIds(heard), wanted)
    await feed.close()
  })

  check('counts and new reviews are sent once, however many servers look', async (app) => {
    const feeds = [1, 2].map(() => new EventFeed(app, { everyMs: 10 }))
    const heard = feeds.map((feed) => take(feed.listen(), 2))
    await new Promise((resolve) => setTimeout(resolve, 50))
    const registry = await app.registry()
    await registry.ingest(['https://example.com/a?unknown=1', 'nonsense'])
    await Promise.race(heard)
    const rows = await app.context.database.all<{ readonly type: string; readonly data: string }>(
      'select type, data from events order by id',
    )
    const counts = rows.filter(({ type }) => type === 'counts').map(({ data }) => data)
    assert.deepEqual([...new Set(counts)], counts)
    const reviews = rows.filter(({ type }) => type === 'review').map(({ data }) => data)
    assert.deepEqual([...new Set(reviews)], reviews)
    await Promise.all(feeds.map((feed) => feed.close()))
  })

  check('old events are forgotten', async (app) => {
    await app.context.database.run('update event_clock set last_event = $1', [KEPT_EVENTS + 98])
    await app.context.database.run("insert into events (id, type, data, at) values (1, 'run', '{}', 0)")
    await add(app, 2)
    const rows = await app.context.database.all<{ readonly id: number }>('select id from events order by id')
    assert.deepEqual(
      rows.map(({ id }) => id),
      [KEPT_EVENTS + 99, KEPT_EVENTS + 100],
    )
  })

  check('an abandoned listener ends, and so does the polling', async (app) => {
    const feed = new EventFeed(app, { everyMs: 5, writes: false })
    const stop = new AbortController()
    const heard = take(feed.listen({ signal: stop.signal }), 1)
    await new Promise((resolve) => setTimeout(resolve, 30))
    stop.abort()
    assert.deepEqual(await heard, [])
    await feed.close()
  })
}
