import assert from 'node:assert/strict'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { collect } from '../../../registry/test/registry/support/collect.ts'
import { DAY, HOUR, MINUTE, SECOND, stageTests, START } from './support/stage.ts'

const URL = 'https://a.example/1'

for (const databases of await bothDatabases()) {
  const check = stageTests(databases)

  check('a claimed URL is not handed to another worker', async ({ frontier, claim, other }) => {
    await frontier.submit([URL])
    assert.equal((await claim()).length, 1)
    assert.deepEqual(await (await other()).claim(), [])
    assert.deepEqual(await frontier.countByState(), {
      pending: 0,
      leased: 1,
      fetched: 0,
      retry: 0,
      dead: 0,
      excluded: 0,
    })
  })

  check('leases are listed by host, and one that was not renewed in time is stuck', async (stage) => {
    await stage.frontier.submit([URL, 'https://b.example/1', 'https://c.example/1'])
    const list = async () => {
      const leases = await stage.frontier.listLeases(10)
      return leases.map(({ host, urls, isStuck }) => [host, urls, isStuck])
    }
    assert.deepEqual(await list(), [])
    await stage.frontier.claim({ limit: 1, worker: 'first' })
    await stage.pass(MINUTE)
    await stage.frontier.claim({ limit: 1, isBusy: true, worker: 'second' })
    const [first] = await stage.frontier.listLeases(1)
    assert.deepEqual([first?.worker, first?.endsAt], ['first', new Date(START + 2 * MINUTE).toISOString()])
    await stage.pass(MINUTE)
    assert.deepEqual(await list(), [
      ['a.example', 1, true],
      ['b.example', 1, false],
    ])
  })

  check('URLs are found by the beginning of their host, or of their path', async ({ frontier }) => {
    const urls = [
      'https://a.example/docs/1',
      'http://a.example/docs/2',
      'https://a.example/x',
      'https://b.example/docs/',
    ]
    await frontier.submit(urls)
    const list = async (filter: Parameters<typeof frontier.listUrls>[0]) => {
      const { items } = await frontier.listUrls(filter)
      return new Set(items.map(({ url }) => url as string))
    }
    assert.deepEqual(await list({ q: 'a.exa' }), new Set(urls.slice(0, 3)))
    assert.deepEqual(await list({ q: 'A.example/do' }), new Set(urls.slice(0, 2)))
    assert.deepEqual(await list({ q: 'https://a.example/do', state: 'pending' }), new Set(urls.slice(0, 2)))
    assert.deepEqual(await list({ q: 'a.example/do', state: 'dead' }), new Set())
    assert.deepEqual(await list({ q: 'a.example/do', reason: 'timeout' }), new Set())
  })

  check('a worker that dies after its claim: leased again after the lease, with one claim more', async (stage) => {
    await stage.frontier.submit([URL])
    const first = await stage.claimOne()
    await stage.pass(119 * SECOND)
    assert.deepEqual(await stage.claim(), [])
    await stage.pass(SECOND)
    assert.deepEqual(await stage.claim(), [])
    assert.equal(await stage.readState(URL), 'retry lease_expired')
    await stage.pass(MINUTE - 1)
    assert.deepEqual(await stage.claim(), [], 'not at once')
    await stage.pass(1)
    const second = await stage.claimOne()
    assert.deepEqual([first.claims, second.claims, second.attempts], [1, 2, 0])
    assert.ok(second.token > first.token)
    assert.equal((await stage.frontier.countByState()).leased, 1)
  })

  check('a worker that dies between fetch and report: fetched again, one final state', async (stage) => {
    await stage.frontier.submit([URL])
    await stage.claimOne()
    await stage.loseWorkers()
    const again = await stage.claimOne()
    await stage.frontier.updateFetched(again, { status: 200 })
    assert.deepEqual(await stage.frontier.countByState(), {
      pending: 0,
      leased: 0,
      fetched: 1,
      retry: 0,
      dead: 0,
      excluded: 0,
    })
    assert.deepEqual(await stage.claim(), [])
  })

  check(
    'hard test 9: a stale worker that reports late has lost the lease, and the new owner’s word stands',
    async (stage) => {
      await stage.frontier.submit([URL])
      const stale = await stage.claimOne()
      await stage.loseWorkers()
      const owner = await stage.claimOne()
      const late = await stage.frontier.updateFetchedWithFinalUrl(stale, 'https://wrong.example/', {
        status: 200,
        etag: 'old',
      })
      assert.ok(!late.ok && late.code === 'lease_lost')
      assert.match(late.message, /discarded/)
      await stage.frontier.updateFetched(owner, { status: 200, etag: '"new"' })
      const after = await stage.frontier.updateFailed(stale, { reason: 'server_error' })
      assert.ok(!after.ok)
      const story = await stage.frontier.explain(URL)
      assert.deepEqual([story?.state, story?.etag, story?.url], ['fetched', '"new"', URL])
    },
  )

  check('hard test 10: heartbeats keep a lease; after twice its time without one it is lost', async (stage) => {
    await stage.frontier.submit([URL])
    const claim = await stage.claimOne()
    for (let turn = 0; turn < 3; turn += 1) {
      await stage.pass(100 * SECOND)
      assert.deepEqual(await stage.frontier.heartbeat([claim]), [{ ok: true, id: claim.id }])
      assert.deepEqual(await stage.claim(), [])
    }
    await stage.pass(4 * MINUTE)
    await stage.loseWorkers()
    await stage.claimOne()
    const [answer] = await stage.frontier.heartbeat([claim])
    assert.ok(answer !== undefined && !answer.ok && answer.code === 'lease_lost')
  })

  check(
    'a lease that ran out while nobody claimed is still its worker’s until somebody takes it back',
    async (stage) => {
      await stage.frontier.submit([URL])
      const claim = await stage.claimOne()
      await stage.pass(HOUR)
      assert.ok((await stage.frontier.updateFetched(claim, { status: 200 })).ok)
    },
  )

  check('sweep takes back leases that ran out', async (stage) => {
    await stage.frontier.submit([URL, 'https://b.example/'])
    await stage.claim()
    assert.equal((await stage.frontier.sweep()).expired, 0)
    await stage.pass(2 * MINUTE)
    const { expired, poisoned } = await stage.frontier.sweep()
    assert.deepEqual([expired, poisoned], [2, 0])
    assert.equal(await stage.readState(URL), 'retry lease_expired')
    await stage.pass(MINUTE)
    assert.equal((await stage.claim()).length, 2)
  })

  for (const [name, shift] of [
    ['an hour ahead', HOUR],
    ['an hour behind', -HOUR],
  ] as const) {
    check(
      `hard test 11: a worker whose clock is ${name} claims nothing early and lets nothing expire early`,
      async (stage) => {
        await stage.frontier.submit([URL, 'https://a.example/2'])
        const claim = await stage.claimOne()
        const skewed = await stage.other({ now: () => START + shift })
        await stage.database.run('update shared_clock set set_to = $1', [START + SECOND])
        assert.deepEqual(await skewed.claim(), [])
        assert.deepEqual(await skewed.heartbeat([claim]), [{ ok: true, id: claim.id }])
        const answer = await skewed.updateFetched(claim, { status: 200, sinceRequestMs: 0 })
        assert.ok(answer.ok && answer.dueAt === START + SECOND + 24 * HOUR)
        assert.deepEqual(await skewed.claim(), [])
      },
    )
  }

  check('hard test 14: a URL that kills its worker five times is dead of it, and the queue lives', async (stage) => {
    await stage.frontier.submit([URL, 'https://a.example/2'])
    const kills = new Map<number, number>()
    for (let turn = 0; turn < 2 * 5; turn += 1) {
      const claim = await stage.claimOne()
      kills.set(claim.id, (kills.get(claim.id) ?? 0) + 1)
      await stage.loseWorkers()
    }
    assert.deepEqual(await stage.claim(), [])
    assert.deepEqual([...kills.values()], [5, 5])
    assert.equal(await stage.readState(URL), 'dead poison')
    await stage.frontier.submit(['https://a.example/3'])
    assert.equal((await stage.claimOne()).url, 'https://a.example/3')
  })

  check('hard test 22: a host that was made just before a crash can be claimed', async (stage) => {
    await stage.frontier.submit([URL])
    const another = await stage.other()
    assert.equal((await another.claim()).length, 1)
  })

  check('released leases are free at once, and cost nothing', async (stage) => {
    await stage.frontier.submit([URL, 'https://b.example/'])
    const claims = await stage.claim()
    assert.deepEqual(
      await stage.frontier.release(claims),
      claims.map(({ id }) => ({ ok: true, id })),
    )
    assert.equal((await stage.frontier.countByState()).pending, 2)
    const again = await stage.claim()
    assert.deepEqual(
      again.map(({ claims, attempts }) => [claims, attempts]),
      [
        [1, 0],
        [1, 0],
      ],
    )
    const lost = await stage.frontier.release(claims)
    assert.ok(lost.every((answer) => !answer.ok))
  })

  check('what is given back is as it was, with all that was known of its last result', async (stage) => {
    await stage.frontier.submit([URL, 'https://b.example/'])
    const [first, second] = await stage.claim()
    const failure = {
      reason: 'server_error',
      status: 500,
      detail: 'it broke',
      finalUrl: 'https://a.example/end',
    } as const
    await stage.frontier.updateFailed(first ?? assert.fail(), failure)
    await stage.frontier.updateFetched(second ?? assert.fail(), { status: 200, etag: '"1"' })
    await stage.pass(90 * DAY)
    const before = await collect(stage.frontier.streamUrls())
    await stage.frontier.release(await stage.claim())
    assert.deepEqual(await collect(stage.frontier.streamUrls()), before)
    for (const claim of await stage.claim()) await stage.frontier.updateFailed(claim, { reason: 'cancelled' })
    assert.deepEqual(await collect(stage.frontier.streamUrls()), before)
  })

  check('history is trimmed by the clock of the database, whatever time a worker has', async (stage) => {
    await stage.frontier.submit([URL])
    await stage.frontier.updateFailed(await stage.claimOne(), { reason: 'gone' })
    const ahead = await stage.other({ now: () => stage.now() + 400 * DAY })
    await ahead.sweep()
    assert.equal((await stage.frontier.explain(URL))?.history.length, 1)
    await stage.pass(91 * DAY)
    await ahead.sweep()
    assert.equal((await stage.frontier.explain(URL))?.history.length, 0)
  })

  check('a result that is reported twice counts once', async (stage) => {
    await stage.frontier.submit([URL])
    const claim = await stage.claimOne()
    const outcome = { kind: 'failed', reason: 'server_error' } as const
    const [first, second] = await stage.frontier.complete([
      { claim, outcome },
      { claim, outcome },
    ])
    assert.deepEqual([first?.ok, second?.ok], [true, false])
    assert.equal((await stage.frontier.explain(URL))?.attempts, 1)
  })

  check('more than one URL of a host is handed out only where it needs no pause', async ({ frontier, other }) => {
    await frontier.submit([URL, 'https://a.example/2', 'https://a.example/3'])
    const careless = await other({ hostDelayMs: 0 })
    const claims = await frontier.claim({ perHost: 3 })
    assert.equal(claims.length, 1)
    await frontier.release(claims)
    assert.equal((await careless.claim({ perHost: 3 })).length, 1, 'as long as another worker wants a pause')
  })

  check('a wave of URLs of one host: the host is free when the last is done', async (stage) => {
    const careless = await stage.other({ hostDelayMs: 0 })
    await careless.submit([URL, 'https://a.example/2', 'https://a.example/3', 'https://a.example/4'])
    const claims = await careless.claim({ perHost: 3, limit: 3 })
    assert.equal(claims.length, 3)
    for (const claim of claims) {
      assert.deepEqual(await careless.claim(), [])
      await careless.updateFetched(claim, { status: 200, sinceRequestMs: 5 })
    }
    assert.equal((await careless.claim()).length, 1)
  })
}
