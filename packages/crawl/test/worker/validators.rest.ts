import assert from 'node:assert/strict'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { send, type Handler } from '@canonist/test-support/loopback-web.ts'
import { crawlTests, type Crawl } from './support/crawl.ts'

/** Answers one after the other, whatever is asked; robots.txt is not there. */
function inTurn(answers: readonly Parameters<typeof send>[1][]): Handler {
  let turn = 0
  return (_request, response, { path }) => {
    if (path === '/robots.txt') return send(response, { status: 404 })
    turn += 1
    return send(response, answers[turn - 1] ?? { status: 500 })
  }
}

const URL = 'http://a.example/'

async function visitAgain({ frontier, drain }: Crawl): Promise<void> {
  await frontier.requeue({ host: 'a.example' })
  await drain()
}

const stored = ({ database }: Crawl) =>
  database.all<{ etag: string | null; interval_ms: number; changes: number; fetches: number }>(
    'select etag, last_modified, interval_ms, changes, fetches from frontier_urls',
  )

for (const databases of await bothDatabases()) {
  const crawlTest = crawlTests(databases)

  crawlTest(
    'hard test 30: validators are kept to the letter and sent back; a 304 may bring a new one',
    inTurn([
      { body: 'one', headers: { etag: 'W/"a b"', 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' } },
      { status: 304, headers: { etag: '"second"' } },
      { status: 304 },
      { status: 304 },
    ]),
    async (crawl) => {
      await crawl.frontier.submit([URL])
      await crawl.drain()
      await visitAgain(crawl)
      await visitAgain(crawl)
      await visitAgain(crawl)
      const sent = crawl.web.requests.filter(({ path }) => path === '/').map(({ headers }) => headers)
      assert.deepEqual(
        sent.map((headers) => [headers['if-none-match'], headers['if-modified-since']]),
        [
          [undefined, undefined],
          ['W/"a b"', 'Mon, 02 Nov 2026 10:00:00 GMT'],
          ['"second"', 'Mon, 02 Nov 2026 10:00:00 GMT'],
          ['"second"', 'Mon, 02 Nov 2026 10:00:00 GMT'],
        ],
      )
      assert.equal(await crawl.readState(URL), 'fetched not_modified')
    },
  )

  crawlTest(
    'hard test 30: a 304 that nobody asked for is no success',
    inTurn([{ status: 304 }, { body: 'there' }]),
    async (crawl) => {
      await crawl.frontier.submit([URL])
      await crawl.drain()
      assert.equal(await crawl.readState(URL), 'fetched')
      assert.equal(crawl.results[0]?.reason, 'unexpected_status')
    },
  )

  crawlTest(
    'hard test 31: 200, 304 and 200 again keep the fingerprint and move the interval',
    inTurn([{ body: 'one', headers: { etag: '"1"' } }, { status: 304 }, { body: 'two', headers: { etag: '"2"' } }]),
    async (crawl) => {
      const hash = async () => (await crawl.urls())[0]?.contentHash
      await crawl.frontier.submit([URL])
      await crawl.drain()
      const [first, one] = [(await stored(crawl))[0], await hash()]
      await visitAgain(crawl)
      const [second, same] = [(await stored(crawl))[0], await hash()]
      await visitAgain(crawl)
      const [third, other] = [(await stored(crawl))[0], await hash()]
      assert.equal(same, one)
      assert.notEqual(other, one)
      assert.ok((second?.interval_ms ?? 0) > (first?.interval_ms ?? 0), 'later when it has not changed')
      assert.ok((third?.interval_ms ?? 0) < (second?.interval_ms ?? 0), 'sooner when it has')
      assert.equal(third?.etag, '"2"')
    },
  )

  crawlTest(
    'validators are of the URL that gave them: behind a redirect none are sent',
    (_request, response, { path }) => {
      if (path === '/robots.txt') return send(response, { status: 404 })
      if (path === '/old') return send(response, { status: 302, headers: { location: '/new', etag: '"old"' } })
      return send(response, { body: 'new', headers: { etag: '"new"' } })
    },
    async ({ frontier, drain, web }) => {
      await frontier.submit(['http://a.example/old'])
      await drain()
      await frontier.requeue({ host: 'a.example' })
      await drain()
      const sent = web.requests.filter(({ path }) => path !== '/robots.txt')
      assert.deepEqual(
        sent.map(({ path, headers }) => [path, headers['if-none-match']]),
        [
          ['/old', undefined],
          ['/new', undefined],
          ['/new', '"new"'],
        ],
      )
    },
  )
}
