import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSpellings } from '../../src/canonicalize/known.ts'
import { resolveOptions, type CanonicalizeOptions } from '../../src/canonicalize/options.ts'
import { createPresets } from '../../src/canonicalize/presets.ts'

const presetsWith = (options: CanonicalizeOptions = {}) => createPresets(resolveOptions(options))
const { getClass, removeTracking, variants } = presetsWith()

const ONE_CLASS: readonly (readonly [a: string, b: string, why: string])[] = [
  ['http://example.com/feed', 'https://example.com/feed', 'the scheme'],
  ['https://www.example.com/feed', 'https://example.com/feed', 'www'],
  ['https://example.com/feed/', 'https://example.com/feed', 'a trailing slash'],
  ['https://example.com//feed', 'https://example.com/feed', 'doubled slashes'],
  ['https://example.com/%7Eada', 'https://example.com/~ada', 'escapes that nobody needs'],
  ['https://example.com/feed?utm_source=x&id=1', 'https://example.com/feed?id=1', 'tracking'],
  ['https://EXAMPLE.com:443/feed', 'https://example.com/feed', 'case of the host and the default port'],
]

const TWO_CLASSES: readonly (readonly [a: string, b: string, why: string])[] = [
  ['https://cdn.example.com/feed', 'https://example.com/feed', 'another host'],
  ['https://example.com:8080/feed', 'https://example.com/feed', 'another port'],
  ['https://example.com/Feed', 'https://example.com/feed', 'the case of the path'],
  ['https://example.com/feed?a=1&b=2', 'https://example.com/feed?b=2&a=1', 'the order of parameters'],
  ['https://example.com/feed?ref=x', 'https://example.com/feed', 'ref may select'],
  ['https://www.com/feed', 'https://com/feed', 'www.com is a site'],
]

for (const [a, b, why] of ONE_CLASS) {
  test(`${a} and ${b} differ only cosmetically (${why})`, () => assert.equal(getClass(a), getClass(b)))
}

for (const [a, b, why] of TWO_CLASSES) {
  test(`${a} and ${b} are of two classes (${why})`, () => assert.notEqual(getClass(a), getClass(b)))
}

test('the variants of an http URL have https twins', () => {
  assert.deepEqual(
    variants('http://www.example.com/feed/?utm_source=x').map(({ url, preset }) => `${preset} ${url}`),
    [
      'aggressive http://example.com/feed',
      'moderate http://www.example.com/feed',
      'conservative http://www.example.com/feed/',
      'aggressive https://example.com/feed',
      'moderate https://www.example.com/feed',
      'conservative https://www.example.com/feed/',
    ],
  )
})

const NO_TWIN = ['http://example.com:8080/feed', 'http://93.184.216.34/feed', 'http://[2606:2800:220:1::1]/feed']

for (const url of NO_TWIN) {
  test(`${url} has no https twin`, () => assert.deepEqual(presetsWith().httpsTwin(url), []))
}

test('a database is queried with the best first', () => {
  assert.deepEqual(
    listSpellings(presetsWith(), ['http://www.example.com/feed/']).map(({ url }) => url),
    [
      'https://example.com/feed',
      'https://www.example.com/feed',
      'https://www.example.com/feed/',
      'http://example.com/feed',
      'http://www.example.com/feed',
      'http://www.example.com/feed/',
    ],
  )
})

test('only tracking goes where only tracking shall go', () => {
  const url = 'https://www.example.com/a//b/?utm_source=x&id=1'
  assert.equal(removeTracking(url), 'https://www.example.com/a//b/?id=1')
})

test('a tracking list of one’s own holds for class, variants and score', () => {
  const own = presetsWith({ trackingParams: ['from'] })
  assert.equal(own.getClass('https://example.com/?from=x'), own.getClass('https://example.com/'))
  assert.notEqual(own.getClass('https://example.com/?gclid=x'), own.getClass('https://example.com/'))
  assert.equal(own.score('https://example.com/?from=x') + 25, own.score('https://example.com/?gclid=x'))
})

test('a tracking list that is not a list of patterns is refused', () => {
  assert.throws(() => presetsWith({ trackingParams: ['/(a+)+/'] }), { name: 'PolicyError' })
})
