import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeExpiry } from '../../src/frontier/claim/expire-leases.ts'
import { resolveFrontierSettings } from '../../src/frontier/frontier-settings.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { DAY, HOUR, MINUTE, SECOND, type Stage, stageTests } from './support/stage.ts'

const CULPRIT = 'https://culprit.example/'
const HEALTHY = ['https://a.example/', 'https://b.example/', 'https://c.example/']

/** The worker that has them is lost, as often as is said. */
async function loseTogether(stage: Stage, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    assert.equal((await stage.claim()).length, HEALTHY.length + 1)
    await stage.loseWorkers()
  }
}

const expiries = async ({ database }: Stage): Promise<number> =>
  (await database.all('select page_id from frontier_expiries')).length

for (const databases of await bothDatabases()) {
  const check = stageTests(databases)

  check('from the third claim on a URL is handed out alone, before all others', async (stage) => {
    await stage.frontier.submit([CULPRIT, ...HEALTHY])
    await loseTogether(stage, 2)
    await stage.frontier.submit(['https://new.example/'])
    for (let turn = 0; turn < 4; turn += 1) {
      const claims = await stage.claim()
      assert.deepEqual(
        claims.map(({ isSuspect, claims }) => [isSuspect, claims]),
        [[true, 3]],
      )
      await stage.frontier.updateFetched(claims[0] ?? assert.fail(), { status: 200 })
    }
    const rest = await stage.claim()
    assert.deepEqual(
      rest.map(({ url, isSuspect }) => [url, isSuspect]),
      [['https://new.example/', false]],
    )
    assert.equal(await expiries(stage), 0)
  })

  check('a busy worker is handed no suspect, and other URLs of its host nevertheless', async (stage) => {
    await stage.frontier.submit([CULPRIT, ...HEALTHY])
    await loseTogether(stage, 2)
    assert.deepEqual(await stage.frontier.claim({ isBusy: true }), [])
    await stage.frontier.submit(['https://a.example/2'])
    const claims = await stage.frontier.claim({ isBusy: true })
    assert.deepEqual(
      claims.map(({ url }) => url),
      ['https://a.example/2'],
    )
    assert.equal((await stage.frontier.sweep()).suspects, 3, 'the fourth one has to wait for its host')
    assert.deepEqual(await stage.frontier.readOutlook(), { isDrained: false, nextInMs: 0, isIdle: false })
    assert.ok(((await stage.frontier.readOutlook({ isBusy: true })).nextInMs ?? 0) > 0)
  })

  check('two workers are never handed the same suspect', async (stage) => {
    await stage.frontier.submit([CULPRIT, ...HEALTHY])
    await loseTogether(stage, 2)
    const others = await Promise.all(Array.from({ length: 6 }, () => stage.other()))
    const claims = (await Promise.all(others.map((other) => other.claim()))).flat()
    assert.equal(claims.length, 4)
    assert.equal(new Set(claims.map(({ id }) => id)).size, 4)
  })

  check('a URL lost with its neighbours is not to blame; alone, or when they are cleared, it is', async (stage) => {
    await stage.frontier.submit([CULPRIT, ...HEALTHY])
    await loseTogether(stage, 2)
    let kills = 2
    for (let turn = 0; turn < 20 && (await stage.readState(CULPRIT)) !== 'dead poison'; turn += 1) {
      const [claim] = await stage.claim()
      if (claim?.url === CULPRIT) kills += 1
      else if (claim !== undefined) await stage.frontier.updateFetched(claim, { status: 200 })
      await stage.loseWorkers()
    }
    assert.equal(kills, 5)
    const { fetched, dead } = await stage.frontier.countByState()
    assert.deepEqual([fetched, dead], [3, 1])
    assert.equal(await expiries(stage), 0)
  })

  check('as long as its neighbours are not cleared, two of its losses do not count', async (stage) => {
    await stage.frontier.submit([CULPRIT, ...HEALTHY])
    await loseTogether(stage, 2)
    // Whoever has no other reason to wait is not handed out either.
    for (const url of HEALTHY) await stage.frontier.pauseHost(new URL(url).hostname)
    let kills = 2
    while ((await stage.readState(CULPRIT)) !== 'dead poison' && kills < 20) {
      assert.equal((await stage.claimOne()).url, CULPRIT)
      kills += 1
      await stage.loseWorkers()
    }
    assert.equal(kills, 7)
    for (const url of HEALTHY) await stage.frontier.resumeHost(new URL(url).hostname)
    assert.equal(await stage.fetchAll(), 3)
  })

  check('a URL whose worker is late each time, but alive, is never poison, and has no attempt', async (stage) => {
    await stage.frontier.submit([CULPRIT])
    for (let turn = 0; turn < 6; turn += 1) {
      const claim = await stage.claimOne()
      await stage.loseWorkers()
      const [late] = await stage.frontier.complete([{ claim, outcome: { kind: 'returned' } }])
      assert.ok(late !== undefined && !late.ok && late.code === 'lease_lost')
    }
    assert.equal(await stage.readState(CULPRIT), 'retry lease_expired')
    assert.equal(await expiries(stage), 0)
    await stage.pass(HOUR)
    const { attempts } = await stage.claimOne()
    assert.equal(attempts, 0)
  })

  check('with two culprits, both end as poison, and no other URL does', async (stage) => {
    const culprits = new Set([CULPRIT, HEALTHY[0]])
    await stage.frontier.submit([CULPRIT, ...HEALTHY])
    await loseTogether(stage, 2)
    for (let turn = 0; turn < 40; turn += 1) {
      const [claim] = await stage.claim()
      if (claim !== undefined && !culprits.has(claim.url)) await stage.frontier.updateFetched(claim, { status: 200 })
      await stage.loseWorkers()
    }
    const { fetched, dead } = await stage.frontier.countByState()
    assert.deepEqual([fetched, dead], [2, 2])
  })

  check('given back, a suspect stays one; a result, or a person who requeues it, clears it', async (stage) => {
    await stage.frontier.submit([CULPRIT])
    for (let time = 0; time < 2; time += 1) {
      await stage.claimOne()
      await stage.loseWorkers()
    }
    for (let time = 0; time < 3; time += 1) {
      const claim = await stage.claimOne()
      assert.deepEqual([claim.isSuspect, claim.claims], [true, 3])
      await stage.frontier.release([claim])
    }
    await stage.frontier.requeue({ state: 'retry' })
    const claim = await stage.claimOne()
    assert.deepEqual([claim.isSuspect, claim.claims], [false, 1])
    assert.equal(await expiries(stage), 0)
  })

  check('a suspect keeps a drain from ending, and is waited for', async (stage) => {
    await stage.frontier.submit([CULPRIT])
    await stage.claimOne()
    await stage.loseWorkers()
    await stage.claimOne()
    await stage.pass(2 * MINUTE)
    await stage.frontier.sweep()
    assert.deepEqual(await stage.frontier.readOutlook(), { isDrained: false, nextInMs: 2 * MINUTE, isIdle: true })
    assert.deepEqual(await stage.claim(), [])
    await stage.pass(2 * MINUTE)
    assert.equal((await stage.claimOne()).isSuspect, true)
  })

  check('explain says why a suspect waits', async (stage) => {
    await stage.frontier.submit([CULPRIT])
    await stage.claimOne()
    await stage.loseWorkers()
    const once = await stage.frontier.explain(CULPRIT)
    assert.deepEqual(once?.suspicion, { lostWorkers: 1, ownFault: 1, isAlone: false })
    assert.match(once?.why ?? '', /The worker that had it was lost\./)
    await stage.claimOne()
    await stage.loseWorkers()
    const twice = await stage.frontier.explain(CULPRIT)
    assert.deepEqual(twice?.suspicion, { lostWorkers: 2, ownFault: 2, isAlone: true })
    assert.match(twice?.why ?? '', /2 workers that had it were lost\. .*alone/)
    await stage.frontier.updateFetched(await stage.claimOne(), { status: 200 })
    assert.equal((await stage.frontier.explain(CULPRIT))?.suspicion, null)
  })
}

const settings = resolveFrontierSettings({ leaseMs: 2 * MINUTE, retryBaseMs: MINUTE, random: () => 0 })

for (const [why, lease, most, expected] of [
  ['a half to one and a half times the retry base', { claims: 1, strikes: 1 }, false, [30 * SECOND, false]],
  ['at most', { claims: 1, strikes: 1 }, true, [90 * SECOND, false]],
  ['twice as long each time, and alone', { claims: 2, strikes: 0 }, false, [MINUTE, true]],
  ['never longer than a day', { claims: 40, strikes: 4 }, true, [DAY, true]],
] as const)
  test(`an expired lease after ${JSON.stringify(lease)} waits ${expected[0] / SECOND} s (${why})`, () => {
    const verdict = judgeExpiry(lease, { ...settings, random: () => (most ? 1 : 0) }, HOUR)
    assert.deepEqual(verdict, {
      state: 'retry',
      reason: 'lease_expired',
      dueAt: HOUR + expected[0],
      isSuspect: expected[1],
    })
  })

test('a short lease makes for a short wait', () => {
  const { dueAt } = judgeExpiry({ claims: 1, strikes: 1 }, { ...settings, leaseMs: 2 * SECOND }, 0)
  assert.equal(dueAt, SECOND)
})

test('five losses that no other URL can explain are poison', () => {
  const verdict = judgeExpiry({ claims: 5, strikes: 5 }, settings, HOUR)
  assert.deepEqual(verdict, { state: 'dead', reason: 'poison', dueAt: null, isSuspect: false })
})
