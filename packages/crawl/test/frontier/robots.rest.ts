import assert from 'node:assert/strict'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { DAY, stageTests } from './support/stage.ts'

const ORIGIN = 'https://a.example'
const URLS = [
  'https://a.example/private/1',
  'https://a.example/private/2',
  'https://a.example/open',
  'http://a.example/private/3',
]
const FORBIDS = {
  status: 200,
  body: 'User-agent: *\nDisallow: /private',
  mayFetch: (url: string) => !url.includes('/private'),
}
const ALLOWS = { status: 404, body: null, mayFetch: () => true }

for (const databases of await bothDatabases()) {
  const check = stageTests(databases)

  check('what was learnt of a robots.txt is kept for its origin', async ({ frontier, now }) => {
    assert.equal(await frontier.readRobots(ORIGIN), null)
    await frontier.recordRobots(ORIGIN, { status: 200, body: 'Crawl-delay: 3\0', crawlDelayMs: 3000, lifetimeMs: 1000 })
    assert.deepEqual(await frontier.readRobots(ORIGIN), {
      origin: ORIGIN,
      status: 200,
      body: 'Crawl-delay: 3\0',
      crawlDelayMs: 3000,
      fetchedAt: now(),
      expiresAt: now() + 1000,
    })
    assert.equal(await frontier.readRobots('http://a.example'), null)
  })

  check('robots.txt forbids: what is pending is left out; allows again: it comes back', async (stage) => {
    await stage.frontier.submit(URLS)
    assert.deepEqual(await stage.frontier.recordRobots(ORIGIN, FORBIDS), { excluded: 2, returned: 0 })
    assert.equal(await stage.readState(URLS[0] ?? ''), 'excluded robots_disallowed')
    assert.equal(await stage.readState(URLS[3] ?? ''), 'pending')
    assert.deepEqual(await stage.frontier.recordRobots(ORIGIN, FORBIDS), { excluded: 0, returned: 0 })
    assert.deepEqual(await stage.frontier.recordRobots(ORIGIN, ALLOWS), { excluded: 0, returned: 2 })
    assert.equal(await stage.readState(URLS[0] ?? ''), 'pending')
    assert.equal((await stage.frontier.countByState()).pending, 4)
  })

  check(
    'what was fetched stays so until its next visit, at its time, whatever robots.txt says meanwhile',
    async (stage) => {
      await stage.frontier.submit(URLS.slice(0, 1))
      const claim = await stage.claimOne()
      await stage.frontier.updateFetched(claim, { status: 200 })
      const { dueAt } = (await stage.frontier.explain(claim.url)) ?? assert.fail()
      assert.deepEqual(await stage.frontier.recordRobots(ORIGIN, FORBIDS), { excluded: 0, returned: 0 })
      assert.equal(await stage.readState(claim.url), 'fetched')
      assert.deepEqual(await stage.frontier.recordRobots(ORIGIN, ALLOWS), { excluded: 0, returned: 0 })
      assert.equal((await stage.frontier.explain(claim.url))?.dueAt, dueAt)
      await stage.pass(DAY)
      await stage.frontier.updateFailed(await stage.claimOne(), { reason: 'robots_disallowed' })
      assert.equal(await stage.readState(claim.url), 'excluded robots_disallowed')
    },
  )

  check('what a worker found to be disallowed comes back, too', async (stage) => {
    await stage.frontier.submit(URLS.slice(0, 1))
    await stage.frontier.updateFailed(await stage.claimOne(), { reason: 'robots_disallowed' })
    assert.equal((await stage.frontier.readOutlook()).isDrained, true)
    assert.deepEqual(await stage.frontier.recordRobots(ORIGIN, ALLOWS), { excluded: 0, returned: 1 })
    assert.equal((await stage.claimOne()).attempts, 0)
  })

  check('what is left out is looked at again when robots.txt has expired', async (stage) => {
    await stage.frontier.submit(URLS.slice(0, 1))
    await stage.frontier.recordRobots(ORIGIN, FORBIDS)
    await stage.pass(DAY - 1)
    assert.deepEqual(await stage.claim(), [])
    await stage.pass(1)
    const claim = await stage.claimOne()
    await stage.frontier.updateFailed(claim, { reason: 'robots_disallowed' })
    assert.equal(await stage.readState(claim.url), 'excluded robots_disallowed')
  })

  check('what is leased is left alone, and what is dead stays dead', async (stage) => {
    await stage.frontier.submit(URLS.slice(0, 2))
    const claim = await stage.claimOne()
    assert.deepEqual(await stage.frontier.recordRobots(ORIGIN, FORBIDS), { excluded: 1, returned: 0 })
    await stage.frontier.updateFailed(claim, { reason: 'gone' })
    assert.deepEqual(await stage.frontier.recordRobots(ORIGIN, ALLOWS), { excluded: 0, returned: 1 })
    assert.equal(await stage.readState(claim.url), 'dead gone')
  })

  check(
    'a robots.txt that cannot be read is a failure of the host: nothing is lost, it is tried again',
    async (stage) => {
      await stage.frontier.submit(URLS.slice(0, 2))
      const claim = await stage.claimOne()
      await stage.frontier.recordRobots(ORIGIN, { status: 503, body: null, lifetimeMs: 600_000 })
      await stage.frontier.updateFailed(claim, { reason: 'robots_unreachable', sinceRequestMs: 0 })
      assert.equal(await stage.readState(claim.url), 'retry robots_unreachable')
      assert.deepEqual(await stage.claim(), [])
      await stage.pass(60_000)
      assert.equal((await stage.claim()).length, 1)
    },
  )

  check('very many URLs of a host are put aside in portions', async (stage) => {
    const many = Array.from({ length: 2500 }, (_, index) => `${ORIGIN}/private/${index}`)
    await stage.frontier.submit(many)
    assert.deepEqual(await stage.frontier.recordRobots(ORIGIN, FORBIDS), { excluded: 2500, returned: 0 })
    assert.deepEqual(await stage.frontier.countByState(), {
      pending: 0,
      leased: 0,
      fetched: 0,
      retry: 0,
      dead: 0,
      excluded: 2500,
    })
  })

  check('testing many URLs lets timers and sockets have their turn', async (stage) => {
    const urls = Array.from({ length: 1500 }, (_, index) => `${ORIGIN}/private/${index}`)
    await stage.frontier.submit(urls)
    let [inARow, mostInARow, tested] = [0, 0, 0]
    const timer = setInterval(() => (inARow = 0), 1)
    const mayFetch = (): boolean => {
      const end = performance.now() + 2
      while (performance.now() < end);
      tested += 1
      inARow += 1
      mostInARow = Math.max(mostInARow, inARow)
      return false
    }
    try {
      assert.deepEqual(await stage.frontier.recordRobots(ORIGIN, { status: 200, body: '', mayFetch }), {
        excluded: 1500,
        returned: 0,
      })
    } finally {
      clearInterval(timer)
    }
    assert.equal(tested, 1500)
    assert.ok(mostInARow <= 50, `${mostInARow} URLs in a row`)
  })
}
