import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { SYSTEM_CLOCK } from '../../src/worker/worker-clock.ts'
import { Meters } from '../../src/worker/monitor/meters.ts'
import { openMonitor } from '../../src/worker/monitor/monitor.ts'
import { work } from '../../src/worker/worker.ts'
import { everyDatabase } from '@canonist/test-support/databases.ts'
import { openCrawl } from './support/crawl.ts'

const [sqlite, postgres] = await everyDatabase()
const LIMIT_MS = 200

/** Works until it was told of so many alarms, or of their end. */
async function collectAlarms(location: string, count: number, onFirst: () => Promise<void>) {
  const crawl = await openCrawl(location, {})
  const [stop, meters, alarms] = [new AbortController(), new Meters(), [] as (string | null)[]]
  const [frontier, clock] = [crawl.frontier, SYSTEM_CLOCK]
  const state = { trouble: () => null, alarm: () => alarms.at(-1) ?? null }
  const monitor = await openMonitor({ host: '127.0.0.1', port: 0, meters, frontier, clock, ...state })
  const ask = async (path: string): Promise<string> => (await fetch(`http://127.0.0.1:${monitor.port}${path}`)).text()
  const seen: string[] = []
  const hear = async (message: string | null): Promise<void> => {
    alarms.push(message)
    seen.push(await ask('/healthz'), /^frontier_xmin_alarm \d$/m.exec(await ask('/metrics'))?.[0] ?? 'none')
    if (alarms.length === 1) await onFirst()
    if (alarms.length === count) stop.abort()
  }
  const { exchanger } = crawl
  const { signal } = stop
  await work(frontier, { exchanger, signal, meters, xminAlarmMs: LIMIT_MS, onAlarm: (message) => void hear(message) })
  await monitor.close()
  await crawl.close()
  return { alarms, seen }
}

test('hard test 37: a transaction that stays open raises an alarm: logged, measured, and in the health; and its end is logged', async () => {
  const location = await postgres.freshLocation()
  const reader = new pg.Client(location)
  await reader.connect()
  await reader.query('begin isolation level repeatable read; select 1')
  const { alarms, seen } = await collectAlarms(location, 2, async () => void (await reader.query('commit')))
  await reader.end()
  assert.match(alarms[0] ?? '', /has been open for \d+ s and keeps PostgreSQL from removing/)
  assert.equal(alarms[1], null)
  assert.match(seen[0] ?? '', /^degraded: a transaction has been open/)
  assert.deepEqual(seen.slice(1), ['frontier_xmin_alarm 1', 'ok\n', 'frontier_xmin_alarm 0'])
})

test('a file raises no alarm', async () => {
  const crawl = await openCrawl(await sqlite.freshLocation(), { 'http://a.example/': { body: 'a' } })
  await crawl.frontier.submit(['http://a.example/'])
  const alarms: (string | null)[] = []
  await crawl.drain({ xminAlarmMs: 1, onAlarm: (message) => void alarms.push(message) })
  await crawl.close()
  assert.deepEqual(alarms, [])
})
