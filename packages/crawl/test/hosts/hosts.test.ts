import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFrontier } from '../../src/frontier/open-frontier.ts'
import type { Frontier } from '../../src/frontier/frontier.ts'
import { createHosts, type Hosts } from '../../src/hosts/hosts.ts'
import type { HostOptions } from '../../src/hosts/settings.ts'
import type { HostPause } from '@canonist/web/internal/net/politeness/polite-hosts'
import type { Database } from '@canonist/registry/internal/store/database'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { bothDatabases } from '@canonist/test-support/databases.ts'

const START = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000

interface Stage {
  readonly database: Database
  readonly hosts: Hosts
  readonly frontier: Frontier
  /** Another process, as it were. */
  other(options?: HostOptions): Hosts
  setTime(ms: number): Promise<void>
}

for (const { dialect: database, freshLocation } of await bothDatabases()) {
  const check = (name: string, body: (stage: Stage) => Promise<void>): void =>
    void test(`${database}: ${name}`, async () => {
      const database = await openDatabase(await freshLocation())
      const setTime = async (ms: number): Promise<void> =>
        void (await database.run('update shared_clock set set_to = $1', [START + ms]))
      await setTime(0)
      const other = (options: HostOptions = {}): Hosts => createHosts(database, { hostDelayMs: 1000, ...options })
      const frontier = await createFrontier(database, { hostDelayMs: 1000 })
      try {
        await body({ database, hosts: other(), other, frontier, setTime })
      } finally {
        await database.close()
      }
    })

  const listNames = async (hosts: Hosts, options: Parameters<Hosts['list']>[0]): Promise<(string | null)[]> => {
    const { items, next } = await hosts.list(options)
    return [...items.map(({ host }) => host), next]
  }

  check(
    'hosts are listed by name, a page at a time, and by the beginning of their names',
    async ({ hosts, frontier }) => {
      await frontier.submit(['b.example', 'a.example', 'c.example', 'ab.example'].map((host) => `https://${host}/`))
      assert.deepEqual(await listNames(hosts, { limit: 2 }), ['a.example', 'ab.example', 'ab.example'])
      assert.deepEqual(await listNames(hosts, { limit: 2, after: 'ab.example' }), ['b.example', 'c.example', null])
      assert.deepEqual(await listNames(hosts, { q: 'A' }), ['a.example', 'ab.example', null])
      assert.deepEqual(await listNames(hosts, { q: 'A', limit: 1, after: 'a.example' }), ['ab.example', null])
      assert.deepEqual(await listNames(hosts, { q: 'x' }), [null])
      for (const limit of [0, 1.5, 1001]) await assert.rejects(hosts.list({ limit }), RangeError)
    },
  )

  check('hosts that are down or paused are listed by themselves', async ({ database, hosts, frontier, setTime }) => {
    await frontier.submit(['c', 'a', 'b', 'd'].map((name) => `https://${name}.example/`))
    await database.run(`update host_clocks set is_down = 1 where host_id in (
      select id from hosts where host in ('b.example', 'c.example', 'd.example'))`)
    await hosts.pause('a.example')
    await hosts.pause('d.example', { forMs: 1000 })
    const [first, second, next] = await listNames(hosts, { condition: 'down', limit: 2 })
    const rest = await listNames(hosts, { condition: 'down', limit: 2, after: String(next) })
    assert.deepEqual(new Set([first, second, ...rest]), new Set(['b.example', 'c.example', 'd.example', null]))
    const paused = await listNames(hosts, { condition: 'paused' })
    assert.deepEqual(new Set(paused), new Set(['a.example', 'd.example', null]))
    await setTime(2000)
    assert.deepEqual(await listNames(hosts, { condition: 'paused' }), ['a.example', null])
    await assert.rejects(hosts.list({ condition: 'down', q: 'a' }), RangeError)
    await assert.rejects(hosts.list({ condition: 'down', after: 'a.example' }), { code: 'list/bad-cursor' })
  })

  check('a host has its clock, its delays, its robots.txt and its failures', async ({ hosts, frontier }) => {
    await frontier.submit(['https://a.example/'])
    const [claim = assert.fail()] = await frontier.claim({ worker: 'me' })
    assert.equal((await hosts.get('a.example'))?.state, 'held')
    await frontier.updateFailed(claim, { reason: 'connect_refused', sinceRequestMs: 0 })
    await frontier.recordRobots('https://a.example', { status: 200, body: 'User-agent: *', crawlDelayMs: 2000 })
    const { state, failures, reason, failingSince, robots, delayMs, robotsDelayMs, facts } =
      (await hosts.get('A.example')) ?? assert.fail()
    assert.deepEqual(
      [state, failures, reason, failingSince],
      ['resting', 1, 'connect_refused', new Date(START).toISOString()],
    )
    assert.deepEqual([delayMs, robotsDelayMs, facts], [2000, 2000, []])
    assert.deepEqual(
      robots.map(({ origin, text, expiresAt }) => [origin, text, expiresAt]),
      [['https://a.example', 'User-agent: *', new Date(START + 24 * HOUR).toISOString()]],
    )
    assert.equal(await hosts.get('unknown.example'), null)
  })

  check('a pause by hand holds for turns and for the queue, until it ends or the host is resumed', async (stage) => {
    const { hosts, frontier, setTime } = stage
    await frontier.submit(['https://a.example/'])
    assert.equal(await hosts.pause('a.example', { forMs: HOUR }), true)
    assert.deepEqual(await frontier.claim(), [])
    assert.deepEqual(await takeTurn(hosts, 'a.example'), { askedSeconds: null, leftMs: HOUR, reason: null })
    assert.equal((await hosts.get('a.example'))?.nextRequestAt, new Date(START + HOUR).toISOString())
    await setTime(HOUR)
    assert.equal(await takeTurn(hosts, 'a.example'), 'sent')
    await setTime(2 * HOUR)
    await hosts.pause('a.example')
    assert.notEqual(await takeTurn(hosts, 'a.example'), 'sent')
    assert.equal((await hosts.get('a.example'))?.state, 'paused')
    await hosts.resume('a.example')
    assert.equal(await takeTurn(hosts, 'a.example'), 'sent')
    assert.equal(await hosts.pause('unknown.example'), false)
    for (const forMs of [0, -1, Number.NaN]) await assert.rejects(hosts.pause('a.example', { forMs }), RangeError)
  })

  const delays: readonly [why: string, own: number | null, robots: number | null, expected: number][] = [
    ['the delay of the process', null, null, 1000],
    ['a longer one that was set', 5000, null, 5000],
    ['a shorter one that was set', 200, null, 200],
    ['what robots.txt asks for, where that is longer', 200, 3000, 3000],
  ]
  for (const [why, own, robots, expected] of delays) {
    check(`the next request waits for ${why}`, async ({ hosts, frontier, setTime }) => {
      await frontier.submit(['https://a.example/'])
      await hosts.setDelay('a.example', own)
      await frontier.recordRobots('https://a.example', { status: 200, body: '', crawlDelayMs: robots })
      assert.equal(await takeTurn(hosts, 'a.example'), 'sent')
      assert.deepEqual(await frontier.claim(), [])
      await setTime(expected - 1)
      assert.deepEqual(await frontier.claim(), [])
      await setTime(expected)
      assert.equal((await frontier.claim()).length, 1)
    })
  }

  check('a delay is a number of milliseconds within a day', async ({ hosts, frontier }) => {
    await frontier.submit(['https://a.example/'])
    for (const ms of [-1, Number.NaN, 25 * HOUR]) await assert.rejects(hosts.setDelay('a.example', ms), RangeError)
    assert.equal(await hosts.setDelay('unknown.example', 1), false)
  })

  check('a Retry-After that one process gets is honoured by turns and queue of all others', async (stage) => {
    const { hosts, other, frontier, setTime } = stage
    await frontier.submit(['https://a.example/'])
    await hosts.polite.turn('a.example', async ({ pause }) => pause(120))
    await setTime(119_999)
    assert.deepEqual(await frontier.claim(), [])
    assert.deepEqual(await takeTurn(other(), 'a.example'), { askedSeconds: null, leftMs: 1, reason: 'retry_after' })
    // The process that was asked remembers for how long.
    assert.deepEqual(await takeTurn(hosts, 'a.example'), { askedSeconds: 120, leftMs: 1, reason: 'retry_after' })
    await setTime(120_000)
    assert.equal(await takeTurn(other(), 'a.example'), 'sent')
  })

  check('the queue honours a rest after failures, and no worker waits for the host', async (stage) => {
    const { hosts, frontier, setTime } = stage
    await frontier.submit(['https://a.example/'])
    await hosts.rest('a.example', { forMs: HOUR, reason: 'host_circuit_open', failures: 5 })
    await setTime(HOUR - 1)
    assert.deepEqual(await frontier.claim(), [])
    assert.equal((await frontier.readOutlook()).isDrained, true)
    await setTime(HOUR)
    assert.equal(await takeTurn(hosts, 'a.example'), 'sent')
    const { failures, reason, isDown } = (await hosts.get('a.example')) ?? assert.fail()
    assert.deepEqual([failures, reason, isDown], [0, null, false])
  })

  check('an unused turn delays no other request', async ({ hosts }) => {
    await hosts.polite.turn('a.example', async ({ skip }) => skip())
    assert.equal(await takeTurn(hosts, 'a.example'), 'sent')
  })

  check('while one process has its turn, no other and no worker has theirs', async (stage) => {
    const { hosts, other, frontier } = stage
    await frontier.submit(['https://a.example/'])
    const stop = new AbortController()
    await hosts.polite.turn('a.example', async () => {
      assert.deepEqual(await frontier.claim(), [])
      const waiting = other().polite.turn('a.example', async () => 'sent', { signal: stop.signal })
      stop.abort(new Error('stop'))
      await assert.rejects(waiting, { message: 'stop' })
    })
  })

  check('a process that dies leaves a host free when its lease and the delay are over', async (stage) => {
    const { database, hosts, frontier, setTime } = stage
    await frontier.submit(['https://a.example/'])
    const dying = await createFrontier(database, { leaseMs: 10_000 })
    assert.ok((await dying.reserve('a.example')).ok)
    await setTime(9999)
    assert.deepEqual(await frontier.claim(), [])
    assert.equal((await hosts.get('a.example'))?.state, 'held')
    await setTime(11_000)
    assert.equal(await takeTurn(hosts, 'a.example'), 'sent')
  })
}

/** `sent`, or the pause that a caller without patience would be told of. */
function takeTurn(hosts: Hosts, host: string): Promise<'sent' | HostPause> {
  const work = async (turn: { readonly answered: () => void }): Promise<'sent'> => {
    turn.answered()
    return 'sent'
  }
  return hosts.polite.turn<'sent' | HostPause>(host, work, { onPause: (pause) => pause })
}
