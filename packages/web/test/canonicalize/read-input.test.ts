import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readInput } from '../../src/canonicalize/read-input.ts'

const READ: readonly (readonly [input: string, url: string, isGuessed: boolean])[] = [
  ['https://example.com/feed', 'https://example.com/feed', false],
  [' \n https://example.com/feed\t', 'https://example.com/feed', false],
  ['HTTPS://EXAMPLE.com/Feed', 'https://example.com/Feed', false],
  ['https://example.com/feed#latest', 'https://example.com/feed', false],
  ['https://example.com/?a=1&amp;b=2', 'https://example.com/?a=1&b=2', false],
  ['https://example.com/?a=1&#38;b=2', 'https://example.com/?a=1&b=2', false],
  ['https:&#x2F;&#x2f;example.com/', 'https://example.com/', false],
  ['https://example.com/?a=1&copy=2', 'https://example.com/?a=1&copy=2', false],
  ['example.com', 'https://example.com/', true],
  ['example.com:8080/feed', 'https://example.com:8080/feed', true],
  ['//example.com/feed', 'https://example.com/feed', true],
  ['feed://example.com/rss', 'https://example.com/rss', true],
  ['feed:example.com/rss', 'https://example.com/rss', true],
  ['feed:https://example.com/rss', 'https://example.com/rss', false],
  ['feed:http://example.com/rss', 'http://example.com/rss', false],
  ['feed://https://example.com/rss', 'https://example.com/rss', false],
  ['FEED://example.com/rss', 'https://example.com/rss', true],
  ['rss://example.com/feed', 'https://example.com/feed', true],
  ['pcast://example.com/show', 'https://example.com/show', true],
  ['itpc://example.com/show', 'https://example.com/show', true],
  ['podcast://example.com/show', 'https://example.com/show', true],
  ['https://münchen.example/feed', 'https://xn--mnchen-3ya.example/feed', false],
  ['https://example.com/%7Eada/', 'https://example.com/%7Eada/', false],
]

for (const [input, url, isGuessed] of READ) {
  test(`${JSON.stringify(input)} means ${url}${isGuessed ? ', by a guess' : ''}`, () => {
    assert.deepEqual(readInput(input), { url, isGuessed, credentials: null })
  })
}

const REFUSED = [
  '',
  '   ',
  'not a url',
  'word',
  '/feed',
  'mailto:ada@example.com',
  'ftp://example.com/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://',
  'https://exa mple.com/',
  'https://example.com/<feed>',
  'https://example.com/{id}',
  'https://example.com/a|b',
  'https://example.com\\feed',
  'https://example.com/^',
  'feed:',
  'ada@example.com',
]

for (const input of REFUSED) {
  test(`${JSON.stringify(input)} is no URL`, () => assert.equal(readInput(input), null))
}

test('credentials become a header for their origin', () => {
  assert.deepEqual(readInput('https://b%C3%B6b:p%40ss@example.com:8443/'), {
    url: 'https://example.com:8443/',
    isGuessed: false,
    credentials: {
      origin: 'https://example.com:8443',
      authorization: `Basic ${Buffer.from('böb:p@ss').toString('base64')}`,
    },
  })
})

test('credentials that cannot be decoded are sent as they are', () => {
  const authorization = `Basic ${Buffer.from('%ZZ:').toString('base64')}`
  assert.equal(readInput('https://%ZZ@example.com/')?.credentials?.authorization, authorization)
})
