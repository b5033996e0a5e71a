import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policies } from '@canonist/core'
import { toKey, toCanonicalUrl } from '@canonist/registry/internal/registry/canonical-url'
import { hashKey, hashKeyHex, toKeyBytes, toKeyText } from '@canonist/registry/internal/registry/keys'
import { draftPage, findHost, parseHost, splitFragment, toRawUrl } from '@canonist/registry/internal/registry/spelling'
import { readSources } from '../support/packages.ts'

const sources = readSources().map(({ name, text }) => [name, text] as const)

/** Whoever earns a stage, and nobody else. */
const EARNED = {
  'web/net/gate/check-url.ts': 'FetchUrl',
  'registry/registry/canonical-url.ts': 'CanonicalUrl PageNormalizer',
  // Reads the columns of a batch that another thread has packed.
  'registry/registry/ingest/url-reader.ts': 'CanonicalUrl FetchUrl KeyBytes RawUrl',
  'registry/registry/keys.ts': 'KeyBytes KeyHex KeyText',
  'registry/registry/spelling.ts': 'FetchUrl RawUrl',
}

const CAST = /\bas (RawUrl|FetchUrl|CanonicalUrl|KeyHex|KeyBytes|KeyText|PageNormalizer)\b/g

test('a cast to a stage is only where the stage is earned', () => {
  const casts = sources.map(([file, text]) => [file, [...text.matchAll(CAST)].map(([, name]) => name)] as const)
  const found = casts.filter(([, names]) => names.length > 0)
  assert.deepEqual(
    Object.fromEntries(found.map(([file, names]) => [file, [...new Set(names.map(String))].toSorted().join(' ')])),
    EARNED,
  )
})

/** What a column holds, under every name that rows have it by. */
const COLUMNS = {
  canonical_url: 'CanonicalUrl',
  fetch_url: 'FetchUrl',
  raw_url: 'RawUrl',
  own_key: 'KeyBytes',
} as const

test('a row that is read from the column of a stage has that stage', () => {
  const wrong = sources.flatMap(([file, text]) =>
    Object.entries(COLUMNS).flatMap(([column, stage]) =>
      [...text.matchAll(new RegExp(`readonly ${column}: (\\w+)`, 'g'))]
        .filter(([, type]) => type !== stage)
        .map(([row]) => `${file}: ${row}`),
    ),
  )
  assert.deepEqual(wrong, [])
})

const RAW = toRawUrl('HTTPS://User@Example.com:8443/a?utm_source=x#top')
const CANONICAL = toCanonicalUrl(RAW, policies.dedupe)

test('what does not compile: stages in each other’s place', () => {
  assert.ok(CANONICAL !== null)
  const { fetchUrl } = splitFragment(RAW)
  // @ts-expect-error a raw URL has no key
  hashKey(RAW)
  // @ts-expect-error what is requested has no key either: a page that loses its tracking parameters would have two
  hashKey(fetchUrl)
  // @ts-expect-error a page is not fetched by its canonical URL, which a lossy rule may have made
  draftPage(CANONICAL, CANONICAL)
  // @ts-expect-error a key as text is not a key as bytes
  assert.throws(() => toKeyText(hashKey(CANONICAL)))
  // @ts-expect-error the host of a raw URL cannot be read off its spelling
  assert.equal(parseHost(RAW), '')
  assert.equal(findHost(RAW), 'example.com')
})

test('the stages of one URL', () => {
  assert.ok(CANONICAL !== null)
  assert.deepEqual(splitFragment(RAW), {
    fetchUrl: 'https://User@example.com:8443/a?utm_source=x',
    fragment: '#top',
  })
  assert.equal(CANONICAL, 'https://User@example.com:8443/a')
  assert.equal(parseHost(CANONICAL), 'example.com')
  assert.equal(toKey(RAW, policies.dedupe), hashKey(CANONICAL))
  assert.equal(toKeyText(toKeyBytes(hashKey(CANONICAL))), hashKey(CANONICAL))
  assert.equal(Buffer.from(toKeyBytes(hashKey(CANONICAL))).toString('hex'), hashKeyHex(CANONICAL).slice(0, 32))
})

for (const [url, host] of [
  ['http://example.com', 'example.com'],
  ['https://[2001:DB8::1]:8080/', '[2001:db8::1]'],
  ['https://a:b@EXAMPLE.com/@x', 'example.com'],
  ['not a URL', ''],
] as const) {
  test(`the host of ${url} is ${host === '' ? 'none' : host}`, () => assert.equal(findHost(url), host))
}
