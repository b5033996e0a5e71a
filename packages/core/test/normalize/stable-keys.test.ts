import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { policies, tryNormalize, urlKey, type PolicyName } from '../../src/index.ts'
import { show } from '@canonist/test-support/show.ts'

/** Texts that share a key: two URLs that differ only by tracking parameters or casing. */
const SAME: readonly { why: string; urls: readonly string[] }[] = [
  {
    why: 'tracking parameters',
    urls: [
      'https://e.com/a?id=1',
      'https://e.com/a?id=1&utm_source=x',
      'https://e.com/a?utm_medium=y&id=1&fbclid=z',
      'https://e.com/a?gclid=1&msclkid=2&ref=3&source=4&id=1',
      'https://e.com/a?UTM_CAMPAIGN=x&id=1',
      'https://e.com/a?utm%5Fsource=x&id=1',
    ],
  },
  {
    why: 'casing of scheme and host',
    urls: ['https://example.com/A', 'HTTPS://EXAMPLE.COM/A', 'hTTps://eXample.Com/A'],
  },
  { why: 'default ports', urls: ['https://e.com/', 'https://e.com:443/', 'https://e.com:/', 'https://e.com'] },
  { why: 'order of parameters', urls: ['https://e.com/?a=1&b=2', 'https://e.com/?b=2&a=1'] },
  { why: 'fragments', urls: ['https://e.com/a', 'https://e.com/a#', 'https://e.com/a#top', 'https://e.com/a#!/b'] },
  {
    why: 'percent-encoding variations',
    urls: ['https://e.com/~a%20b', 'https://e.com/%7ea b', 'https://e.com/%7E%61%20b', 'https://e.com/~a%20%62'],
  },
  {
    why: 'unicode and punycode',
    urls: [
      'https://b\u00fccher.example/stra\u00dfe',
      'https://xn--bcher-kva.example/stra%C3%9Fe',
      'https://bu\u0308cher.example/stra%c3%9fe',
      'https://B%C3%9CCHER.example/stra%c3%9fe',
      'HTTPS://XN--BCHER-KVA.example/stra\u00dfe',
    ],
  },
]

describe('one key for', () => {
  for (const { why, urls } of SAME) {
    const [first = '', ...others] = urls
    for (const url of others) {
      test(`${show(first)} and ${show(url)} (${why})`, () => assert.equal(urlKey(url), urlKey(first)))
    }
  }
})

const DIFFERENT: readonly { why: string; urls: readonly [string, string] }[] = [
  { why: 'casing of the path', urls: ['https://e.com/A', 'https://e.com/a'] },
  { why: 'casing of a value', urls: ['https://e.com/?a=B', 'https://e.com/?a=b'] },
  { why: 'an escaped slash', urls: ['https://e.com/a%2Fb', 'https://e.com/a/b'] },
  { why: 'a plus and a space', urls: ['https://e.com/?a+b', 'https://e.com/?a%20b'] },
  { why: 'another order of one name', urls: ['https://e.com/?a=1&a=2', 'https://e.com/?a=2&a=1'] },
  { why: 'a user', urls: ['https://u@e.com/', 'https://e.com/'] },
  { why: 'a scheme', urls: ['http://e.com/', 'https://e.com/'] },
  { why: 'NFC is for hosts only', urls: ['https://e.com/\u00fc', 'https://e.com/u\u0308'] },
  { why: 'sharp s is not ss', urls: ['https://stra\u00dfe.example/', 'https://strasse.example/'] },
]

describe('two keys for', () => {
  for (const { why, urls } of DIFFERENT) {
    test(`${show(urls[0])} and ${show(urls[1])} (${why})`, () => assert.notEqual(urlKey(urls[0]), urlKey(urls[1])))
  }
})

const REFUSED = [
  { why: 'the empty string', input: '', code: 'url/empty' },
  { why: 'nothing but white space', input: ' \t\r\n', code: 'url/empty' },
  { why: 'a missing scheme', input: 'example.com/a', code: 'url/no-scheme' },
  { why: 'a missing scheme, relative to one', input: '//example.com/a', code: 'url/no-scheme' },
  { why: 'a path', input: '/a/b', code: 'url/no-scheme' },
  { why: 'a sentence', input: 'see the page', code: 'url/no-scheme' },
  { why: 'a missing host', input: 'https://', code: 'url/no-host' },
  { why: 'a space in the host', input: 'https://exa mple.com/', code: 'url/bad-host' },
  { why: 'an angle bracket in the host', input: 'https://<host>/', code: 'url/bad-host' },
  { why: 'a stray % in the host', input: 'https://100%.example/', code: 'url/bad-host' },
  { why: 'half a surrogate pair in the host', input: 'https://\ud800.example/', code: 'url/bad-domain' },
  { why: 'a NUL in the host', input: 'https://a\u0000b.example/', code: 'url/bad-host' },
  { why: 'broken punycode beside unicode', input: 'https://\u00e9.xn--a/', code: 'url/bad-domain' },
]

describe('no key, but a clear error, for', () => {
  for (const { why, input, code } of REFUSED) {
    test(`${show(input)}: ${code} (${why})`, () => {
      const outcome = tryNormalize(input)
      assert.ok(!outcome.ok)
      assert.equal(outcome.code, code)
      assert.equal(outcome.input, input, 'the raw text is not preserved')
      assert.match(outcome.message, /\w+.*\. \w+.*\.$/s, 'the message tells reason and cure')
      assert.throws(() => urlKey(input), { name: 'UrlError', code, input })
    })
  }
})

describe('keys are the same in every run', () => {
  // Written down once: a change of these is a change of every stored key, and asks for a new RULES_VERSION.
  const KEYS: readonly [url: string, policy: PolicyName, normalized: string][] = [
    ['HTTPS://Example.com/?b=2&a=1&utm_source=x#top', 'dedupe', 'https://example.com/?a=1&b=2'],
    ['http://WWW.boe.es/a/?gclid=1', 'sources', 'https://www.boe.es/a'],
    ['https://b\u00fccher.example', 'rfc3986', 'https://xn--bcher-kva.example/'],
  ]
  for (const [url, policy, normalized] of KEYS) {
    test(`${show(url)} under ${policy} is SHA-256 of ${normalized}`, () => {
      assert.equal(urlKey(url, policy), createHash('sha256').update(normalized, 'utf8').digest('hex'))
    })
  }

  test('another process, in another language and time zone, gives the same keys and fingerprints', () => {
    const urls = SAME.flatMap((group) => group.urls)
    const script = `
      import { policies, urlKey } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)}
      const urls = JSON.parse(process.argv[1])
      const names = Object.keys(policies)
      const keys = names.flatMap((name) => urls.map((url) => urlKey(url, name)))
      console.log(JSON.stringify([keys, names.map((name) => policies[name].fingerprint)]))
    `
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script, JSON.stringify(urls)], {
      encoding: 'utf8',
      env: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Kathmandu' },
    })
    const names = Object.keys(policies) as PolicyName[]
    const keys = names.flatMap((name) => urls.map((url) => urlKey(url, name)))
    assert.deepEqual(JSON.parse(output), [keys, names.map((name) => policies[name].fingerprint)])
  })

  test('what was normalized before leaves no trace in what comes next', () => {
    const urls = SAME.flatMap((group) => group.urls)
    const alone = urls.map((url) => urlKey(url))
    const mixed = urls.toReversed().flatMap((url) => [urlKey(url), urlKey(url, 'sources'), urlKey(url)])
    assert.deepEqual(new Set(mixed.filter((_, index) => index % 3 !== 1)), new Set(alone))
  })
})
