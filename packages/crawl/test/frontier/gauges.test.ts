import assert from 'node:assert/strict'
import pg from 'pg'
import { Meters } from '../../src/worker/monitor/meters.ts'
import { openMonitor } from '../../src/worker/monitor/monitor.ts'
import { countQueuedHosts } from '../../src/frontier/sql/clocks.sql.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { DAY, MINUTE, SECOND, stageTests, type Stage } from './support/stage.ts'

/** The host refuses until it is down. */
async function bringDown(stage: Stage, host: string): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    const claim = (await stage.claim()).find((one) => one.host === host) ?? assert.fail()
    await stage.frontier.updateFailed(claim, { reason: 'connect_refused', sinceRequestMs: 0 })
    if (turn < 2) await stage.pass(5 * MINUTE)
  }
  await stage.frontier.sweep()
}

for (const databases of await bothDatabases()) {
  const check = stageTests(databases)

  check(
    'what a drained queue still holds is told with its reasons, its hosts, and when they are tried',
    async (stage) => {
      const { frontier } = stage
      assert.deepEqual(await frontier.readWaiting(), {
        urls: 0,
        reasons: [],
        downHosts: 0,
        pausedHosts: 0,
        nextAt: null,
      })
      await frontier.submit(['https://down.example/1', 'https://down.example/2'])
      await bringDown(stage, 'down.example')
      await frontier.submit(['https://paused.example/'])
      await frontier.pauseHost('paused.example')
      assert.equal((await frontier.readOutlook()).isDrained, true)
      assert.deepEqual(await frontier.readWaiting(), {
        urls: 3,
        reasons: [
          { state: 'pending', reason: null, urls: 1 },
          { state: 'retry', reason: 'connect_refused', urls: 2 },
        ],
        downHosts: 1,
        pausedHosts: 1,
        nextAt: stage.now() + 4 * MINUTE,
      })
    },
  )

  check('hosts are counted by whether they can be asked, each once', async (stage) => {
    const { frontier } = stage
    const none = { ready: 0, waiting: 0, blocked: 0, down: 0 }
    assert.deepEqual(await frontier.readGauges(), { hosts: none, oldestDueAgeMs: 0, lowWaterLagMs: null })
    await frontier.submit(['https://down.example/'])
    await bringDown(stage, 'down.example')
    await frontier.submit(['https://busy.example/', 'https://fetched.example/', 'https://paused.example/'])
    await frontier.pauseHost('paused.example')
    for (const claim of await stage.claim()) {
      if (claim.host === 'busy.example')
        await frontier.updateFailed(claim, { reason: 'rate_limited', sinceRequestMs: 0 })
      else await frontier.updateFetched(claim, { status: 200 })
    }
    await frontier.submit(['https://new.example/1', 'https://leased.example/'])
    for (const claim of await stage.claim()) if (claim.host === 'new.example') await frontier.release([claim])
    await stage.pass(7 * SECOND)
    const { hosts, oldestDueAgeMs } = await frontier.readGauges()
    assert.deepEqual(hosts, { ready: 1, waiting: 2, blocked: 2, down: 1 })
    assert.equal(oldestDueAgeMs, 7 * SECOND)
  })

  check('hosts that only wait for a page to be fetched again have no URLs in the queue', async (stage) => {
    const { frontier } = stage
    await frontier.submit(['https://down.example/'])
    await bringDown(stage, 'down.example')
    await frontier.submit(['https://missing.example/', 'https://fetched.example/', 'https://failing.example/'])
    for (const claim of await stage.claim())
      if (claim.host === 'fetched.example') await frontier.updateFetched(claim, { status: 200 })
      else if (claim.host === 'missing.example')
        await frontier.updateFailed(claim, { reason: 'not_found', status: 404 })
      else await frontier.updateFailed(claim, { reason: 'server_error', status: 500 })
    assert.deepEqual(await countQueuedHosts(stage.database), { hosts: 2, downHosts: 1 })
    await frontier.submit(['https://new.example/1', 'https://new.example/2', 'https://leased.example/'])
    for (const claim of await stage.claim()) if (claim.host === 'new.example') await frontier.release([claim])
    assert.deepEqual(await countQueuedHosts(stage.database), { hosts: 4, downHosts: 1 })
  })

  check('the low-water mark lags behind as long as the first host that was found', async (stage) => {
    await stage.frontier.submit(['https://a.example/'])
    await stage.pass(DAY)
    await stage.claim()
    assert.equal((await stage.frontier.readGauges()).lowWaterLagMs, DAY)
  })

  check('a server reports how long the oldest transaction has been open; a file has none', async (stage) => {
    if (databases.dialect === 'sqlite') return assert.equal(await stage.frontier.readServerGauges(), null)
    const reader = new pg.Client(stage.location)
    await reader.connect()
    await reader.query('begin isolation level repeatable read; select count(*) from frontier_urls')
    await reader.query('select pg_sleep(0.2)')
    const held = (await stage.frontier.readServerGauges()) ?? assert.fail()
    const monitor = await openMonitor({ frontier: stage.frontier, meters: new Meters() })
    const metrics = await fetch(`http://127.0.0.1:${monitor.port}/metrics`).then((response) => response.text())
    await monitor.close()
    await reader.query('commit')
    const free = (await stage.frontier.readServerGauges()) ?? assert.fail()
    await reader.end()
    assert.ok(held.oldestXminAgeMs >= 200, `${held.oldestXminAgeMs}`)
    assert.ok(free.oldestXminAgeMs < held.oldestXminAgeMs)
    const shown = Number(/^frontier_oldest_xmin_age_s (\S+)$/m.exec(metrics)?.[1])
    assert.ok(shown >= held.oldestXminAgeMs / 1000, metrics)
    assert.ok(Object.hasOwn(held.deadTuples, 'frontier_urls'), JSON.stringify(held))
  })
}
