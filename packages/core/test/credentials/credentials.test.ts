import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dropsCredential, findCredentials } from '../../src/credentials/credentials.ts'
import { createRandom } from '@canonist/test-support/random-url.ts'

const E = 'https://example.com'
const HEX = '8f14e45fceea167a5a36dedd4bea2543'
const UUID = '0b5ad0d5-1c2d-4c5a-9f3e-7a1b2c3d4e5f'
const KEY = 'Xk29LmQpR7tVwYz3bNcD5fGh'

const credentials = [
  { why: 'user and password', url: 'https://ada:pw@example.com/feed', values: ['ada:pw'] },
  { why: 'a user alone', url: 'https://s3cr3t@example.com/feed', values: ['s3cr3t'] },
  { why: 'Patreon', url: `https://www.patreon.com/rss/show?auth=${KEY}&show=1`, values: [KEY] },
  { why: 'Memberful', url: `https://acquired.memberful.com/rss/6437?auth=${KEY}`, values: [KEY] },
  { why: 'Megaphone', url: `https://feeds.megaphone.fm/plus?token=${UUID}`, values: [UUID] },
  { why: 'Substack', url: `https://api.substack.com/feed/podcast/12/private/${UUID}.rss`, values: [UUID] },
  {
    why: 'Supercast',
    url: 'https://feeds.supercast.com/episodes/1a2b3c4d5e6f7a8b9c0d',
    values: ['1a2b3c4d5e6f7a8b9c0d'],
  },
  {
    why: 'Supporting Cast: base64',
    url: 'https://plus.supportingcast.fm/content/eyJ0IjoicCIsImMiOiIxMjM0IiwidSI6IjU2NzgifQ.rss',
    values: ['eyJ0IjoicCIsImMiOiIxMjM0IiwidSI6IjU2NzgifQ'],
  },
  { why: 'Acast', url: `https://access.acast.com/rss/${UUID}/q7w8e9r0t1y2`, values: [UUID, 'q7w8e9r0t1y2'] },
  { why: 'Acast, private', url: `https://feeds.acast.com/private/shows/${UUID}`, values: [UUID] },
  { why: 'Transistor', url: 'https://subscribers.transistor.fm/3f9c2a7be81d04', values: ['3f9c2a7be81d04'] },
  {
    why: 'a calendar',
    url: `https://calendar.google.com/calendar/ical/a/private-${HEX}/basic.ics`,
    values: [`private-${HEX}`],
  },
  { why: 'GitHub', url: 'https://github.com/ada.private.atom?token=AAA', values: ['AAA'] },
  { why: 'Reddit: the name is not one', url: `https://www.reddit.com/.rss?feed=${HEX}&user=ada`, values: [HEX] },
  {
    why: 'a shared document',
    url: `https://docs.google.com/document/d/1BWpkOv7KyRMtp3vME5RIQvLyQcvgKiEUkoy9xMSBZw0/edit`,
    values: ['1BWpkOv7KyRMtp3vME5RIQvLyQcvgKiEUkoy9xMSBZw0'],
  },
  { why: 'a value with a key', url: `${E}/p?invite=${KEY}`, values: [KEY] },
  { why: 'a parameter of the path', url: `${E}/feed;token=abc`, values: ['abc'] },
  { why: 'a segment that is a pair', url: `${E}/token=abc/feed`, values: ['abc'] },
  { why: 'a query that is a key', url: `${E}/p?${KEY}`, values: [KEY] },
  { why: 'a key among pairs', url: `${E}/p?a=1&${KEY}=`, values: [KEY] },
  { why: 'in a feed, a query that is an id', url: `${E}/rss?${UUID}`, values: [UUID] },
  { why: 'a semicolon between pairs', url: `${E}/rss?a=1;token=abc`, values: ['abc'] },
  { why: 'an ampersand that was escaped for HTML', url: `${E}/rss?a=1&amp;token=abc`, values: ['abc'] },
  { why: 'the fragment of a login', url: `${E}/#access_token=abc&state=1`, values: ['abc'] },
  { why: 'a signature', url: `${E}/f.mp3?X-Amz-Signature=ab&X-Amz-Date=1`, values: ['ab'] },
  { why: 'a hash with an expiry', url: `${E}/f?md5=abc&expires=1`, values: ['abc', '1'] },
  { why: 'an escaped value', url: `${E}/feed?key=a%2Fb`, values: ['a/b'] },
  ...[
    'auth',
    'AUTH',
    'auth_token',
    'authToken',
    'oauth_token',
    'token',
    'rss_token',
    'feed-token',
    'access_token',
    'key',
    'apikey',
    'api_key',
    'api-key',
    'accessKey',
    'feedkey',
    'auth_key',
    'secret',
    'client_secret',
    'sig',
    'signature',
    'hmac',
    'access',
    'password',
    'passwd',
    'pwd',
    'jwt',
    'ticket',
    'credential',
    'private_key',
  ].map((name) => ({ why: 'a name', url: `${E}/rss?${name}=x1`, values: ['x1'] })),
]

describe('a credential', () => {
  for (const { why, url, values } of credentials) {
    test(`${url} (${why})`, () => {
      assert.deepEqual(
        findCredentials(url).map(({ value }) => value),
        values,
      )
    })
  }
})

const none = [
  { why: 'an ordinary feed', url: `${E}/feed/?format=rss` },
  { why: 'an empty value', url: `${E}/feed?token=&auth` },
  { why: 'empty userinfo', url: 'https://@example.com/feed' },
  { why: 'tracking is random', url: `${E}/feed?fbclid=IwAR2xXk29LmQpR7tVwYz3bNcD5fGhXk29LmQpR&utm_source=x` },
  { why: 'a session ends with the visit', url: `${E}/feed?PHPSESSID=${HEX}` },
  { why: 'so does that of Java', url: `${E}/feed;jsessionid=0A1B2C3D4E5F60718293` },
  { why: 'an article may have a UUID', url: `${E}/news/${UUID}` },
  { why: 'or a hash', url: `${E}/news/${HEX}?id=${UUID}` },
  { why: 'with its title', url: `${E}/p/A-Title-of-2024-${HEX}` },
  { why: 'a file is named by its content', url: `${E}/static/app-${KEY}.js` },
  { why: 'so is a picture', url: `https://cdn.example.com/${KEY}/112x112/a.jpg` },
  { why: 'a channel', url: 'https://www.youtube.com/feeds/videos.xml?channel_id=UCn2Loo9pqw2e2H7FeK4klSA' },
  { why: 'a playlist', url: 'https://www.youtube.com/playlist?list=PL5WWFMzXof5hA8cLzEoim7BEkHcmddbOK' },
  { why: 'a playlist in a path', url: 'https://open.spotify.com/playlist/0zcBAjwDgtccp3r9skAnaQ' },
  { why: 'the id of a public feed', url: 'https://feeds.simplecast.com/54nAGcIl' },
  { why: 'another one', url: 'https://feeds.megaphone.fm/VMP5705694065' },
  { why: 'one that is said to be public', url: `https://feeds.acast.com/public/shows/${UUID}` },
  { why: 'long words', url: `${E}/feed/Donaudampfschifffahrtsgesellschaft/TalesFromThePizzaGuy` },
  { why: 'a name and a number', url: `${E}/art/Phoenix-Wright-and-Maya-183373306` },
  { why: 'an article about access', url: `${E}/feed/resolve-access-for-members-in-2024q3v2x` },
  { why: 'a version of a file', url: `${E}/a/app.css?${HEX}` },
  { why: 'words alone', url: `${E}/feed?latest-episodes-of-the-podcast&all` },
  { why: 'a version', url: `${E}/feed.xml?v=1a2b3c4d5e6f7a8b9c0d` },
  { why: 'a name that contains one', url: `${E}/rss?author=ada&keyword=x&design=y&authors=z&monkey=m` },
  { why: 'something about one', url: `${E}/rss?auth_type=x&ticket_form_id=1&cookieEnabled=1&_wpnonce=7322f13af8` },
  { why: 'no URL', url: 'not a url' },
  { why: 'nothing', url: '' },
]

describe('not a credential', () => {
  for (const { why, url } of none) test(`${url} (${why})`, () => assert.deepEqual(findCredentials(url), []))
})

describe('in a feed, an id may be the reader’s', () => {
  for (const url of [`${E}/u/${HEX}`, `${E}/u/${UUID}`, `${E}/u?x=${HEX}`]) {
    test(url, () => {
      assert.deepEqual(findCredentials(url), [])
      assert.equal(findCredentials(url, { isFeed: true }).length, 1)
    })
  }
})

test('of random keys in a feed, at most one in thirty is missed', () => {
  const random = createRandom(7)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const sets = [alphabet, `${alphabet}-_`, alphabet.slice(26), '0123456789abcdef']
  const make = (from: string, length: number): string =>
    Array.from({ length }, () => from.charAt(random(from.length))).join('')
  const keys = sets.flatMap((from) =>
    [20, 22, 32, 40].flatMap((length) => Array.from({ length: 250 }, () => make(from, length))),
  )
  const missed = keys.filter((key) => findCredentials(`${E}/feed/${key}`).length === 0)
  assert.ok(missed.length <= keys.length / 30, `${missed.length} of ${keys.length}: ${missed.slice(0, 5).join(' ')}`)
})

const compared = [
  { why: 'it is gone', from: `${E}/rss?auth=${KEY}`, to: `${E}/rss`, drops: true },
  { why: 'it is another one', from: `${E}/rss?auth=${KEY}`, to: `${E}/rss?auth=Zk29LmQpR7tVwYz3bNcD5fGh`, drops: true },
  { why: 'it is elsewhere', from: `${E}/rss?auth=${KEY}`, to: `https://other.example/${KEY}.rss`, drops: false },
  {
    why: 'another host, the same pair',
    from: `http://www.example.com/rss?auth=${KEY}&a=1`,
    to: `${E}/rss?auth=${KEY}`,
    drops: false,
  },
  { why: 'a short one, kept', from: `${E}/rss?key=1`, to: `${E}/feed?KEY=1`, drops: false },
  { why: 'a short one that occurs by chance', from: `${E}/rss?key=1`, to: `${E}/1?page=1`, drops: true },
  { why: 'one of two', from: `${E}/rss?key=1&token=2`, to: `${E}/rss?key=1`, drops: true },
  { why: 'userinfo', from: 'https://ada:pw@example.com/', to: `${E}/`, drops: true },
  { why: 'the same userinfo', from: 'http://ada:pw@example.com/', to: 'https://ada:pw@example.com/a', drops: false },
  { why: 'no credential at all', from: `${E}/rss?utm_source=x`, to: `${E}/rss`, drops: false },
  { why: 'a credential is new', from: `${E}/rss`, to: `${E}/rss?auth=${KEY}`, drops: false },
  { why: 'its escapes differ', from: `${E}/rss?key=abcdefg%2Fh`, to: `${E}/rss?key=abcdefg/h`, drops: false },
  { why: 'a query that is a key', from: `${E}/rss?${KEY}`, to: `${E}/rss`, drops: true },
  { why: 'a semicolon between pairs', from: `${E}/rss?a=1;key=2`, to: `${E}/rss?a=1`, drops: true },
  { why: 'another separator', from: `${E}/rss?a=1;key=2`, to: `${E}/rss?key=2&a=1`, drops: false },
  { why: 'an article by its UUID', from: `${E}/news/${UUID}`, to: `${E}/news/title`, drops: false },
]

describe('a credential is dropped', () => {
  for (const { why, from, to, drops } of compared)
    test(`${from} to ${to}: ${drops} (${why})`, () => assert.equal(dropsCredential(from, to), drops))
})
