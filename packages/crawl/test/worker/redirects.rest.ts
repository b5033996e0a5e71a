import assert from 'node:assert/strict'
import { definePolicy } from '@canonist/core'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { Meters } from '../../src/worker/monitor/meters.ts'
import type { Page, Routes } from '@canonist/test-support/loopback-web.ts'
import { crawlTests } from './support/crawl.ts'
import { createFetcher } from '@canonist/web/internal/resolve/fetcher'
import type { LoopbackWeb } from '@canonist/test-support/loopback-web.ts'

const to = (location: string | readonly string[], status = 302): Page => ({ status, headers: { location } })
const page = (body: string): Page => ({ body: `<html><title>${body}</title>` })

/** A chain of so many redirects, and a page at its end. */
function chain(hops: number): Routes {
  const links = Array.from({ length: hops }, (_, hop) => [`http://a.example/${hop}`, to(`/${hop + 1}`)] as const)
  return { ...Object.fromEntries(links), [`http://a.example/${hops}`]: page('the end') }
}

const PASSED_ON = [
  { why: 'relative', location: 'next', becomes: 'http://a.example/dir/next' },
  { why: 'relative to the root', location: '/next', becomes: 'http://a.example/next' },
  { why: 'without a scheme', location: '//b.example/next', becomes: 'http://b.example/next' },
  { why: 'with a fragment', location: '/next#part', becomes: 'http://a.example/next' },
  {
    why: 'with raw UTF-8',
    location: Buffer.from('/caf\u00e9').toString('latin1'),
    becomes: 'http://a.example/caf%C3%A9',
  },
  { why: 'twice the same', location: ['/next', '/next'], becomes: 'http://a.example/next' },
] as const

const REFUSED = [
  { why: 'an empty Location', location: '', reason: 'dead redirect_bad_location' },
  { why: 'two that contradict', location: ['/one', '/two'], reason: 'dead redirect_bad_location' },
  { why: 'no Location at all', location: null, reason: 'dead redirect_bad_location' },
  { why: 'a private address', location: 'http://127.0.0.1/', reason: 'dead private_address' },
  { why: 'a private address of the other kind', location: 'http://[::1]/', reason: 'dead private_address' },
  { why: 'this very machine by name', location: 'http://localhost/', reason: 'dead private_address' },
  { why: 'a name with a private address', location: 'http://inside.example.com/', reason: 'dead private_address' },
  { why: 'a name with a private address, too', location: 'http://both.example.com/', reason: 'dead private_address' },
  { why: 'a name that nobody can have', location: 'http://nobody.invalid/', reason: 'dead redirect_bad_location' },
  { why: 'a name without a dot', location: 'http://intranet/', reason: 'dead private_address' },
  { why: 'a short form of an address', location: 'http://93.14/', reason: 'dead redirect_bad_location' },
  { why: 'a user and a password', location: 'http://me:pw@b.example/', reason: 'dead redirect_bad_location' },
  { why: 'one slash after the scheme', location: 'http:/b.example/', reason: 'dead redirect_bad_location' },
  { why: 'an escaped line break', location: 'http://a.example/%0d%0a', reason: 'dead redirect_bad_location' },
  { why: 'a host that is none', location: 'http://a b/', reason: 'dead redirect_bad_location' },
  { why: 'too long a URL', location: `http://a.example/${'x'.repeat(8192)}`, reason: 'dead redirect_bad_location' },
  { why: 'another port', location: 'http://a.example:8080/', reason: 'dead private_address' },
  { why: 'a file', location: 'file:///etc/passwd', reason: 'dead scheme_blocked' },
  { why: 'a script', location: 'javascript:alert(1)', reason: 'dead scheme_blocked' },
] as const

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'inside.example.com': ['127.0.0.1'],
  'both.example.com': ['93.184.215.14', '127.0.0.1'],
}

/** Maps this one host alone: what is mapped is allowed, and here it is to be seen what is not. */
const fetcherFor = ({ plainPort }: LoopbackWeb) =>
  createFetcher({
    connectTo: { 'a.example:80': `127.0.0.1:${plainPort}` },
    dnsFn: async (host) => [...(ADDRESSES[host] ?? [])],
  })

for (const databases of await bothDatabases()) {
  const crawlTest = crawlTests(databases)

  crawlTest(
    'redirects are followed and the URL moves to where they end (301, 302, 200)',
    {
      'http://a.example/1': to('/2', 301),
      'http://a.example/2': to('http://b.example/3'),
      'http://b.example/3': page('3'),
    },
    async ({ frontier, drain, urls, asked, readState }) => {
      await frontier.submit(['http://a.example/1'])
      await drain()
      const [only, ...others] = await urls()
      assert.deepEqual(others, [])
      assert.equal(only?.url, 'http://b.example/3')
      assert.equal(only?.finalUrl, 'http://b.example/3')
      assert.equal(only?.state, 'fetched')
      assert.equal(await readState('http://a.example/1'), 'fetched', 'the old URL still leads to the page')
      assert.deepEqual(asked(), ['http://a.example/1', 'http://a.example/2', 'http://b.example/3'])
    },
  )

  crawlTest(
    'two URLs that redirect to the same one: the first moves, the second is merged and recorded as leading there',
    {
      'http://a.example/1': to('/end'),
      'http://b.example/2': to('http://a.example/end'),
      'http://a.example/end': page('end'),
    },
    async ({ frontier, drain, urls }) => {
      await frontier.submit(['http://a.example/1', 'http://b.example/2'])
      const meters = new Meters()
      await drain({ meters })
      assert.match(meters.text(), /^frontier_rename_conflict_total 1$/m)
      const states = (await urls()).map(({ url, state, reason }) => [url, state, reason])
      const merged = states.filter(([, , reason]) => reason === 'merged')
      assert.equal(states.length, 2, JSON.stringify(states))
      assert.equal(merged.length, 1, JSON.stringify(states))
      assert.ok(
        states.some(([url, state, reason]) => url === 'http://a.example/end' && state === 'fetched' && reason === null),
      )
    },
  )

  crawlTest(
    'hard test 23: a redirect loop is redirect_loop, and dead after all attempts',
    { 'http://a.example/x': to('http://b.example/y'), 'http://b.example/y': to('http://a.example/x') },
    async ({ frontier, drain, readState }) => {
      await frontier.submit(['http://a.example/x', 'http://b.example/y'])
      await drain()
      assert.equal(await readState('http://a.example/x'), 'dead redirect_loop')
      assert.equal(await readState('http://b.example/y'), 'dead redirect_loop')
    },
  )

  crawlTest(
    'hard test 24: a redirect to itself that wants a cookie gets none: redirect_loop, with a note',
    { 'http://a.example/': { status: 302, headers: { location: '/', 'set-cookie': 'seen=1' } } },
    async ({ frontier, drain, urls, web }) => {
      await frontier.submit(['http://a.example/'])
      await drain()
      const [url] = await urls()
      assert.equal(`${url?.state} ${url?.reason}`, 'dead redirect_loop')
      assert.match(url?.detail ?? '', /keeps no cookies/)
      assert.ok(web.requests.every(({ headers }) => headers.cookie === undefined))
    },
  )

  crawlTest(
    'hard test 25: six redirects are too_many_redirects, found by that reason, and the host is not punished',
    { ...chain(6), 'http://a.example/other': page('other') },
    async ({ frontier, drain, web, urls }) => {
      await frontier.submit(['http://a.example/0', 'http://a.example/other'])
      await drain()
      const found = await urls({ reason: 'too_many_redirects' })
      assert.deepEqual(
        found.map(({ url, state, attempts }) => [url, state, attempts]),
        [['http://a.example/0', 'dead', 3]],
      )
      const others = await urls({ state: 'fetched' })
      assert.deepEqual(
        others.map(({ url }) => url),
        ['http://a.example/other'],
      )
      assert.ok(!web.requests.some(({ path }) => path === '/6'), 'what lies behind the limit is not asked for')
    },
  )

  crawlTest('five redirects are not too many', chain(5), async ({ frontier, drain, urls }) => {
    await frontier.submit(['http://a.example/0'])
    await drain()
    assert.deepEqual(
      (await urls()).map(({ url, state }) => [url, state]),
      [['http://a.example/5', 'fetched']],
    )
  })

  crawlTest('another limit is another limit', chain(2), async ({ frontier, drain, readState }) => {
    await frontier.submit(['http://a.example/0'])
    await drain({ maxRedirects: 1 })
    assert.equal(await readState('http://a.example/0'), 'dead too_many_redirects')
  })

  crawlTest(
    'redirects that are not followed are an outcome of their own',
    { 'http://a.example/': to('/b', 301), 'http://a.example/b': page('b') },
    async ({ frontier, drain, readState, asked }) => {
      await frontier.submit(['http://a.example/'])
      await drain({ followRedirects: false })
      assert.equal(await readState('http://a.example/'), 'dead redirect_not_followed')
      assert.deepEqual(asked(), ['http://a.example/'])
    },
  )

  crawlTest(
    'hard test 26: from http to https with the same key only what is requested changes',
    { 'http://a.example/': to('https://a.example/', 301), 'https://a.example/': page('safe') },
    async ({ frontier, drain, urls, results, database }) => {
      await frontier.submit(['http://a.example/'])
      await drain()
      assert.deepEqual(
        (await urls()).map(({ url, state }) => [url, state]),
        [['https://a.example/', 'fetched']],
      )
      const [stored] = await database.all<{ fetch_url: string }>('select fetch_url from pages')
      assert.equal(stored?.fetch_url, 'https://a.example/')
      assert.equal(results[0]?.isRenamed, false)
    },
    { policy: definePolicy({ name: 'one-scheme', extends: 'dedupe', scheme: 'https' }) },
  )

  for (const { why, location, reason } of REFUSED) {
    const headers = location === null ? {} : { location }
    crawlTest(
      `hard tests 27 and 29: a redirect to ${why} is ${reason}`,
      { 'http://a.example/': { status: 301, headers } },
      async ({ frontier, drain, readState, asked, web, urls }) => {
        await frontier.submit(['http://a.example/'])
        await drain({ exchanger: fetcherFor(web) })
        assert.equal(await readState('http://a.example/'), reason)
        assert.deepEqual(asked(), ['http://a.example/'])
        const [url] = await urls()
        assert.deepEqual([url?.attempts, url?.httpStatus], [1, 301])
        assert.equal(url?.finalUrl, location === null ? null : 'http://a.example/', 'what was asked last')
      },
    )
  }

  crawlTest(
    'the final URL of a failure is what was asked last, never what was refused, and shows no password',
    {
      'http://a.example/far': to('/1'),
      'http://a.example/1': to('/2'),
      'http://a.example/2': to('/3'),
      'http://b.example/': to('/inner'),
      'http://b.example/inner': to('http://user:secret@c.example/'),
    },
    async ({ frontier, drain, urls }) => {
      await frontier.submit(['http://a.example/far', 'http://b.example/'])
      await drain({ maxRedirects: 2 })
      const found = (await urls()).map(({ reason, httpStatus, finalUrl }) => [reason, httpStatus, finalUrl])
      assert.deepEqual(found, [
        ['too_many_redirects', 302, 'http://a.example/2'],
        ['redirect_bad_location', 302, 'http://b.example/inner'],
      ])
      assert.doesNotMatch(JSON.stringify(await urls()), /secret/)
    },
  )

  for (const { why, location, becomes } of PASSED_ON) {
    crawlTest(
      `hard test 29: a Location that is ${why} leads to ${becomes}`,
      { 'http://a.example/dir/': to(location), [becomes]: page('there') },
      async ({ frontier, drain, urls, asked }) => {
        await frontier.submit(['http://a.example/dir/'])
        await drain()
        assert.deepEqual(
          (await urls()).map(({ url, state, fetchUrl, finalUrl }) => [url, state, fetchUrl, finalUrl]),
          [[becomes, 'fetched', becomes, becomes]],
        )
        assert.deepEqual(asked(), ['http://a.example/dir/', becomes])
      },
    )
  }

  crawlTest(
    'hard test 29: a fragment leads nowhere else: a redirect to a part of the same page is a loop at once',
    { 'http://a.example/': to('/#part') },
    async ({ frontier, drain, readState, asked }) => {
      await frontier.submit(['http://a.example/'])
      await drain()
      assert.equal(await readState('http://a.example/'), 'dead redirect_loop')
      assert.equal(asked().length, 3, 'once for each attempt')
    },
  )

  crawlTest(
    'a private feed that redirects to the public one stays, and no alias holds its token',
    {
      'http://a.example/rss?auth=Xk29LmQpR7tVwYz3bNcD5fGh': to('/rss', 301),
      'http://a.example/rss': page('rss'),
    },
    async ({ frontier, database, drain, readState }) => {
      const url = 'http://a.example/rss?auth=Xk29LmQpR7tVwYz3bNcD5fGh'
      await frontier.submit([url, 'http://a.example/rss'])
      await drain()
      assert.equal(await readState(url), 'fetched')
      const rows = await database.all(
        `select p.canonical_url as page, a.raw_url as alias from aliases a join pages p on p.id = a.page_id order by a.raw_url`,
      )
      assert.deepEqual(rows, [
        { page: 'http://a.example/rss', alias: 'http://a.example/rss' },
        { page: url, alias: url },
      ])
    },
  )

  crawlTest(
    'a login is redirect_to_login, and two pages do not become one there; a page about logging in is a page',
    {
      'http://a.example/account': to('/login?next=/account'),
      'http://a.example/login?next=/account': page('Log in'),
      'http://a.example/one': to('/login', 301),
      'http://a.example/two': to('/login', 301),
      'http://a.example/login': page('Log in'),
      'http://b.example/help': to('/help/login'),
      'http://b.example/help/login': page('How to log in'),
    },
    async ({ frontier, drain, readState }) => {
      await frontier.submit(['account', 'one', 'two'].map((name) => `http://a.example/${name}`))
      await frontier.submit(['http://b.example/help'])
      await drain()
      for (const name of ['account', 'one', 'two'])
        assert.equal(await readState(`http://a.example/${name}`), 'dead redirect_to_login')
      assert.equal(await readState('http://b.example/help'), 'fetched')
    },
  )
}
