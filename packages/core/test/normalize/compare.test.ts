import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compare, explain, normalize, type Component, type PolicyRef } from '../../src/index.ts'
import { createRandom } from '@canonist/test-support/random-url.ts'
import { show } from '@canonist/test-support/show.ts'
import { nextUrl } from './policy-invariants.ts'

interface Row {
  readonly why: string
  readonly urls: readonly [string, string]
  readonly policy?: PolicyRef
  readonly differsIn: readonly Component[]
}

const ROWS: readonly Row[] = [
  { why: 'the very same', urls: ['https://e.com/', 'https://e.com/'], differsIn: [] },
  { why: 'the same under the policy', urls: ['https://e.com/?a&b#c', 'HTTPS://e.com:443/?b&a&ref=1'], differsIn: [] },
  { why: 'scheme', urls: ['http://e.com/', 'https://e.com/'], differsIn: ['scheme'] },
  { why: 'userinfo', urls: ['https://u@e.com/', 'https://e.com/'], differsIn: ['userinfo'] },
  { why: 'host', urls: ['https://www.e.com/', 'https://e.com/'], differsIn: ['host'] },
  { why: 'port', urls: ['https://e.com:8080/', 'https://e.com/'], differsIn: ['port'] },
  { why: 'path', urls: ['https://e.com/a', 'https://e.com/A'], differsIn: ['path'] },
  { why: 'query', urls: ['https://e.com/?a', 'https://e.com/?a='], differsIn: ['query'] },
  { why: 'fragment', urls: ['https://e.com/#a', 'https://e.com/#b'], policy: 'rfc3986', differsIn: ['fragment'] },
  { why: 'the ? alone', urls: ['https://e.com/?', 'https://e.com/'], policy: 'rfc3986', differsIn: ['query'] },
  {
    why: 'the root without a slash',
    urls: ['https://e.com/', 'https://e.com/?id=1'],
    policy: 'sources',
    differsIn: ['query'],
  },
  {
    why: 'everything, in the order of a URL',
    urls: ['https://u@e.com:1/a?b#c', 'http://v@f.com:2/d?e#f'],
    policy: 'rfc3986',
    differsIn: ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'],
  },
  { why: 'an @ in the path is no user', urls: ['https://e.com/@a', 'https://e.com/@b'], differsIn: ['path'] },
  { why: 'IPv6', urls: ['https://[::1]:8/', 'https://[::2]:8/'], differsIn: ['host'] },
]

for (const { why, urls, policy, differsIn } of ROWS) {
  const names = differsIn.length === 0 ? 'are the same' : `differ in ${differsIn.join(', ')}`
  test(`${urls.map(show).join(' and ')} ${names} (${why})`, () => {
    const [a, b] = urls
    const comparison = compare(a, b, policy)
    assert.deepEqual(comparison.differsIn, differsIn)
    assert.equal(comparison.same, differsIn.length === 0)
    assert.deepEqual(comparison.urls, [normalize(a, policy), normalize(b, policy)])
    assert.deepEqual(compare(b, a, policy).differsIn, differsIn)
    // What was normalized compares as what it was made of.
    const [first, second] = comparison.urls
    assert.deepEqual(compare(first, second, policy).differsIn, differsIn)
  })
}

test('the changes are those of explain', () => {
  const [a, b] = ['HTTPS://e.com/?b&a', 'https://e.com/#c']
  const first = explain(a)
  const second = explain(b)
  assert.ok(first.ok && second.ok)
  assert.deepEqual(compare(a, b).changes, [first.changes, second.changes])
})

test('a comparison has exactly its fields', () => {
  assert.deepEqual(Object.keys(compare('https://e.com/', 'https://e.com/')).toSorted(), [
    'changes',
    'differsIn',
    'same',
    'urls',
  ])
})

describe('what is no URL is thrown, with the one at fault', () => {
  test('the first', () =>
    assert.throws(() => compare('e.com', 'https://e.com/'), { code: 'url/no-scheme', input: 'e.com' }))
  test('the second', () =>
    assert.throws(() => compare('https://e.com/', 'ftp://e.com'), {
      code: 'url/scheme-not-http',
      input: 'ftp://e.com',
    }))
})

test('same exactly where nothing differs, over random URLs', () => {
  const random = createRandom(4)
  for (let left = 3000; left > 0; left--) {
    const [a, b] = [nextUrl(random), nextUrl(random)]
    if (!explain(a).ok || !explain(b).ok) continue
    const { same, urls, differsIn } = compare(a, b)
    assert.equal(same, urls[0] === urls[1])
    assert.equal(same, differsIn.length === 0, `${urls.join(' and ')} differ, but nowhere`)
    assert.ok(compare(a, urls[0]).same)
  }
})
