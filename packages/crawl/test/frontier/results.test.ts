import assert from 'node:assert/strict'
import { classifyStatus, getAction, FRONTIER_REASONS, type FrontierReason } from '../../src/frontier/reasons.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { DAY, HOUR, MINUTE, stageTests } from './support/stage.ts'

const URL = 'https://a.example/'

/** What the first failure with a reason makes of a URL. */
const FIRST: Readonly<Record<string, string>> = {
  retry: 'retry',
  dead: 'dead',
  confirm: 'dead',
  exclude: 'excluded',
  host: 'retry',
  rate: 'retry',
}

for (const databases of await bothDatabases()) {
  const check = stageTests(databases)

  check(
    'every reason of a failure does what the table says, costs an attempt if it is its own, and is found by its word',
    async (stage) => {
      const reasons = (Object.keys(FRONTIER_REASONS) as FrontierReason[]).filter((reason) => getAction(reason) in FIRST)
      assert.ok(reasons.length > 40)
      await stage.frontier.submit(reasons.map((reason) => `https://${reason.replaceAll('_', '-')}.example/`))
      const claims = await stage.claim()
      await stage.frontier.complete(
        claims.map((claim) => {
          const reason = claim.host.replace('.example', '').replaceAll('-', '_') as FrontierReason
          return { claim, outcome: { kind: 'failed', reason, detail: `because of ${reason}`, sinceRequestMs: 0 } }
        }),
      )
      for (const reason of reasons) {
        const found: unknown[] = []
        for await (const url of stage.frontier.streamUrls({ reason })) found.push([url.state, url.attempts, url.detail])
        const action = getAction(reason)
        const attempts = ['retry', 'dead', 'confirm'].includes(action) ? 1 : 0
        assert.deepEqual(found, [[FIRST[action], attempts, `because of ${reason}`]], reason)
      }
    },
  )

  check('a failure of its own costs an attempt, waits 60 s, then 120 s, and the third is the last', async (stage) => {
    await stage.frontier.submit([URL])
    const seen: unknown[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await stage.frontier.updateFailed(await stage.claimOne(), { reason: 'server_error', status: 500 })
      assert.ok(answer.ok)
      seen.push([answer.state, answer.dueAt === null ? null : answer.dueAt - stage.now()])
      await stage.pass(2 * MINUTE)
    }
    assert.deepEqual(seen, [
      ['retry', MINUTE],
      ['retry', 2 * MINUTE],
      ['dead', null],
    ])
    const { history = [], httpStatus, why } = (await stage.frontier.explain(URL)) ?? {}
    assert.deepEqual(
      history.map(({ event, reason }) => `${event} ${reason}`),
      ['retry server_error', 'retry server_error', 'dead server_error'],
    )
    assert.equal(httpStatus, 500)
    assert.match(why ?? '', /not retried.*5xx/)
  })

  /** The answers to one URL, a day apart, and the state that each leaves behind: with the days until the next request, if there is one. */
  const MISSING = [
    { answers: [404, 404], becomes: ['dead not_found, again in 1', 'dead not_found'], why: 'confirmed once' },
    {
      answers: [404, 200],
      becomes: ['dead not_found, again in 1', 'fetched, again in 1'],
      why: 'it was a fault of a day',
    },
    { answers: [404], confirmMissing: 0, becomes: ['dead not_found'], why: 'no confirmation was wanted' },
    {
      answers: [404, 404, 404],
      confirmMissing: 2,
      becomes: ['dead not_found, again in 1', 'dead not_found, again in 1', 'dead not_found'],
      why: 'confirmed twice',
    },
    {
      answers: [200, 404, 404],
      becomes: ['fetched, again in 1', 'dead not_found, again in 1', 'dead not_found'],
      why: 'the page was there before',
    },
    { answers: [404, 410], becomes: ['dead not_found, again in 1', 'dead gone'], why: 'the server is certain now' },
    { answers: [410], becomes: ['dead gone'], why: 'a 410 needs no confirmation' },
    {
      answers: [404, 500, 500, 404, 404],
      becomes: [
        'dead not_found, again in 1',
        'retry server_error',
        'retry server_error',
        'dead not_found, again in 1',
        'dead not_found',
      ],
      why: 'answers of both kinds are counted apart',
    },
  ]

  for (const { answers, confirmMissing, becomes, why } of MISSING)
    check(
      `${answers.join(', ')}${confirmMissing === undefined ? '' : `, confirmed ${confirmMissing} times`} -> ${becomes.at(-1)} (${why})`,
      async (stage) => {
        await stage.frontier.submit([URL])
        const seen: string[] = []
        for (const status of answers) {
          const claim = await stage.claimOne()
          const answer =
            status === 200
              ? await stage.frontier.updateFetched(claim, { status })
              : await stage.frontier.updateFailed(claim, { reason: classifyStatus(status), status })
          assert.ok(answer.ok)
          const days = ((answer.dueAt ?? stage.now()) - stage.now()) / DAY
          seen.push([answer.state, answer.reason ?? []].flat().join(' ') + (days < 1 ? '' : `, again in ${days}`))
          // A missing page holds no drain; a page that fails otherwise does.
          assert.equal((await stage.frontier.readOutlook()).isDrained, answer.state !== 'retry')
          await stage.pass(DAY)
        }
        assert.deepEqual(seen, becomes)
      },
      confirmMissing === undefined ? {} : { confirmMissing },
    )

  check(
    'a missing page is dead in every list and count while its confirmation waits, and is requeued as such',
    async (stage) => {
      await stage.frontier.submit([URL])
      await stage.frontier.updateFailed(await stage.claimOne(), { reason: 'not_found', status: 404 })
      assert.match((await stage.frontier.explain(URL))?.why ?? '', /dead, and is requested again to confirm.*404/)
      assert.deepEqual(await stage.frontier.countByReason(), [{ state: 'dead', reason: 'not_found', urls: 1 }])
      await stage.pass(DAY)
      await stage.frontier.release([await stage.claimOne()])
      assert.equal((await stage.frontier.listUrls({ state: 'dead', reason: 'not_found' })).items.length, 1)
      assert.equal(await stage.frontier.requeue({ state: 'dead', reason: 'not_found' }), 1)
      assert.equal((await stage.claimOne()).attempts, 0)
    },
  )

  check('a success gives all attempts back', async (stage) => {
    await stage.frontier.submit([URL])
    await stage.frontier.updateFailed(await stage.claimOne(), { reason: 'server_error', status: 500 })
    await stage.pass(MINUTE)
    await stage.frontier.updateFetched(await stage.claimOne(), { status: 200 })
    await stage.pass(DAY)
    assert.equal((await stage.claimOne()).attempts, 0)
  })

  check('texts that no database likes do no harm', async (stage) => {
    await stage.frontier.submit([URL])
    await stage.frontier.updateFailed(await stage.claimOne(), { reason: 'server_error', detail: 'a\0b\ud800c"\'\\' })
    assert.equal((await stage.frontier.explain(URL))?.detail, 'a\ufffdb\ufffdc"\'\\')
  })

  check('validators are kept as they were sent, and handed out with the next claim', async (stage) => {
    await stage.frontier.submit([URL])
    const sent = { etag: 'W/"a b"', lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT' }
    await stage.frontier.updateFetched(await stage.claimOne(), {
      status: 200,
      contentHash: 'ab',
      simhash: '0123456789abcdef',
      ...sent,
    })
    await stage.pass(DAY)
    const claim = await stage.claimOne()
    assert.deepEqual([claim.etag, claim.lastModified, claim.contentHash], [sent.etag, sent.lastModified, 'ab'])
    const [page] = await stage.database.all('select simhash from pages')
    assert.equal(page?.['simhash'], '0123456789abcdef')
  })

  check('an unsolicited 304 is not a success', async (stage) => {
    await stage.frontier.submit([URL])
    const answer = await stage.frontier.updateFetched(await stage.claimOne(), { status: 304 })
    assert.ok(answer.ok)
    assert.deepEqual([answer.state, answer.reason], ['retry', 'unexpected_status'])
  })

  check('a 304 with another ETag: that one is sent next time; what it does not mention stays', async (stage) => {
    await stage.frontier.submit([URL])
    await stage.frontier.updateFetched(await stage.claimOne(), { status: 200, etag: '"1"', lastModified: 'then' })
    await stage.pass(DAY)
    await stage.frontier.updateFetched(await stage.claimOne(), { status: 304, etag: '"2"' })
    assert.equal(await stage.readState(URL), 'fetched not_modified')
    const story = await stage.frontier.explain(URL)
    assert.deepEqual([story?.etag, story?.lastModified, story?.httpStatus], ['"2"', 'then', 304])
  })

  check('a 200 without validators takes the old ones away', async (stage) => {
    await stage.frontier.submit([URL])
    await stage.fetchAll({ status: 200, etag: '"1"' })
    await stage.pass(DAY)
    await stage.fetchAll({ status: 200 })
    assert.equal((await stage.frontier.explain(URL))?.etag, null)
  })

  check('200, 304, 200: the content hash stays, and the interval grows, then shrinks', async (stage) => {
    await stage.frontier.submit([URL])
    const visits = [
      { status: 200, etag: '"1"', contentHash: 'aa' },
      { status: 304 },
      { status: 200, etag: '"1"', contentHash: 'aa' },
      { status: 200, etag: '"2"', contentHash: 'bb' },
      { status: 304 },
    ]
    const intervals: number[] = []
    for (const visit of visits) {
      const answer = await stage.frontier.updateFetched(await stage.claimOne(), visit)
      assert.ok(answer.ok && answer.dueAt !== null)
      intervals.push((answer.dueAt - stage.now()) / HOUR)
      await stage.pass(answer.dueAt - stage.now())
    }
    assert.deepEqual(
      intervals.map((hours) => Number(hours.toFixed(3))),
      [24, 33.6, 47.04, 37.632, 52.685],
    )
    const story = await stage.frontier.explain(URL)
    assert.deepEqual([story?.contentHash, story?.fetches, story?.changes], ['bb', 5, 1])
  })

  check(
    'the interval stays within its limits',
    async (stage) => {
      await stage.frontier.submit([URL])
      let due = 0
      for (const hash of ['aa', 'bb', 'cc', 'dd', 'ee', 'ff']) {
        const answer = await stage.frontier.updateFetched(await stage.claimOne(), { status: 200, contentHash: hash })
        assert.ok(answer.ok && answer.dueAt !== null)
        due = answer.dueAt - stage.now()
        await stage.pass(due)
      }
      assert.equal(due, HOUR)
      for (let turn = 0; turn < 6; turn += 1) {
        const answer = await stage.frontier.updateFetched(await stage.claimOne(), { status: 200, contentHash: 'ff' })
        assert.ok(answer.ok && answer.dueAt !== null)
        due = answer.dueAt - stage.now()
        await stage.pass(due)
      }
      assert.equal(due, 3 * HOUR)
    },
    { recrawl: { firstMs: 2 * HOUR, minMs: HOUR, maxMs: 3 * HOUR } },
  )

  check('what was fetched is claimed again when its time has come, and not before', async (stage) => {
    await stage.frontier.submit([URL])
    await stage.fetchAll()
    assert.equal((await stage.frontier.readOutlook()).isDrained, true)
    await stage.pass(DAY - 1)
    assert.deepEqual(await stage.claim(), [])
    await stage.pass(1)
    assert.equal((await stage.frontier.readOutlook()).isDrained, false)
    assert.equal((await stage.claimOne()).url, URL)
  })

  check('a claim by its reason: requeued it is due at once, with all attempts', async (stage) => {
    await stage.frontier.submit([URL, 'https://b.example/', 'https://c.example/'])
    const reasons: Readonly<Record<string, FrontierReason>> = {
      'a.example': 'gone',
      'b.example': 'redirect_loop',
      'c.example': 'gone',
    }
    for (const claim of await stage.claim()) {
      await stage.frontier.updateFailed(claim, { reason: reasons[claim.host] ?? 'poison' })
    }
    assert.equal(await stage.frontier.requeue({ state: 'dead', reason: 'gone', host: 'c.example' }), 1)
    assert.equal((await stage.claimOne()).host, 'c.example')
    assert.equal(await stage.frontier.requeue({ urls: ['https://A.example/#top', 'https://unknown.example/'] }), 1)
    assert.equal((await stage.claimOne()).host, 'a.example')
    assert.equal(await stage.frontier.requeue({ state: 'leased' }), 0)
  })

  check('what is prioritized is claimed first, within a host and among hosts', async (stage) => {
    const hosts = Array.from({ length: 6 }, (_, index) => `https://h${index}.example/`)
    await stage.frontier.submit([...hosts, `${URL}1`, `${URL}2`, `${URL}3`])
    assert.equal(await stage.frontier.prioritize({ urls: [`${URL}3`] }, 'high'), 1)
    assert.equal((await stage.frontier.explain(`${URL}3`))?.priority, 'high')
    const [first] = await stage.frontier.claim({ limit: 1 })
    assert.equal(first?.url, `${URL}3`)
    assert.equal(await stage.frontier.prioritize({ host: 'h5.example', state: 'pending' }, 'high'), 1)
    const [second] = await stage.frontier.claim({ limit: 1 })
    assert.equal(second?.url, 'https://h5.example/')
  })

  check('what gets a low priority comes last, and its host is urgent no more', async (stage) => {
    await stage.frontier.submit([`${URL}1`, `${URL}2`], { priority: 'high' })
    await stage.frontier.submit(['https://b.example/'])
    assert.equal(await stage.frontier.prioritize({ host: 'a.example' }, 'normal'), 2)
    assert.equal(await stage.frontier.prioritize({ urls: [`${URL}1`] }, 'low'), 1)
    const urgent = 'select count(*) as hosts from host_clocks where urgent = 1'
    assert.deepEqual(await stage.database.all(urgent), [{ hosts: 0 }])
    const claimed: string[] = []
    for (let turn = 0; turn < 2; turn += 1) {
      const claims = await stage.claim()
      claimed.push(...claims.map(({ url }) => url))
      for (const claim of claims) await stage.frontier.updateFetched(claim, { status: 200 })
      await stage.pass(MINUTE)
    }
    assert.deepEqual(claimed.toSorted(), [`${URL}1`, `${URL}2`, 'https://b.example/'])
    assert.ok(claimed.indexOf(`${URL}2`) < claimed.indexOf(`${URL}1`))
  })

  check('a leased URL keeps its priority, and one that has it already is not counted', async (stage) => {
    await stage.frontier.submit([URL, 'https://b.example/'])
    const [{ id, url } = assert.fail()] = await stage.frontier.claim({ limit: 1 })
    assert.equal(await stage.frontier.prioritize({ ids: [id] }, 'high'), 0)
    assert.equal((await stage.frontier.explain(url))?.priority, 'normal')
    assert.equal(await stage.frontier.prioritize({ state: 'pending' }, 'normal'), 0)
    assert.equal(await stage.frontier.prioritize({ state: 'pending' }, 'high'), 1)
  })

  check('more ids than a statement has places for are no problem, and each counts once', async (stage) => {
    await stage.frontier.submit([URL])
    const ids = Array.from({ length: 70_000 }, (_, index) => (index % 35_000) + 1)
    assert.equal(await stage.frontier.requeue({ ids }), 1)
  })

  check('what is forgotten is not queued any more, and can be added again', async (stage) => {
    await stage.frontier.submit([URL, 'https://b.example/'])
    assert.equal(await stage.frontier.forget({ host: 'a.example' }), 1)
    assert.equal(await stage.frontier.explain(URL), null)
    assert.equal((await stage.claim()).length, 1)
    assert.deepEqual(await stage.frontier.submit([URL]), { seen: 1, new: 1, duplicates: 0, rejected: 0 })
  })

  check('the list has every URL once, in one state', async (stage) => {
    await stage.frontier.submit(Array.from({ length: 20 }, (_, index) => `https://h${index % 7}.example/${index}`))
    const claims = await stage.claim()
    await stage.frontier.updateFetched(claims[0] ?? assert.fail(), { status: 200 })
    await stage.frontier.updateFailed(claims[1] ?? assert.fail(), { reason: 'gone' })
    const states: Record<string, number> = {}
    const seen = new Set<string>()
    for await (const { url, state } of stage.frontier.streamUrls()) {
      states[state] = (states[state] ?? 0) + 1
      seen.add(url)
    }
    assert.deepEqual(states, { pending: 13, leased: 5, fetched: 1, dead: 1 })
    assert.equal(seen.size, 20)
    assert.deepEqual(await stage.frontier.countByState(), { retry: 0, excluded: 0, ...states })
  })
}
