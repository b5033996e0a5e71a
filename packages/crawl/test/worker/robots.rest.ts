import assert from 'node:assert/strict'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { send, type Handler, type Page, type Routes } from '@canonist/test-support/loopback-web.ts'
import { crawlTests, type Crawl } from './support/crawl.ts'
import { listGaps } from './support/gaps.ts'

const robots = (body: string): Page => ({ body, headers: { 'content-type': 'text/plain' } })
const page: Page = { body: '<html>a page' }
const toA: Page = { status: 302, headers: { location: 'http://a.example/z' } }

/** Every URL of b.example redirects to a.example, its robots.txt included; a.example has none and sends `answer`. */
const behindRedirect =
  (answer: Page | 'reset'): Handler =>
  (request, response, { host, path }) => {
    if (host === 'b.example') return send(response, toA)
    if (path === '/robots.txt') return send(response, { status: 404 })
    return answer === 'reset' ? request.socket.resetAndDestroy() : send(response, answer)
  }

/** By host: how often in a row it failed, how often it asked for quiet, why, and whether it is down. */
async function readHosts({ database }: Crawl): Promise<Record<string, unknown>> {
  const rows = await database.all(
    `select n.host, h.failures, h.quiet_wishes, h.reason, h.is_down from host_clocks h join hosts n on n.id = h.host_id`,
  )
  return Object.fromEntries(
    rows.map(({ host, failures, quiet_wishes: wishes, reason, is_down: isDown }) => [
      host,
      { failures, wishes, reason, isDown: isDown === 1 },
    ]),
  )
}

for (const databases of await bothDatabases()) {
  const crawlTest = crawlTests(databases)

  crawlTest(
    'what robots.txt forbids is excluded and never asked for; robots.txt is asked for once',
    { 'http://a.example/robots.txt': robots('User-agent: *\nDisallow: /no'), 'http://a.example/yes': page },
    async ({ frontier, drain, readState, asked, web }) => {
      await frontier.submit(['http://a.example/no/1', 'http://a.example/no/2', 'http://a.example/yes'])
      const { results } = await drain()
      assert.equal(await readState('http://a.example/no/1'), 'excluded robots_disallowed')
      assert.equal(await readState('http://a.example/no/2'), 'excluded robots_disallowed')
      assert.deepEqual(results, { excluded: 2, fetched: 1 })
      assert.deepEqual(asked(), ['http://a.example/yes'])
      assert.equal(web.requests.length, 2)
    },
  )

  crawlTest(
    'another worker does not ask for robots.txt again',
    {
      'http://a.example/robots.txt': robots('User-agent: *\nDisallow: /no'),
      'http://a.example/1': page,
      'http://a.example/2': page,
    },
    async ({ frontier, drain, web }) => {
      await frontier.submit(['http://a.example/1'])
      await drain()
      await frontier.submit(['http://a.example/2'])
      await drain()
      assert.equal(web.requests.filter(({ path }) => path === '/robots.txt').length, 1)
    },
  )

  crawlTest(
    'hard test 28: a redirect to another host obeys the robots.txt of that host',
    {
      'http://a.example/': { status: 301, headers: { location: 'http://b.example/private' } },
      'http://b.example/robots.txt': robots('User-agent: canonist\nDisallow: /private'),
      'http://b.example/private': page,
    },
    async ({ frontier, drain, readState, asked }) => {
      await frontier.submit(['http://a.example/'])
      await drain()
      assert.equal(await readState('http://a.example/'), 'excluded robots_disallowed')
      assert.deepEqual(asked(), ['http://a.example/'])
    },
  )

  crawlTest(
    'hard test 28: a redirect to another host obeys the clock of that host',
    (_request, response, { host, path }) => {
      const hop = host === 'b.example' ? null : /^\/to-b\/(.*)/.exec(path)
      if (path === '/robots.txt') return send(response, { status: 404 })
      return send(response, hop === null ? page : { status: 302, headers: { location: `http://b.example/${hop[1]}` } })
    },
    async ({ frontier, drain, web, urls }) => {
      const names = ['c', 'd', 'e', 'f', 'g']
      await frontier.submit([
        ...names.map((name) => `http://${name}.example/to-b/${name}`),
        ...names.map((name) => `http://b.example/own-${name}`),
      ])
      await drain()
      assert.ok((await urls()).every(({ state }) => state === 'fetched'))
      const gaps = listGaps(web.requests, 'b.example')
      assert.ok(gaps.length >= 10, `${gaps.length} gaps`)
      assert.ok(Math.min(...gaps) >= 60, gaps.join(' '))
    },
    { hostDelayMs: 60 },
  )

  const broken: Routes = {
    'http://a.example/robots.txt': { status: 503 },
    'http://a.example/1': page,
    'http://a.example/2': page,
    'http://b.example/robots.txt': { status: 404 },
    'http://b.example/': page,
  }
  crawlTest(
    'hard test 32: a robots.txt that fails forbids everything, and is asked for again; one that is missing allows everything',
    broken,
    async ({ frontier, drain, readState, asked, web }) => {
      await frontier.submit(['http://a.example/1', 'http://a.example/2', 'http://b.example/'])
      await drain()
      assert.deepEqual(asked(), ['http://b.example/'])
      assert.equal(await readState('http://a.example/1'), 'retry robots_unreachable')
      assert.equal(await readState('http://a.example/2'), 'retry robots_unreachable')
      assert.ok(web.requests.filter(({ url }) => url === 'http://a.example/robots.txt').length >= 3)
    },
  )

  crawlTest(
    'hard test 32: a robots.txt that lies on another host holds for who asked, not for that host',
    {
      'http://a.example/robots.txt': { status: 301, headers: { location: 'http://b.example/strict.txt' } },
      'http://b.example/strict.txt': robots('User-agent: *\nDisallow: /'),
      'http://b.example/robots.txt': robots('User-agent: *\nDisallow: /other'),
      'http://b.example/': page,
    },
    async ({ frontier, drain, readState }) => {
      await frontier.submit(['http://a.example/'])
      await drain()
      await frontier.submit(['http://b.example/'])
      await drain()
      assert.equal(await readState('http://a.example/'), 'excluded robots_disallowed')
      assert.equal(await readState('http://b.example/'), 'fetched')
    },
  )

  crawlTest(
    'a host that fails behind a redirected robots.txt has the failure; the host that redirects has no readable robots.txt',
    behindRedirect('reset'),
    async (crawl) => {
      await crawl.frontier.submit(['http://b.example/y'])
      await crawl.drain({ signal: AbortSignal.timeout(30_000) })
      // A host that is down may have been tried once more before the worker ended.
      const { length: failures } = crawl.web.requests.filter(({ url }) => url === 'http://b.example/robots.txt')
      assert.ok(failures >= 3, `${failures} failures`)
      assert.deepEqual(await readHosts(crawl), {
        'a.example': { failures, wishes: 0, reason: 'reset', isDown: true },
        'b.example': { failures, wishes: 0, reason: 'robots_unreachable', isDown: true },
      })
      const [url] = await crawl.urls()
      assert.deepEqual([url?.state, url?.reason, url?.attempts], ['retry', 'robots_unreachable', 0])
      assert.match(url?.detail ?? '', /^"http:\/\/b\.example\/robots\.txt": .* \(redirected to a\.example\)\./)
    },
  )

  crawlTest(
    'hosts that fail and lead to each other by robots.txt do not keep each other in the queue',
    behindRedirect('reset'),
    async (crawl) => {
      await crawl.frontier.submit(['http://a.example/x', 'http://b.example/y'])
      await crawl.drain({ signal: AbortSignal.timeout(60_000) })
      assert.equal(await crawl.readState('http://a.example/x'), 'retry reset')
      assert.equal(await crawl.readState('http://b.example/y'), 'retry robots_unreachable')
      const failed = crawl.web.requests.filter(({ url }) => url === 'http://a.example/z').length
      assert.ok(failed <= 6, `${failed} requests to a host that is down after three`)
    },
    { retryBaseMs: 300 },
  )

  crawlTest(
    'hosts whose robots.txt files redirect to errors of each other are down after their attempts, and the drain ends',
    (_, response, { host, path }) => {
      const location = `http://${host === 'a.example' ? 'b.example' : 'a.example'}/moved.txt`
      send(response, path === '/robots.txt' ? { status: 302, headers: { location } } : { status: 500 })
    },
    async (crawl) => {
      await crawl.frontier.submit(['http://a.example/x', 'http://b.example/y'])
      const { isDrained } = await crawl.drain({ signal: AbortSignal.timeout(30_000) })
      assert.ok(isDrained)
      assert.equal(await crawl.readState('http://a.example/x'), 'retry robots_unreachable')
      assert.equal(await crawl.readState('http://b.example/y'), 'retry robots_unreachable')
    },
    { retryBaseMs: 50 },
  )

  crawlTest(
    'a host that asks for quiet behind a redirected robots.txt is left alone, and so is the host that redirects',
    behindRedirect({ status: 429, headers: { 'retry-after': '7200' } }),
    async (crawl) => {
      await crawl.frontier.submit(['http://b.example/y'])
      await crawl.drain({ signal: AbortSignal.timeout(30_000) })
      const quiet = { failures: 0, wishes: 1, reason: 'retry_after', isDown: true }
      assert.deepEqual(await readHosts(crawl), { 'a.example': quiet, 'b.example': quiet })
      assert.equal(await crawl.readState('http://b.example/y'), 'retry retry_after')
      assert.equal(crawl.web.requests.length, 2)
    },
  )

  const RESTING = [
    { why: 'down', rest: ({ drain, frontier }: Crawl) => frontier.submit(['http://a.example/x']).then(() => drain()) },
    {
      why: 'paused',
      rest: async ({ frontier }: Crawl) => {
        await frontier.submit(['http://a.example/x'])
        await frontier.pauseHost('a.example')
      },
    },
  ]
  for (const { why, rest } of RESTING)
    crawlTest(
      `a robots.txt that redirects to a host that is ${why} is unreachable: it is not requested again and again`,
      behindRedirect('reset'),
      async (crawl) => {
        await rest(crawl)
        await crawl.frontier.submit(['http://b.example/y'])
        await crawl.drain({ signal: AbortSignal.timeout(30_000) })
        assert.equal(await crawl.readState('http://b.example/y'), 'retry robots_unreachable')
        assert.equal(crawl.web.requests.filter(({ host }) => host === 'b.example').length, 1)
      },
      { maxAttempts: 1, retryBaseMs: 600_000 },
    )

  crawlTest(
    'a page that redirects to a host that is down waits for that host, and does not count against it',
    (request, response, { host, path }) => {
      const isRobots = path === '/robots.txt'
      if (host === 'b.example') return send(response, isRobots ? { status: 404 } : toA)
      return isRobots ? request.socket.resetAndDestroy() : send(response, page)
    },
    async (crawl) => {
      await crawl.frontier.submit(['http://a.example/x'])
      await crawl.drain()
      const { 'a.example': before } = await readHosts(crawl)
      await crawl.frontier.submit(['http://b.example/y'])
      await crawl.drain({ signal: AbortSignal.timeout(30_000) })
      assert.equal(await crawl.readState('http://b.example/y'), 'fetched redirected')
      assert.equal(await crawl.readState('http://a.example/z'), 'retry reset')
      assert.deepEqual((await readHosts(crawl))['a.example'], before)
    },
    { maxAttempts: 1, retryBaseMs: 600_000 },
  )

  let isStrict = false
  crawlTest(
    'hard test 33: what robots.txt comes to forbid is excluded, and comes back when it is allowed again',
    (_request, response, { path }) =>
      send(response, path === '/robots.txt' ? robots(isStrict ? 'User-agent: *\nDisallow: /' : '') : page),
    async ({ frontier, drain, readState, database, asked }) => {
      const expire = () => database.run('update host_robots set expires_at = 0')
      isStrict = true
      await frontier.submit(['http://a.example/'])
      await drain()
      assert.equal(await readState('http://a.example/'), 'excluded robots_disallowed')
      isStrict = false
      await expire()
      await frontier.submit(['http://a.example/new'])
      await drain()
      assert.equal(await readState('http://a.example/'), 'fetched')
      assert.deepEqual(asked().toSorted(), ['http://a.example/', 'http://a.example/new'])
    },
  )

  crawlTest(
    'a Crawl-delay is kept, also between robots.txt and the first page',
    {
      'http://a.example/robots.txt': robots('User-agent: *\nCrawl-delay: 0.3'),
      'http://a.example/1': page,
      'http://a.example/2': page,
    },
    async ({ frontier, drain, web }) => {
      await frontier.submit(['http://a.example/1', 'http://a.example/2'])
      await drain()
      const gaps = listGaps(web.requests, 'a.example')
      assert.equal(gaps.length, 2)
      assert.ok(Math.min(...gaps) >= 300, gaps.join(' '))
    },
  )

  crawlTest(
    'a Crawl-delay of more than an hour: nothing is fetched, all its URLs say why, and a drain does not wait',
    {
      'http://a.example/robots.txt': robots('User-agent: *\nCrawl-delay: 100000'),
      'http://a.example/1': page,
      'http://a.example/2': page,
      'http://b.example/': { status: 302, headers: { location: 'http://a.example/3' } },
    },
    async ({ frontier, drain, asked, urls }) => {
      await frontier.submit(['http://a.example/1', 'http://a.example/2', 'http://b.example/'])
      await drain()
      assert.deepEqual(asked(), ['http://b.example/'])
      assert.deepEqual(
        (await urls({ host: 'a.example' })).map(({ state, reason, attempts }) => [state, reason, attempts]),
        Array.from({ length: 3 }, () => ['retry', 'crawl_delay_too_long', 0]),
      )
    },
  )

  for (const path of ['/robots.txt', '/1'])
    crawlTest(
      `a host that answers ${path} with 429 for ever does not hold a drain, and costs no attempt`,
      { [`http://a.example${path}`]: { status: 429 } },
      async ({ frontier, drain, urls, web }) => {
        await frontier.submit(['http://a.example/1'])
        await drain()
        assert.deepEqual(
          (await urls()).map(({ state, reason, attempts }) => [state, reason, attempts]),
          [['retry', 'rate_limited', 0]],
        )
        const wishes = web.requests.filter((request) => request.path === path).length
        assert.ok(wishes >= 10 && wishes < 15, `${wishes} times`)
      },
      { retryBaseMs: 1 },
    )

  crawlTest(
    'a host that asks for a very long quiet does not hold a drain',
    (_request, response, { path }) =>
      send(response, { status: path === '/robots.txt' ? 404 : 503, headers: { 'retry-after': '1000000000000' } }),
    async ({ frontier, drain, readState }) => {
      await frontier.submit(['http://a.example/1', 'http://a.example/2'])
      await drain()
      assert.equal(await readState('http://a.example/1'), 'retry retry_after')
      assert.equal(await readState('http://a.example/2'), 'retry retry_after')
    },
  )

  let refusals = 2
  crawlTest(
    'a host that wants to be left alone when asked for robots.txt is left alone, and no attempt is lost',
    (_request, response, { path }) => {
      const isBusy = path === '/robots.txt' && (refusals -= 1) >= 0
      send(response, isBusy ? { status: 429, headers: { 'retry-after': '1' } } : path === '/' ? page : { status: 404 })
    },
    async ({ frontier, drain, readState, web }) => {
      refusals = 1
      await frontier.submit(['http://a.example/'])
      await drain()
      assert.equal(await readState('http://a.example/'), 'fetched')
      assert.ok((listGaps(web.requests, 'a.example')[0] ?? 0) >= 1000)
    },
  )
}
