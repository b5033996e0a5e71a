import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  compare,
  definePolicy,
  explain,
  normalize,
  policies,
  tryNormalize,
  urlKey,
  type PolicySpec,
} from '../../src/index.ts'

const HTTPS = definePolicy({ name: 'https', extends: 'dedupe', defaultScheme: 'https' })
const HTTP = definePolicy({ name: 'http', extends: 'dedupe', defaultScheme: 'http' })

const completed = [
  ['example.com/a', 'https://example.com/a'],
  ['//x', 'https://x/'],
  ['//example.com/a?utm_source=x', 'https://example.com/a'],
  ['  Example.COM  ', 'https://example.com/'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  ['example.com?q=1', 'https://example.com/?q=1'],
  ['example.com.', 'https://example.com./'],
  ['localhost:3000', 'https://localhost:3000/'],
  ['192.0.2.1/a', 'https://192.0.2.1/a'],
  ['[2001:db8::1]/a', 'https://[2001:db8::1]/a'],
  ['bücher.example', 'https://xn--bcher-kva.example/'],
  ['http://example.com/a', 'http://example.com/a'],
  ['HTTPS:example.com', 'https://example.com/'],
] as const

for (const [input, url] of completed) {
  test(`defaultScheme: ${input} becomes ${url}`, () => {
    assert.equal(normalize(input, HTTPS), url)
    assert.equal(normalize(url, HTTPS), url)
    const explained = explain(input, HTTPS)
    assert.ok(explained.ok)
    assert.equal(explained.url, url)
    assert.equal(explained.changes[0]?.before ?? input, input)
    assert.equal(explained.changes.at(-1)?.after ?? input, url)
    assert.equal(urlKey(input, HTTPS), urlKey(url, HTTPS))
  })
}

const refused = [
  ['nope', 'url/no-scheme'],
  ['/a/b', 'url/no-scheme'],
  ['?q=1', 'url/no-scheme'],
  ['a b.com', 'url/no-scheme'],
  ['user@example.com', 'url/no-scheme'],
  ['mailto:user@example.com', 'url/scheme-not-http'],
  ['tel:123', 'url/scheme-not-http'],
  ['ftp://example.com/', 'url/scheme-not-http'],
  ['//', 'url/no-host'],
  ['', 'url/empty'],
] as const

for (const [input, code] of refused) {
  test(`defaultScheme: ${JSON.stringify(input)} stays refused`, () => {
    const outcome = tryNormalize(input, HTTPS)
    assert.deepEqual([outcome.ok, outcome.ok || outcome.code], [false, code])
    const explained = explain(input, HTTPS)
    assert.deepEqual([explained.ok, explained.ok || explained.code], [false, code])
  })
}

test('without defaultScheme a URL without a scheme is refused', () => {
  for (const input of ['example.com/a', '//x'])
    assert.deepEqual(
      [tryNormalize(input, 'dedupe')].map((outcome) => outcome.ok || outcome.code),
      ['url/no-scheme'],
    )
})

test('the added scheme is a change of its own, after the trimming', () => {
  const explained = explain(' example.com/a?utm_source=x ', HTTP)
  assert.ok(explained.ok)
  assert.deepEqual(
    explained.changes.map(({ rule, after }) => [rule, after]),
    [
      ['trim', 'example.com/a?utm_source=x'],
      ['add-scheme', 'http://example.com/a?utm_source=x'],
      ['remove-tracking-params', 'http://example.com/a'],
    ],
  )
  assert.equal(compare('example.com/a', 'http://example.com/a', HTTP).same, true)
})

test('defaultScheme is part of the fingerprint, and only where it is set', () => {
  assert.equal(new Set([HTTPS.fingerprint, HTTP.fingerprint, policies.dedupe.fingerprint]).size, 3)
  assert.equal(definePolicy({ name: 'same', extends: 'dedupe' }).fingerprint, policies.dedupe.fingerprint)
})

test('defaultScheme has no place in a site section', () => {
  const spec: object = { name: 'x', sites: { 'example.com': { defaultScheme: 'https' } } }
  assert.throws(() => definePolicy(spec as PolicySpec), { path: 'sites["example.com"].defaultScheme' })
})
