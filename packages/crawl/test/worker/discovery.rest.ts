import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy } from '@canonist/core'
import { Meters } from '../../src/worker/monitor/meters.ts'
import { isSameSite, isTrap } from '../../src/worker/crawl-bounds.ts'
import { MAX_SESSIONS, SessionLinks } from '../../src/worker/discovery.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { type Page, type Routes, send } from '@canonist/test-support/loopback-web.ts'
import { crawlTests } from './support/crawl.ts'

const UNBOUNDED = { scope: 'host', maxDepth: 10, maxUrls: Number.POSITIVE_INFINITY } as const

const page = (...hrefs: readonly string[]): Page => ({
  body: `<html><body>${hrefs.map((href) => `<a href="${href}">x</a>`).join('')}`,
})

let sessions = 0
const anotherSession = (name: string): string =>
  `/${name};jsessionid=${(sessions += 1).toString(16).padStart(8, '0')}ABCDEF0123456789`

const SITE: Routes = {
  'http://www.a.example/': page(
    '/1',
    'http://other.a.example/',
    'http://elsewhere.example/',
    '#top',
    'mailto:me@a.example',
  ),
  'http://www.a.example/1': page('/2', '/'),
  'http://www.a.example/2': page('/3'),
  'http://www.a.example/3': page('/4'),
  'http://other.a.example/': page(),
}

const SCOPES = [
  { scope: 'host', maxDepth: 10, finds: ['/', '/1', '/2', '/3', '/4'].map((path) => `http://www.a.example${path}`) },
  { scope: 'host', maxDepth: 2, finds: ['/', '/1', '/2'].map((path) => `http://www.a.example${path}`) },
  { scope: 'host', maxDepth: 0, finds: ['http://www.a.example/'] },
  {
    scope: 'domain',
    maxDepth: 1,
    finds: ['http://www.a.example/', 'http://www.a.example/1', 'http://other.a.example/'],
  },
] as const

for (const databases of await bothDatabases()) {
  const crawlTest = crawlTests(databases)

  for (const { scope, maxDepth, finds } of SCOPES) {
    crawlTest(`links of the same ${scope} are followed, ${maxDepth} deep`, SITE, async ({ frontier, drain, urls }) => {
      await frontier.submit(['http://www.a.example/'])
      await drain({ discover: { ...UNBOUNDED, scope, maxDepth } })
      const found = (await urls()).map(({ url }) => url)
      assert.deepEqual(found.toSorted(), finds.toSorted())
    })
  }

  crawlTest('links are not looked for unless that is asked for', SITE, async ({ frontier, drain, urls }) => {
    await frontier.submit(['http://www.a.example/'])
    await drain()
    assert.equal((await urls()).length, 1)
  })

  crawlTest(
    'no more links are taken in when the queue holds enough',
    (_request, response, { path }) => {
      const number = Number(path.slice(1)) || 0
      send(response, path === '/robots.txt' ? { status: 404 } : page(`/${number * 2 + 1}`, `/${number * 2 + 2}`))
    },
    async ({ frontier, drain, urls }) => {
      await frontier.submit(['http://a.example/0'])
      await drain({ discover: { ...UNBOUNDED, maxUrls: 12 } })
      assert.equal((await urls()).length, 12)
      assert.ok((await urls()).every(({ state }) => state === 'fetched' || state === 'dead'))
    },
  )

  crawlTest(
    'nofollow is respected: of a link, of a page, of a header',
    {
      'http://a.example/': {
        body: '<a href=/free>x</a><a rel="nofollow ugc" href=/link>x</a><a href=/page>x</a><a href=/header>x</a><a href=/other-robot>x</a><a href=/this-robot>x</a>',
        headers: { 'content-type': 'text/html' },
      },
      'http://a.example/free': page(),
      'http://a.example/page': {
        body: '<html><head><meta name=ROBOTS content="noindex, NoFollow"></head><a href=/below-page>x</a>',
      },
      'http://a.example/header': { ...page('/below-header'), headers: { 'x-robots-tag': 'none' } },
      'http://a.example/other-robot': { ...page('/below-other'), headers: { 'x-robots-tag': 'otherbot: nofollow' } },
      'http://a.example/this-robot': { ...page('/below-this'), headers: { 'x-robots-tag': 'TeaBot: nofollow' } },
    },
    async ({ frontier, drain, urls }) => {
      await frontier.submit(['http://a.example/'])
      await drain({ discover: UNBOUNDED, userAgent: 'TeaBot/1.0 (tea@example.com)' })
      const paths = (await urls()).map(({ url }) => new URL(url).pathname)
      assert.deepEqual(paths.toSorted(), [
        '/',
        '/below-other',
        '/free',
        '/header',
        '/other-robot',
        '/page',
        '/this-robot',
      ])
    },
  )

  crawlTest(
    'a site that makes up links without end is suspected, and the crawl ends',
    (_request, response, { path }) =>
      send(response, path === '/robots.txt' ? { status: 404 } : page('again/', 'again/and/', `?page=${path.length}`)),
    async ({ frontier, drain, urls, asked }) => {
      await frontier.submit(['http://a.example/'])
      await drain({ discover: { ...UNBOUNDED, maxDepth: 50 } })
      const traps = await urls({ reason: 'trap_suspected' })
      assert.ok(traps.length > 0)
      assert.ok(traps.every(({ state }) => state === 'excluded'))
      assert.ok(!asked().some((url) => isTrap(url)), 'none of them was asked for')
    },
  )

  const removesSessions = definePolicy({ name: 'sessionless', extends: 'dedupe', session: true })
  for (const { policy, pages, hosts } of [
    { policy: undefined, pages: 1 + 3 * MAX_SESSIONS, hosts: ['a.example'] },
    { policy: removesSessions, pages: 4, hosts: [] },
  ]) {
    crawlTest(
      `a site that writes another session into each link has ${pages} pages for four, and ${hosts.length} hosts are told of`,
      (_request, response, { path }) =>
        send(response, path === '/robots.txt' ? { status: 404 } : page(...['a', 'b', 'c'].map(anotherSession))),
      async ({ frontier, drain, urls }) => {
        const told: string[] = []
        await frontier.submit(['http://a.example/'])
        await drain({ discover: { ...UNBOUNDED, maxDepth: 50 }, onSession: ({ host }) => void told.push(host) })
        assert.ok((await urls()).every(({ state }) => state === 'fetched'))
        assert.equal((await urls()).length, pages)
        assert.deepEqual(told, hosts)
      },
      { policy },
    )
  }

  crawlTest(
    'links to where a page was before it moved are counted as alias hits, and are not fetched again',
    {
      'http://a.example/': page('/old'),
      'http://a.example/old': { status: 301, headers: { location: '/new' } },
      'http://a.example/new': page('/old', '/'),
    },
    async ({ frontier, drain, asked }) => {
      const meters = new Meters()
      await frontier.submit(['http://a.example/old'])
      await drain()
      await frontier.submit(['http://a.example/'])
      await drain({ discover: UNBOUNDED, meters })
      assert.match(meters.text(), /^frontier_alias_hit_total 1$/m)
      assert.deepEqual(asked(), ['http://a.example/old', 'http://a.example/new', 'http://a.example/'])
    },
  )

  crawlTest(
    'a found page may not redirect out of scope; what was queued by hand may, and is then at home there',
    {
      'http://a.example/': { status: 301, headers: { location: 'http://b.example/' } },
      'http://b.example/': page('/out', '/in'),
      'http://b.example/out': { status: 302, headers: { location: 'http://c.example/' } },
      'http://b.example/in': page(),
    },
    async ({ frontier, drain, readState, asked }) => {
      await frontier.submit(['http://a.example/'])
      await drain({ discover: UNBOUNDED })
      assert.equal(await readState('http://b.example/out'), 'excluded redirect_out_of_scope')
      assert.equal(await readState('http://b.example/in'), 'fetched')
      assert.ok(!asked().includes('http://c.example/'))
    },
  )

  crawlTest(
    'what a page says is its canonical URL is queued, at the depth of the page',
    {
      'http://a.example/?print=1': { body: '<html><head><link rel=canonical href="/"></head>text' },
      'http://a.example/': page(),
    },
    async ({ frontier, drain, urls }) => {
      await frontier.submit(['http://a.example/?print=1'])
      await drain({ discover: { ...UNBOUNDED, maxDepth: 0 } })
      assert.deepEqual(
        (await urls()).map(({ url, depth, state }) => [url, depth, state]),
        [
          ['http://a.example/?print=1', 0, 'fetched'],
          ['http://a.example/', 0, 'fetched'],
        ],
      )
    },
  )

  const named = (title: string) => `<html><head><link rel=canonical href="/"></head>${title}`
  crawlTest(
    'a page that names its canonical URL is merged into that page if both are the same to the byte, and not else',
    {
      'http://a.example/': { body: named('the article') },
      'http://a.example/?print=1': { body: named('the article') },
      'http://a.example/?comments=1': { body: named('the article, with comments') },
      'http://b.example/': { body: named('the article').replace('href="/"', 'href="http://a.example/"') },
    },
    async ({ frontier, drain, readState, urls, database }) => {
      await frontier.submit(['http://a.example/'])
      await drain()
      await frontier.submit(['http://a.example/?print=1', 'http://a.example/?comments=1', 'http://b.example/'])
      await drain()
      assert.equal(await readState('http://a.example/?comments=1'), 'fetched')
      assert.equal(await readState('http://b.example/'), 'fetched', 'another site has no say')
      const merged = await urls({ reason: 'merged' })
      assert.deepEqual(
        merged.map(({ url, mergedInto }) => [url, mergedInto]),
        [['http://a.example/?print=1', 1]],
      )
      const aliases = await database.all<{ evidence: string }>(
        "select evidence from aliases where raw_url like '%print%'",
      )
      assert.deepEqual(aliases, [{ evidence: 'content' }])
    },
  )
}

const TRAPS = [
  { url: 'http://a.example/', trap: false },
  { url: 'http://a.example/2026/11/16/a-long-title-of-an-article?page=2', trap: false },
  { url: 'http://a.example/a/a/a', trap: false },
  { url: 'http://a.example/a/b/a/b/a/b/a/b', trap: true },
  { url: `http://a.example/${'x'.repeat(1100)}`, trap: true },
  { url: `http://a.example/${Array.from({ length: 21 }, (_, n) => n).join('/')}`, trap: true },
  { url: 'http://a.example/?f=1&f=2&f=3&f=4', trap: true },
  { url: 'http://a.example/?a=1&b=1&c=1&d=1', trap: false },
]
for (const { url, trap } of TRAPS)
  test(`${url.slice(0, 60)} ${trap ? 'looks like a trap' : 'does not look like a trap'}`, () =>
    assert.equal(isTrap(url), trap))

const SITES = [
  { scope: 'host', a: 'http://a.example/', b: 'https://a.example:8443/x', same: true },
  { scope: 'host', a: 'http://a.example/', b: 'http://www.a.example/', same: false },
  { scope: 'domain', a: 'http://a.example.com/', b: 'http://b.example.com/', same: true },
  { scope: 'domain', a: 'http://a.co.uk/', b: 'http://b.co.uk/', same: false },
  { scope: 'domain', a: 'http://me.github.io/', b: 'http://you.github.io/', same: false },
  { scope: 'domain', a: 'http://192.0.2.1/', b: 'http://192.0.2.2/', same: false },
] as const
for (const { scope, a, b, same } of SITES)
  test(`${a} and ${b} are ${same ? '' : 'not '}of one ${scope}`, () => assert.equal(isSameSite(scope, a, b), same))

const SESSIONS = [
  { url: 'http://a.example/x;jsessionid=0A1B2C3D4E5F60718293', becomes: 'http://a.example/x' },
  { url: 'http://a.example/?b=2&PHPSESSID=q1w2e3r4t5y6u7i8o9p0', becomes: 'http://a.example/?b=2' },
  { url: 'http://a.example/?sid=123e4567-e89b-12d3-a456-426614174000', becomes: 'http://a.example/' },
  { url: 'http://a.example/(S(lit3py55t21z5v55vlm25s55))/x', becomes: 'http://a.example/x' },
  { url: 'http://a.example/?sid=5', becomes: null },
  { url: 'http://a.example/?session=opening-keynote-2026', becomes: null },
  { url: 'http://a.example/?id=0a1b2c3d4e5f60718293', becomes: null },
  { url: 'http://a.example/?sid=5&id=0a1b2c3d4e5f60718293', becomes: null },
]

for (const { url, becomes } of SESSIONS) {
  test(`${url} without its session is ${becomes}`, () => assert.equal(new SessionLinks().removeSession(url), becomes))
}
