import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { EventFeed } from '../../src/events/event-feed.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function readHeap(): Promise<number> {
  for (let count = 0; count < 3; count += 1) {
    collectGarbage()
    await setImmediate()
  }
  return process.memoryUsage().heapUsed
}

/** Listens, and hangs up when it waits for the first event. */
async function comeAndGo(feed: EventFeed): Promise<void> {
  const stop = new AbortController()
  const next = feed.listen({ signal: stop.signal }).next()
  await setImmediate()
  stop.abort()
  await next
}

const LISTENERS = 2000

test('listeners that come and go while nothing happens leave nothing behind', async () => {
  const app = await openCanonist(':memory:')
  const feed = new EventFeed(app, { writes: false })
  // As long as one listens, the feed goes on.
  const last = feed.listen().next()
  for (let count = 0; count < LISTENERS; count += 1) await comeAndGo(feed)
  const before = await readHeap()
  for (let count = 0; count < LISTENERS; count += 1) await comeAndGo(feed)
  const perListener = ((await readHeap()) - before) / LISTENERS
  await feed.close()
  await last
  await app.close()
  assert.ok(perListener < 100, `${perListener.toFixed(0)} bytes a listener`)
})
