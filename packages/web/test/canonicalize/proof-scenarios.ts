import assert from 'node:assert/strict'
import type { CanonicalizeResult } from '../../src/canonicalize/result.ts'
import { page, rss, TIDES } from './support/documents.ts'
import type { Scenario } from './support/scenario.ts'

const PUBLIC = 'https://pod.example.com/feed'
const KEY = 'Xk29LmQpR7tVwYz3bNcD5fGh'
const HEX = '8f14e45fceea167a5a36dedd4bea2543'
const UUID = '0b5ad0d5-1c2d-4c5a-9f3e-7a1b2c3d4e5f'
/** A feed that calls itself by the URL that everybody may read, as hosts of podcasts write it. */
const OWN = rss({ self: PUBLIC })

/** A private URL stays, whatever it serves, and no text of the result but itself holds its key. */
function assertKept(url: string): (result: CanonicalizeResult) => void {
  return (result) => {
    assert.ok(result.ok)
    assert.equal(result.private, true)
    assert.deepEqual([result.aliases, result.evidence], [[], []], url)
  }
}

const assertPublic = (result: CanonicalizeResult): void => assert.equal(result.ok && result.private, false)

const assertWarning = (warning: CanonicalizeResult['warnings'][number]) => (result: CanonicalizeResult) =>
  assert.ok(result.warnings.includes(warning), result.warnings.join())

const PRIVATE_FEEDS = [
  `https://patreon.example.com/rss/show?auth=${KEY}`,
  `https://pod.memberful.com/rss/6437?auth=${KEY}`,
  `https://feeds.megaphone.fm/show?token=${HEX}`,
  `https://api.substack.com/feed/podcast/12/private/${UUID}.rss`,
  `https://show.supercast.tech/feeds/${KEY}`,
  'https://show.supportingcast.fm/content/eyJ0IjoicCIsImMiOiIxMjM0IiwidSI6IjU2NzgifQ.rss',
  `https://access.acast.com/rss/${UUID}/q7w8e9r0t1y2`,
  `https://feeds.acast.com/private/shows/${UUID}`,
  'https://subscribers.transistor.fm/3f9c2a7be81d04',
  // Only what it serves shows that this is a feed.
  `https://pod.example.com/u/${HEX}`,
  'https://pod.example.com/feed?key=1',
  'https://pod.example.com/feed?access=all',
]

export const CREDENTIALS: readonly Scenario[] = [
  ...PRIVATE_FEEDS.map((url): Scenario => ({
    name: `${url} does not become the public feed that it declares`,
    input: url,
    web: { [url]: OWN, [PUBLIC]: OWN },
    url,
    because: 'response_url',
    requests: 1,
    also: (result) => {
      assertKept(url)(result)
      assertWarning('declared_without_credential')(result)
    },
  })),
  {
    name: 'a private feed is cleaned, with its token',
    input: `http://www.example.com/feed/?utm_source=x&auth=${KEY}`,
    web: {
      [`http://www.example.com/feed/?utm_source=x&auth=${KEY}`]: rss(),
      [`https://example.com/feed?auth=${KEY}`]: rss(),
    },
    url: `https://example.com/feed?auth=${KEY}`,
    because: 'upgrade_https',
    requests: 2,
    also: assertKept('the spellings before it hold the token, too'),
  },
  {
    name: 'a private feed may move to another host, with its token',
    input: `https://old.example.com/feed?auth=${KEY}`,
    web: {
      [`https://old.example.com/feed?auth=${KEY}`]: { location: `https://new.example.net/private/${KEY}.rss` },
      [`https://new.example.net/private/${KEY}.rss`]: rss(),
    },
    url: `https://new.example.net/private/${KEY}.rss`,
    because: 'response_url',
    requests: 1,
    also: assertKept('it has moved'),
  },
  {
    name: 'a redirect that drops the token leads elsewhere: the feed stays',
    input: `https://pod.example.com/feed?auth=${KEY}`,
    web: { [`https://pod.example.com/feed?auth=${KEY}`]: { location: PUBLIC }, [PUBLIC]: rss() },
    url: `https://pod.example.com/feed?auth=${KEY}`,
    because: 'response_url',
    requests: 1,
    also: assertKept('the public feed is not its alias either'),
  },
  {
    name: 'stripAllQuery keeps a token',
    input: `https://pod.example.com/feed?auth=${KEY}&page=1`,
    web: { [`https://pod.example.com/feed?auth=${KEY}&page=1`]: rss(), [PUBLIC]: rss() },
    options: { stripAllQuery: true },
    url: `https://pod.example.com/feed?auth=${KEY}&page=1`,
    because: 'response_url',
    requests: 1,
    also: assertKept('no candidate lacks it'),
  },
  {
    name: 'a known URL without the token is another feed, even before the first request',
    input: `https://pod.example.com/feed?auth=${KEY}`,
    web: { [`https://pod.example.com/feed?auth=${KEY}`]: OWN },
    known: { [`https://pod.example.com/feed?auth=${KEY}`]: PUBLIC, [PUBLIC]: 7 },
    options: { checkBeforeFetch: true },
    url: `https://pod.example.com/feed?auth=${KEY}`,
    because: 'response_url',
    requests: 1,
    also: assertKept('it was merged by mistake'),
  },
  {
    name: 'user and password belong to their host: its feed does not become one elsewhere',
    input: 'https://bob:pw@members.example.com/feed',
    web: { 'https://members.example.com/feed': { body: OWN, needsAuthorization: 'Basic Ym9iOnB3' }, [PUBLIC]: OWN },
    url: 'https://members.example.com/feed',
    because: 'response_url',
    requests: 1,
    also: assertKept('it is private without its userinfo, too'),
  },
  {
    name: 'a public feed that redirects by a signed URL to its file is not private',
    input: 'https://go.example.com/feed',
    web: {
      'https://go.example.com/feed': { location: 'https://cdn.example.com/feed?Signature=abc&Expires=1' },
      'https://cdn.example.com/feed?Signature=abc&Expires=1': { location: PUBLIC },
      [PUBLIC]: rss(),
    },
    url: PUBLIC,
    because: 'response_url',
    requests: 1,
    also: (result) => {
      assertPublic(result)
      assert.deepEqual(result.ok && result.aliases, ['https://go.example.com/feed'])
    },
  },
  {
    name: 'an article with a UUID becomes the one with a title',
    input: `https://news.example.com/a/${UUID}`,
    web: {
      [`https://news.example.com/a/${UUID}`]: page({ canonical: 'https://news.example.com/tides' }),
      'https://news.example.com/tides': page({ canonical: 'https://news.example.com/tides' }),
    },
    url: 'https://news.example.com/tides',
    because: 'content_verified',
    requests: 2,
    also: (result) => {
      assertPublic(result)
      assert.deepEqual(result.ok && result.aliases, [`https://news.example.com/a/${UUID}`])
    },
  },
  {
    name: 'a session and a click are no credentials',
    input: `https://shop.example.com/tea?PHPSESSID=${HEX}&fbclid=${KEY}`,
    web: {
      [`https://shop.example.com/tea?PHPSESSID=${HEX}&fbclid=${KEY}`]: page({
        canonical: 'https://shop.example.com/tea',
      }),
      'https://shop.example.com/tea': page({ canonical: 'https://shop.example.com/tea' }),
    },
    url: 'https://shop.example.com/tea',
    because: 'content_verified',
    requests: 2,
    also: assertPublic,
  },
]

const EMPTY = rss({ items: 0 })
const LOGIN = page({ title: 'Log in', text: TIDES, canonical: 'https://example.com/login' })

export const NO_PROOF: readonly Scenario[] = [
  {
    name: 'two feeds without items are not one feed, even with equal bytes',
    input: 'https://a.example.com/feed',
    web: {
      'https://a.example.com/feed': rss({ items: 0, self: 'https://b.example.com/feed' }),
      'https://b.example.com/feed': rss({ items: 0, self: 'https://b.example.com/feed' }),
    },
    url: 'https://a.example.com/feed',
    because: 'fallback',
    requests: 2,
  },
  {
    name: 'a feed without items proves no other spelling',
    input: 'https://www.example.com/feed',
    web: { 'https://www.example.com/feed': EMPTY, 'https://example.com/feed': EMPTY },
    url: 'https://www.example.com/feed',
    because: 'fallback',
    requests: 2,
  },
  {
    name: 'a redirect to a feed without items is no evidence',
    input: 'https://example.com/log',
    web: { 'https://example.com/log': { location: 'https://example.com/feed' }, 'https://example.com/feed': EMPTY },
    url: 'https://example.com/feed',
    because: 'response_url',
    requests: 1,
    also: (result) => assert.deepEqual(result.ok && result.aliases, []),
  },
  ...[
    { to: '/login?next=%2Ftides', body: LOGIN },
    { to: '/login', body: LOGIN },
    { to: 'https://accounts.example.org/?continue=https%3A%2F%2Fexample.com%2Ftides', body: LOGIN },
    { to: '/acceso', body: '<title>Acceso</title><form><input type="password"></form>' },
  ].map(({ to, body }): Scenario => ({
    name: `a redirect to ${to} is no evidence that an article is the login`,
    input: 'https://example.com/tides',
    web: {
      'https://example.com/tides': { location: to },
      [new URL(to, 'https://example.com').href]: body,
      'https://example.com/login': LOGIN,
    },
    url: 'https://example.com/tides',
    because: 'fallback',
    requests: 1,
    also: (result) => {
      assertWarning('redirect_to_login')(result)
      assert.deepEqual(result.ok && [result.aliases, result.declaredUrl], [[], null])
    },
  })),
  {
    name: 'redirects before a login count',
    input: 'http://example.com/tides',
    web: {
      'http://example.com/tides': { location: 'https://example.com/tides' },
      'https://example.com/tides': { location: '/login?next=/tides' },
      'https://example.com/login?next=/tides': LOGIN,
    },
    url: 'https://example.com/tides',
    because: 'fallback',
    requests: 1,
  },
  {
    name: 'a login itself is a page like any other',
    input: 'https://example.com/login?next=/tides',
    web: { 'https://example.com/login?next=/tides': LOGIN, 'https://example.com/login': LOGIN },
    url: 'https://example.com/login',
    because: 'content_verified',
    requests: 2,
  },
  {
    name: 'a page below the requested one may be about logging in',
    input: 'https://example.com/help',
    web: {
      'https://example.com/help': { location: 'https://example.com/help/login' },
      'https://example.com/help/login': page(),
    },
    url: 'https://example.com/help/login',
    because: 'response_url',
    requests: 1,
    also: (result) => assert.deepEqual(result.ok && result.aliases, ['https://example.com/help']),
  },
  {
    name: 'a declared URL that asks for a login is not believed',
    input: 'https://a.example.com/tides',
    web: {
      'https://a.example.com/tides': page({ canonical: 'https://b.example.com/tides' }),
      'https://b.example.com/tides': { location: '/login?next=/tides' },
      'https://b.example.com/login?next=/tides': page({ canonical: 'https://b.example.com/tides' }),
    },
    url: 'https://a.example.com/tides',
    because: 'fallback',
    requests: 2,
  },
]
