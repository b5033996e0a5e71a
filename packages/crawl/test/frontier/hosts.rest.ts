import assert from 'node:assert/strict'
import type { Frontier } from '../../src/frontier/frontier.ts'
import type { Claim } from '../../src/frontier/claim/claim.ts'
import type { FailedResult } from '../../src/frontier/complete/completion.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { DAY, HOUR, MINUTE, SECOND, stageTests, type Stage } from './support/stage.ts'

const urls = (host: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `https://${host}/${index}`)

/** The only URL that is due fails. */
async function fail(stage: Stage, result: FailedResult): Promise<string> {
  const claim = await stage.claimOne()
  await stage.frontier.updateFailed(claim, { sinceRequestMs: 0, ...result })
  return claim.url
}

/** How long until the host hands something out again, to the second. */
async function secondsUntilClaim(stage: Stage, most = 2 * DAY): Promise<number> {
  const { nextInMs } = await stage.frontier.readOutlook()
  const wait = nextInMs ?? most
  await stage.pass(wait - 1)
  assert.deepEqual(await stage.claim(), [])
  await stage.pass(1)
  return wait / SECOND
}

for (const databases of await bothDatabases()) {
  const check = stageTests(databases)

  check('twenty workers and one host: the next URL is handed out a pause after the last request', async (stage) => {
    await stage.frontier.submit(urls('a.example', 10))
    const workers = await Promise.all(Array.from({ length: 5 }, () => stage.other()))
    let last = -SECOND
    for (let turn = 0; turn < 5; turn += 1) {
      const claims = (await Promise.all(workers.map((worker) => worker.claim()))).flat()
      assert.equal(claims.length, 1)
      assert.ok(stage.now() - last >= SECOND)
      // The request is made somewhat later, and its answer is reported later still.
      await stage.pass(300)
      last = stage.now()
      await stage.pass(200)
      const [claim] = claims
      await stage.frontier.updateFetched(claim ?? assert.fail(), { status: 200, sinceRequestMs: 200 })
      await stage.pass(799)
      assert.deepEqual(await stage.claim(), [])
      await stage.pass(1)
    }
  })

  check(
    'hard test 15: 429 with Retry-After: 120: nobody gets anything of the host for 120 s, and no attempt is lost',
    async (stage) => {
      await stage.frontier.submit([...urls('a.example', 3), 'https://b.example/'])
      const claims = await stage.claim()
      const claim = claims.find(({ host }) => host === 'a.example') ?? assert.fail()
      await stage.frontier.updateFailed(claim, {
        reason: 'retry_after',
        status: 429,
        retryAfterMs: 120_000,
        sinceRequestMs: 0,
      })
      assert.equal(await stage.readState(claim.url), 'retry retry_after')
      assert.equal((await stage.frontier.explain(claim.url))?.attempts, 0)
      await stage.frontier.updateFetched(claims.find(({ host }) => host === 'b.example') ?? assert.fail(), {
        status: 200,
      })
      const workers = await Promise.all(Array.from({ length: 4 }, () => stage.other()))
      await stage.pass(120 * SECOND - 1)
      assert.deepEqual((await Promise.all(workers.map((worker) => worker.claim()))).flat(), [])
      await stage.pass(1)
      assert.equal((await Promise.all(workers.map((worker) => worker.claim()))).flat().length, 1)
    },
  )

  check(
    'hard test 16: 429 without a header, five times: 60, 120, 240 … s; after half an hour of quiet from the start',
    async (stage) => {
      await stage.frontier.submit(urls('a.example', 1))
      const waits: number[] = []
      for (let turn = 0; turn < 5; turn += 1) {
        await fail(stage, { reason: 'rate_limited', status: 429 })
        waits.push(await secondsUntilClaim(stage))
      }
      assert.deepEqual(waits, [60, 120, 240, 480, 960])
      await stage.pass(31 * MINUTE)
      await fail(stage, { reason: 'rate_limited', status: 429 })
      assert.equal(await secondsUntilClaim(stage), 60)
      assert.equal((await stage.frontier.explain('https://a.example/0'))?.attempts, 0)
    },
  )

  const waits: readonly [why: string, retryAfterMs: number, seconds: number][] = [
    ['a date that has passed still leaves the pause', 0, 1],
    ['two minutes', 120_000, 120],
    ['10^12 seconds are a day', 1e15, 86_400],
  ]
  for (const [why, retryAfterMs, seconds] of waits) {
    check(`hard tests 13 and 17: Retry-After: ${why}`, async (stage) => {
      await stage.frontier.submit(urls('a.example', 1))
      await fail(stage, { reason: 'retry_after', status: 503, retryAfterMs })
      // Where nobody waits for it, the outlook does not say when it comes back; but then it does.
      assert.equal(await secondsUntilClaim(stage, seconds * SECOND), seconds)
      assert.equal((await stage.claim()).length, 1)
    })
  }

  check('hard test 21: many URLs of one blocked host, before all others, take no place from them', async (stage) => {
    await stage.frontier.submit(urls('blocked.example', 1500), { priority: 'high' })
    await stage.frontier.submit(Array.from({ length: 40 }, (_, host) => `https://h${host}.example/`))
    const [first = assert.fail(), ...others] = await stage.frontier.claim({ limit: 2 })
    assert.equal(first.host, 'blocked.example')
    await stage.frontier.updateFailed(first, { reason: 'retry_after', retryAfterMs: HOUR, sinceRequestMs: 0 })
    await stage.frontier.release(others)
    for (let turn = 0; turn < 4; turn += 1) {
      const hosts = (await stage.frontier.claim({ limit: 10 })).map(({ host }) => host)
      assert.equal(hosts.length, 10)
      assert.ok(!hosts.includes('blocked.example'))
    }
  })

  check(
    'hard test 18: a host that is down with many URLs: few probes, nobody dies, all wait with its reason, and the drain ends',
    async (stage) => {
      const MANY = 1500
      await stage.frontier.submit(urls('a.example', MANY))
      let probes = 0
      const asked = new Set<number>()
      for (let hours = 0; hours < 24; hours += 1) {
        const claims = await stage.claim()
        probes += claims.length
        for (const claim of claims) {
          asked.add(claim.id)
          await stage.frontier.updateFailed(claim, { reason: 'connect_refused', sinceRequestMs: 0 })
        }
        if (hours < 3) await stage.pass(5 * MINUTE)
        else await stage.pass(HOUR)
        if (hours === 2) {
          assert.deepEqual(await stage.frontier.sweep(), {
            expired: 0,
            poisoned: 0,
            waiting: MANY - asked.size,
            dead: 0,
            reconciled: 0,
            suspects: 0,
          })
          assert.equal((await stage.frontier.readOutlook()).isDrained, true)
        }
      }
      assert.ok(probes <= 12, `${probes} probes in a day`)
      assert.deepEqual(await stage.frontier.countByReason(), [
        { state: 'retry', reason: 'connect_refused', urls: MANY },
      ])
      assert.equal((await stage.frontier.explain('https://a.example/0'))?.attempts, 0)
    },
  )

  check('hard test 19: a host without a name that comes back: everything continues', async (stage) => {
    await stage.frontier.submit(urls('a.example', 3))
    for (let turn = 0; turn < 3; turn += 1) {
      await fail(stage, { reason: 'dns_nxdomain' })
      await stage.pass(turn < 2 ? 5 * MINUTE : 0)
    }
    await stage.frontier.sweep()
    assert.deepEqual(await stage.frontier.countByReason(), [{ state: 'retry', reason: 'dns_nxdomain', urls: 3 }])
    // Down, it is left alone for an hour.
    await stage.pass(HOUR - 1)
    assert.deepEqual(await stage.claim(), [])
    await stage.pass(1)
    for (let turn = 0; turn < 3; turn += 1) {
      await stage.frontier.updateFetched(await stage.claimOne(), { status: 200, sinceRequestMs: 0 })
      await stage.pass(SECOND)
    }
    assert.equal((await stage.frontier.countByState()).fetched, 3)
    assert.equal((await stage.frontier.explain('https://a.example/0'))?.hostState.isDown, false)
  })

  check('a host that stays down for more than a week takes its URLs with it, and the reason is kept', async (stage) => {
    await stage.frontier.submit(urls('a.example', 3))
    for (let day = 0; day <= 9; day += 1) {
      const claims = await stage.claim()
      for (const claim of claims)
        await stage.frontier.updateFailed(claim, { reason: 'connect_timeout', sinceRequestMs: 0 })
      await stage.frontier.sweep()
      if (day <= 6) assert.equal((await stage.frontier.countByState()).dead, 0, `day ${day}`)
      await stage.pass(DAY)
    }
    assert.deepEqual(await stage.frontier.countByReason(), [{ state: 'dead', reason: 'connect_timeout', urls: 3 }])
    assert.equal((await stage.frontier.readOutlook()).nextInMs, null)
    // A URL that is new is a new chance.
    await stage.frontier.submit(['https://a.example/new'])
    await stage.pass(DAY)
    assert.equal((await stage.claimOne()).url, 'https://a.example/new')
  })

  for (const reason of ['connect_refused', 'dns_nxdomain'] as const) {
    check(
      `requeued URLs of a host that is down (${reason}) are due after the usual pause, as if it were well`,
      async (stage) => {
        await stage.frontier.submit(urls('a.example', 3))
        for (let turn = 0; turn < 3; turn += 1) {
          await stage.pass(5 * MINUTE)
          await fail(stage, { reason })
        }
        await stage.frontier.sweep()
        assert.equal(await stage.frontier.requeue({ host: 'a.example' }), 3)
        const { hostState } = (await stage.frontier.explain('https://a.example/0')) ?? assert.fail()
        assert.deepEqual([hostState.isDown, hostState.failures, hostState.reason], [false, 0, null])
        assert.deepEqual(await stage.frontier.readOutlook(), { isDrained: false, nextInMs: SECOND, isIdle: true })
        assert.deepEqual(await stage.claim(), [])
        await stage.pass(SECOND)
        assert.equal((await stage.claim()).length, 1)
      },
    )
  }

  check('a host that asked for a short pause keeps it, also after a requeue', async (stage) => {
    await stage.frontier.submit(urls('a.example', 1))
    await fail(stage, { reason: 'retry_after', status: 429, retryAfterMs: 120_000 })
    await stage.frontier.requeue({ host: 'a.example' })
    assert.equal(await secondsUntilClaim(stage), 120)
  })

  check('an answer in between ends the row of failures', async (stage) => {
    await stage.frontier.submit(urls('a.example', 6))
    for (const reason of ['reset', 'reset', null, 'reset', 'reset'] as const) {
      const claim = await stage.claimOne()
      if (reason === null) await stage.frontier.updateFetched(claim, { status: 200, sinceRequestMs: 0 })
      else await stage.frontier.updateFailed(claim, { reason, sinceRequestMs: 0 })
      await stage.pass(HOUR)
    }
    assert.equal((await stage.frontier.explain('https://a.example/0'))?.hostState.isDown, false)
  })

  check('a failure at the host of a hop is not the fault of the URL’s own host', async (stage) => {
    await stage.frontier.submit(urls('a.example', 1))
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await fail(stage, { reason: 'connect_refused', atHost: 'b.example' })
      assert.equal((await stage.frontier.explain('https://a.example/0'))?.hostState.failures, 0)
      await stage.pass(HOUR)
    }
    assert.equal(await stage.readState('https://a.example/0'), 'dead connect_refused')
  })

  check('Crawl-delay is kept, the longer one of http and https, and an endless one is an hour', async (stage) => {
    await stage.frontier.submit(urls('a.example', 3))
    await stage.frontier.recordRobots('https://a.example', { status: 200, body: '', crawlDelayMs: 7000 })
    await stage.frontier.recordRobots('http://a.example', { status: 200, body: '', crawlDelayMs: 5000 })
    const claim = await stage.claimOne()
    assert.equal(claim.delayMs, 7000)
    await stage.frontier.updateFetched(claim, { status: 200, sinceRequestMs: 0 })
    assert.equal(await secondsUntilClaim(stage), 7)
    await stage.frontier.recordRobots('https://a.example', { status: 200, body: '', crawlDelayMs: 1e9 })
    await stage.frontier.updateFetched(await stage.claimOne(), { status: 200, sinceRequestMs: 0 })
    assert.equal(await secondsUntilClaim(stage), 3600)
  })

  check('a paused host hands out nothing, also not what comes new, until it is resumed', async (stage) => {
    await stage.frontier.submit([...urls('a.example', 1), 'https://b.example/'])
    assert.equal(await stage.frontier.pauseHost('A.example'), true)
    await stage.frontier.submit(['https://a.example/new'])
    assert.deepEqual(
      (await stage.claim()).map(({ host }) => host),
      ['b.example'],
    )
    assert.equal(await stage.frontier.resumeHost('a.example'), true)
    assert.equal((await stage.claimOne()).host, 'a.example')
    assert.equal(await stage.frontier.pauseHost('nobody.example'), false)
  })

  check('a host is paused for a time, and then resumes by itself', async (stage) => {
    await stage.frontier.submit(['https://a.example/1', 'https://b.example/'])
    assert.equal(await stage.frontier.pauseHost('a.example', { forMs: 2 * HOUR }), true)
    const until = new Date(stage.now() + 2 * HOUR).toISOString()
    const story = await stage.frontier.explain('https://a.example/1')
    assert.deepEqual([story?.hostState.isPaused, story?.hostState.pausedUntil], [true, until])
    assert.match(story?.why ?? '', new RegExp(`Its host is paused until ${until}\\.`))
    assert.equal((await stage.claimOne()).host, 'b.example')
    const reservation = await stage.frontier.reserve('a.example')
    assert.deepEqual(reservation, {
      ok: false,
      host: 'a.example',
      inMs: 2 * HOUR,
      isResting: true,
      isHeld: false,
      isWanted: true,
      reason: null,
    })
    assert.equal((await stage.frontier.readWaiting()).pausedHosts, 1)
    await stage.pass(2 * HOUR - 1)
    assert.equal((await stage.claim()).filter(({ host }) => host === 'a.example').length, 0)
    await stage.pass(1)
    assert.equal((await stage.frontier.explain('https://a.example/1'))?.hostState.isPaused, false)
    assert.equal((await stage.frontier.readWaiting()).pausedHosts, 0)
    const claim = (await stage.claim()).find(({ host }) => host === 'a.example')
    await stage.frontier.updateFetched(claim ?? assert.fail(), { status: 200 })
    await stage.frontier.submit(['https://a.example/2'])
    assert.ok((await stage.claim()).some(({ url }) => url === 'https://a.example/2'))
  })

  check('a URL that comes in during a pause, to a host with nothing else, is fetched after it', async (stage) => {
    await stage.frontier.submit(['https://a.example/1'])
    await stage.fetchAll()
    await stage.frontier.pauseHost('a.example', { forMs: HOUR })
    await stage.frontier.submit(['https://a.example/2'])
    assert.deepEqual(await stage.claim(), [])
    await stage.pass(HOUR)
    assert.equal((await stage.claimOne()).url, 'https://a.example/2')
  })

  check('a shorter or longer pause replaces the one before; resuming ends it', async (stage) => {
    await stage.frontier.submit(['https://a.example/1'])
    await stage.frontier.pauseHost('a.example')
    await stage.frontier.pauseHost('a.example', { forMs: MINUTE })
    await stage.pass(MINUTE)
    const claim = await stage.claimOne()
    await stage.frontier.release([claim])
    await stage.frontier.pauseHost('a.example', { forMs: HOUR })
    await stage.frontier.resumeHost('a.example')
    assert.equal((await stage.claimOne()).url, 'https://a.example/1')
    for (const forMs of [0, -1, Number.NaN])
      await assert.rejects(stage.frontier.pauseHost('a.example', { forMs }), RangeError)
  })

  check('a host that is paused while a worker has it stays paused, also when that worker is lost', async (stage) => {
    await stage.frontier.submit(urls('a.example', 2))
    await stage.claimOne()
    await stage.frontier.pauseHost('a.example')
    await stage.pass(2 * MINUTE)
    assert.deepEqual(await stage.claim(), [])
    await stage.pass(HOUR)
    assert.deepEqual(await stage.claim(), [])
    await stage.frontier.resumeHost('a.example')
    assert.equal((await stage.claimOne()).host, 'a.example')
  })

  check('a host is reserved for a hop by one worker at a time, and has its pause after that', async (stage) => {
    await stage.frontier.submit(urls('b.example', 1))
    const reservation = await stage.frontier.reserve('b.example')
    assert.ok(reservation.ok)
    assert.deepEqual(await stage.claim(), [])
    const second = await (await stage.other()).reserve('b.example')
    assert.ok(!second.ok && second.inMs === 120 * SECOND && !second.isResting)
    await stage.pass(400)
    await stage.frontier.releaseHosts([{ host: 'b.example', token: reservation.token, sinceRequestMs: 100 }])
    const third = await stage.frontier.reserve('b.example')
    assert.ok(!third.ok && third.inMs === 900)
    await stage.pass(900)
    assert.equal((await stage.claim()).length, 1)
    assert.ok(!(await stage.frontier.reserve('b.example')).ok)
  })

  check('a renewed reservation stays, and a process that lost its reservation gets an error', async (stage) => {
    const reservation = await stage.frontier.reserve('b.example')
    assert.ok(reservation.ok)
    for (let turn = 0; turn < 4; turn += 1) {
      await stage.pass(MINUTE)
      assert.deepEqual(await stage.frontier.renewReservations([reservation]), [true])
      assert.ok(!(await stage.frontier.reserve('b.example')).ok)
    }
    await stage.pass(2 * MINUTE)
    assert.ok((await stage.frontier.reserve('b.example')).ok)
    assert.deepEqual(await stage.frontier.renewReservations([reservation]), [false])
  })

  check('an unknown host can be reserved', async (stage) => {
    const reservation = await stage.frontier.reserve('new.example')
    assert.ok(reservation.ok)
    await stage.frontier.releaseHosts([
      { host: 'new.example', token: reservation.token, sinceRequestMs: 0, reason: 'connect_refused' },
    ])
    const again = await stage.frontier.reserve('new.example')
    assert.ok(!again.ok && again.inMs === MINUTE && again.isResting)
    assert.equal((await stage.frontier.readOutlook()).nextInMs, null)
  })

  const readFailures = async ({ database }: Stage): Promise<unknown> =>
    (await database.all('select failures from host_clocks'))[0]?.['failures']

  const UNANSWERED = [
    { why: 'robots.txt disallows the page', result: { reason: 'robots_disallowed', atHost: 'a.example' } },
    { why: 'the URL is invalid', result: { reason: 'invalid_url', atHost: 'a.example' } },
    {
      why: 'a redirect of an earlier visit ended at a host that failed',
      result: { reason: 'reset', atHost: 'b.example' },
    },
    {
      why: 'a redirect of an earlier visit ended with 404',
      result: { reason: 'not_found', status: 404, atHost: 'b.example' },
    },
  ] as const satisfies readonly { why: string; result: FailedResult }[]

  for (const { why, result } of UNANSWERED)
    check(`a host that was not requested keeps its count of failures: ${why}`, async (stage) => {
      await stage.frontier.submit(urls('a.example', 3))
      await fail(stage, { reason: 'connect_refused' })
      await stage.pass(HOUR)
      await stage.frontier.updateFailed(await stage.claimOne(), result)
      assert.equal(await readFailures(stage), 1)
    })

  const RESERVED = [
    { why: 'answered', visit: { sinceRequestMs: 0 }, failures: 0 },
    {
      why: 'answered with a page that cannot be read',
      visit: { sinceRequestMs: 0, reason: 'bad_encoding' },
      failures: 0,
    },
    { why: 'failed again', visit: { sinceRequestMs: 0, reason: 'reset' }, failures: 2 },
    { why: 'was not requested', visit: {}, failures: 1 },
    {
      why: "responded for another host's robots.txt",
      visit: { sinceRequestMs: 0, hasAnswered: false },
      failures: 1,
    },
    {
      why: 'was requested, and the worker ended the request',
      visit: { sinceRequestMs: 0, reason: 'cancelled' },
      failures: 1,
    },
  ] as const

  for (const { why, visit, failures } of RESERVED)
    check(`a reserved host that failed before and ${why} has ${failures} failures`, async (stage) => {
      for (const report of [{ sinceRequestMs: 0, reason: 'connect_refused' }, visit] as const) {
        const reservation = await stage.frontier.reserve('a.example')
        assert.ok(reservation.ok)
        await stage.frontier.releaseHosts([{ ...reservation, ...report }])
        await stage.pass(HOUR)
      }
      assert.equal(await readFailures(stage), failures)
    })

  const LEASE = 2 * MINUTE
  const LAST_REQUEST = LEASE - 12 * SECOND

  for (const sweeps of [false, true])
    check(
      `a host whose worker was lost is left alone for its whole pause${sweeps ? ', also after a sweep' : ''}`,
      async (stage) => {
        await stage.frontier.submit(urls('a.example', 2))
        await stage.claimOne()
        await stage.pass(LEASE)
        if (sweeps) await stage.frontier.sweep()
        assert.deepEqual(await stage.claim(), [], 'the lost worker may have sent a request just now')
        assert.deepEqual((await stage.frontier.readOutlook()).nextInMs, HOUR - 12 * SECOND)
        await stage.pass(LAST_REQUEST + HOUR - LEASE - 1)
        assert.deepEqual(await stage.claim(), [])
        await stage.pass(1)
        assert.equal((await stage.claimOne()).host, 'a.example')
      },
      { hostDelayMs: HOUR },
    )

  check(
    'a reserved host whose worker was lost is left alone for its whole pause',
    async (stage) => {
      assert.ok((await stage.frontier.reserve('b.example')).ok)
      await stage.pass(LEASE)
      const reservation = await stage.frontier.reserve('b.example')
      assert.ok(!reservation.ok && reservation.inMs === HOUR - 12 * SECOND && !reservation.isResting)
      await stage.pass(HOUR - 12 * SECOND)
      assert.ok((await stage.frontier.reserve('b.example')).ok)
    },
    { hostDelayMs: HOUR },
  )

  check('a reserved host whose worker died is free after the lease', async (stage) => {
    await stage.frontier.submit(urls('b.example', 1))
    assert.ok((await stage.frontier.reserve('b.example')).ok)
    await stage.pass(2 * MINUTE)
    assert.equal((await stage.claim()).length, 1)
  })

  check('high priority comes first, within a host and among hosts', async (stage) => {
    await stage.frontier.submit([...urls('a.example', 5), ...urls('b.example', 5), ...urls('c.example', 5)])
    await stage.pass(HOUR)
    await stage.frontier.submit(['https://c.example/urgent', 'https://new.example/urgent'], { priority: 'high' })
    const claims = await stage.frontier.claim({ limit: 4 })
    assert.deepEqual(
      claims
        .slice(0, 2)
        .map(({ url }) => url)
        .toSorted(),
      ['https://c.example/urgent', 'https://new.example/urgent'],
    )
  })

  check(
    'low priority comes, too, however much of high priority keeps coming',
    async (stage) => {
      await stage.frontier.submit(['https://a.example/low'], { priority: 'low' })
      let turns = 0
      for (; turns < 100; turns += 1) {
        await stage.frontier.submit([`https://a.example/high-${turns}`], { priority: 'high' })
        const claim = await stage.claimOne()
        await stage.frontier.updateFetched(claim, { status: 200, sinceRequestMs: 0 })
        if (claim.url.endsWith('low')) break
        await stage.pass(2 * HOUR)
      }
      // Two steps of priority are two days, and a turn is two hours.
      assert.equal(turns, 24)
    },
    { recrawl: { firstMs: 90 * DAY } },
  )

  check('hosts with nothing urgent get their turn, however many have something urgent', async (stage) => {
    await stage.frontier.submit(['https://quiet.example/'])
    await stage.pass(SECOND)
    const busy = Array.from({ length: 20 }, (_, index) => `https://h${index}.example/`)
    await stage.frontier.submit(busy, { priority: 'high' })
    const claims = await stage.frontier.claim({ limit: 4 })
    assert.ok(claims.some(({ host }) => host === 'quiet.example'))
  })

  check(
    'of workers that want other pauses, the longest counts for all of them, as long as they are there',
    async (stage) => {
      const { frontier, pass } = stage
      const hasty = await stage.other({ hostDelayMs: 0 })
      const fetch = async ([claim = assert.fail()]: readonly Claim[], by: Frontier): Promise<void> => {
        assert.ok((await by.updateFetched(claim, { status: 200, sinceRequestMs: 0 })).ok)
      }
      await hasty.submit([1, 2, 3, 4, 5].map((n) => `https://a.example/${n}`))
      await fetch(await hasty.claim(), hasty)
      assert.deepEqual(await frontier.claim(), [], 'who wants more was not heard yet when the host was asked')
      await pass(SECOND - 1)
      assert.deepEqual([await frontier.claim(), await hasty.claim()], [[], []])
      await pass(1)
      await fetch(await frontier.claim(), frontier)
      assert.deepEqual(await hasty.claim(), [])
      await pass(SECOND)
      const [claim = assert.fail()] = await hasty.claim()
      assert.equal(claim.delayMs, SECOND)
      await fetch([claim], hasty)
      assert.deepEqual(await hasty.claim(), [], 'it goes by the wish of the other')
      await pass(MINUTE)
      await fetch(await hasty.claim(), hasty)
      await fetch(await hasty.claim(), hasty)
    },
  )

  check('a host on the way is left alone as long as the most patient worker wants it', async (stage) => {
    const hasty = await stage.other({ hostDelayMs: 0 })
    await stage.frontier.submit(['https://b.example/'])
    await stage.claimOne()
    const reservation = await hasty.reserve('a.example')
    assert.ok(reservation.ok && reservation.delayMs === SECOND)
    await hasty.releaseHosts([{ ...reservation, sinceRequestMs: 0 }])
    assert.deepEqual(await hasty.reserve('a.example'), {
      ok: false,
      host: 'a.example',
      inMs: SECOND,
      isResting: false,
      isHeld: false,
      isWanted: false,
      reason: null,
    })
  })
}
