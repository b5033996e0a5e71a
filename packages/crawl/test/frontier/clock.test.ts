import assert from 'node:assert/strict'
import type { Frontier } from '../../src/frontier/frontier.ts'
import { createFrontier, openFrontier } from '../../src/frontier/open-frontier.ts'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { STATES } from '../../src/frontier/frontier-state.ts'
import { canonist } from '@canonist/test-support/command.ts'
import { sqliteFiles } from '@canonist/test-support/databases.ts'
import { DAY, HOUR, MINUTE, SECOND, stageTests, START } from './support/stage.ts'

const URL = 'https://a.example/1'
const check = stageTests(sqliteFiles())

/** On a clock of the system, not on one that was set. */
async function openOnSystemClock(location: string, now: () => number): Promise<Frontier> {
  const database = await openDatabase(location)
  await database.run('update shared_clock set set_to = null')
  return createFrontier(database, { now })
}

check(
  'hard test 12: the system clock jumps back ten minutes: nothing goes back in time, nothing waits twice',
  async ({ location }) => {
    let time = START
    const frontier = await openOnSystemClock(location, () => time)
    await frontier.submit([URL, 'https://a.example/2'])
    const [claim] = await frontier.claim()
    time -= 10 * MINUTE
    assert.equal(await frontier.now(), START)
    await frontier.updateFetched(claim ?? assert.fail(), { status: 200, sinceRequestMs: 0 })
    assert.deepEqual(await frontier.claim(), [])
    time += SECOND - 1
    assert.deepEqual(await frontier.claim(), [])
    time += 1
    assert.equal(await frontier.now(), START + SECOND)
    assert.equal((await frontier.claim()).length, 1, 'and it does not stand still for ten minutes')
    await frontier.close()
  },
)

for (const [name, back] of [
  ['a moment', 5 * SECOND],
  ['ten minutes', 10 * MINUTE],
] as const) {
  check(
    `hard test 12: the system clock jumps back ${name}: what is written is not of an earlier time`,
    async ({ location, database }) => {
      let time = START
      const frontier = await openOnSystemClock(location, () => time)
      await frontier.submit([URL])
      const [claim = assert.fail()] = await frontier.claim()
      time -= back
      await frontier.submit(['https://b.example/'])
      assert.equal((await frontier.explain('https://b.example/'))?.dueAt, new Date(START).toISOString())
      await frontier.heartbeat([claim])
      const [held] = await database.all('select max(held_until) as until from host_clocks')
      assert.deepEqual(held, { until: START + 2 * MINUTE })
      const answer = await frontier.updateFetched(claim, { status: 200, sinceRequestMs: 0 })
      assert.ok(answer.ok && answer.dueAt === START + DAY)
      const [host] = await database.all('select max(allowed_at) as allowed from host_clocks')
      assert.deepEqual(host, { allowed: START + SECOND })
      await frontier.close()
    },
  )
}

check(
  'hard test 11 on a file: a process whose clock is an hour behind lives by the latest time that any has seen',
  async ({ location, database }) => {
    const right = await openOnSystemClock(location, () => START)
    await right.submit([URL, 'https://a.example/2'])
    const [claim = assert.fail()] = await right.claim()
    const behind = await openFrontier(location, { now: () => START - HOUR })
    assert.deepEqual(await behind.claim(), [])
    assert.deepEqual(await behind.heartbeat([claim]), [{ ok: true, id: claim.id }])
    const [held] = await database.all('select max(held_until) as until from host_clocks')
    assert.deepEqual(held, { until: START + 2 * MINUTE })
    const answer = await behind.updateFetched(claim, { status: 200, sinceRequestMs: 0 })
    assert.ok(answer.ok && answer.dueAt === START + DAY)
    assert.deepEqual(await behind.claim(), [])
    await Promise.all([behind.close(), right.close()])
  },
)

for (const [name, shift] of [
  ['an hour behind', -HOUR],
  ['an hour ahead', HOUR],
] as const) {
  check(
    `hard test 11 on a file: beside a process whose clock is ${name}, the time of all goes on second by second`,
    async ({ location }) => {
      let time = START
      const right = await openOnSystemClock(location, () => time)
      const wrong = await openFrontier(location, { now: () => time + shift })
      const seen: number[] = []
      for (let turn = 0; turn < 20; turn += 1) {
        for (const one of [wrong, right]) {
          await one.claim()
          seen.push((await right.now()) - START - Math.max(0, shift))
        }
        time += SECOND
      }
      assert.deepEqual(
        seen,
        seen.toSorted((a, b) => a - b),
        'never back',
      )
      const last = seen.at(-1) ?? assert.fail()
      assert.ok(last > 15 * SECOND && last < 25 * SECOND, `${last} ms in 19 s`)
      await Promise.all([wrong.close(), right.close()])
    },
  )
}

check(
  'hard test 11 on a file: what a right process has leased is not taken away because of one that is an hour behind',
  async ({ location }) => {
    let time = START
    const right = await openOnSystemClock(location, () => time)
    const behind = await openFrontier(location, { now: () => time - HOUR })
    await right.submit([URL])
    const [claim = assert.fail()] = await right.claim()
    for (let turn = 0; turn < 10; turn += 1) {
      time += 10 * SECOND
      assert.deepEqual([await behind.claim(), await right.claim()], [[], []])
    }
    assert.ok((await right.updateFetched(claim, { status: 200 })).ok)
    await Promise.all([behind.close(), right.close()])
  },
)

check('after one wrong clock, explain and stats say how far all dates are ahead', async ({ location, database }) => {
  const wrong = await openOnSystemClock(location, () => START + 365 * DAY)
  await wrong.submit([URL])
  assert.equal(await wrong.readClockDrift(), null, 'nobody can know that yet')
  await wrong.close()
  const right = await openFrontier(location, { now: () => START })
  const drift = { aheadMs: 365 * DAY, queueTime: START + 365 * DAY, systemTime: START }
  assert.deepEqual(await right.readClockDrift(), drift)
  assert.deepEqual((await right.explain(URL))?.clockDrift, drift)
  await right.claim()
  assert.deepEqual(await right.readClockDrift(), drift, 'also when it has been used since')
  const slow = await openFrontier(location, { now: () => START + 365 * DAY - 9 * SECOND })
  assert.equal(await slow.readClockDrift(), null, 'a few seconds are no drift')
  await Promise.all([right.close(), slow.close()])
  await database.run('update shared_clock set latest = $1', [Date.now() + 400 * DAY])
  const stats = await canonist(['frontier', 'stats', '--db', location, '--json'])
  assert.deepEqual(Object.keys(JSON.parse(stats.stdout) as object), [...STATES])
  for (const { stderr } of [stats, await canonist(['frontier', 'explain', '--db', location, URL])]) {
    assert.match(stderr, /the clock of .* is (399|400) days ahead of the system clock \(20\d\d-.* instead of 20\d\d-/)
    assert.match(stderr, /All dates .* are ahead by as much \(due, fetched, added, robots\.txt, history\)/)
    assert.match(stderr, /Set the clocks of all machines .* canonist frontier add/)
  }
})

check(
  'hard test 12: the system clock is set back an hour and then right again: an hour is not gained by it',
  async ({ location }) => {
    let time = START
    const frontier = await openOnSystemClock(location, () => time)
    const passes = async (ms: number): Promise<number> => {
      time += ms
      await frontier.claim()
      return (await frontier.now()) - START
    }
    assert.equal(await passes(0), 0)
    assert.equal(await passes(-HOUR), 0)
    assert.equal(await passes(20 * SECOND), 20 * SECOND)
    assert.equal(await passes(HOUR), 20 * SECOND)
    assert.equal(await passes(20 * SECOND), 40 * SECOND)
    await frontier.close()
  },
)
