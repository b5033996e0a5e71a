import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listCoveringDomains, definePolicy, explain, normalize } from '../../../src/index.ts'
import { findEnding, DomainMap } from '../../../src/url/domains.ts'
import { define } from '@canonist/test-support/policies.ts'
import { testRows } from '@canonist/test-support/rows.ts'

describe('a name under every ending', () => {
  const policy = define({
    sites: {
      'amazon.*': { query: { strip: ['a'] }, paths: { '/s': { query: { strip: ['s'] } } } },
      'amazon.de': { query: { strip: ['d'] } },
      'www.amazon.*': { query: { strip: ['w'] } },
      'b\u00fccher.*': { query: { strip: ['b'] } },
    },
  })
  const all = '?a=1&b=1&d=1&s=1&w=1'
  testRows(policy, [
    { why: 'a top-level domain', input: `https://amazon.com/${all}`, becomes: 'https://amazon.com/?b=1&d=1&s=1&w=1' },
    { why: 'any of them', input: `https://amazon.shop/${all}`, becomes: 'https://amazon.shop/?b=1&d=1&s=1&w=1' },
    {
      why: 'a second-level ending',
      input: `https://amazon.co.uk/${all}`,
      becomes: 'https://amazon.co.uk/?b=1&d=1&s=1&w=1',
    },
    {
      why: 'its subdomains',
      input: `https://x.y.amazon.com.br/${all}`,
      becomes: 'https://x.y.amazon.com.br/?b=1&d=1&s=1&w=1',
    },
    { why: 'paths', input: `https://amazon.fr/s${all}`, becomes: 'https://amazon.fr/s?b=1&d=1&w=1' },
    {
      why: 'a domain written out wins',
      input: `https://amazon.de/${all}`,
      becomes: 'https://amazon.de/?a=1&b=1&s=1&w=1',
    },
    {
      why: 'the longer one wins',
      input: `https://www.amazon.de/${all}`,
      becomes: 'https://www.amazon.de/?a=1&b=1&d=1&s=1',
    },
    {
      why: 'longer still',
      input: `https://x.www.amazon.it/${all}`,
      becomes: 'https://x.www.amazon.it/?a=1&b=1&d=1&s=1',
    },
    { why: 'not below another domain', input: `https://amazon.other.com/${all}` },
    { why: 'not below a country code with another label', input: `https://amazon.shop.de/${all}` },
    { why: 'not a second-level label before a long ending', input: `https://amazon.co.shop/${all}` },
    { why: 'not a name that ends alike', input: `https://notamazon.com/${all}` },
    { why: 'not the name alone', input: `https://amazon/${all}` },
    { why: 'not an address', input: `https://192.0.2.1/${all}` },
    { why: 'other alphabets', input: 'https://xn--bcher-kva.at/?b=1', becomes: 'https://xn--bcher-kva.at/' },
  ])

  const REFUSED = [
    { key: 'com.*', message: /below an ending/ },
    { key: '*', message: /remove the star or dot/ },
    { key: 'a.*.*', message: /remove the star or dot/ },
    { key: '*.a.*', message: /remove the star or dot/ },
    { key: '.*', message: /not a host name/ },
    { key: '192.0.2.*', message: /is an address/ },
  ]
  for (const { key, message } of REFUSED) {
    test(`${key} is refused: ${message.source}`, () =>
      assert.throws(() => definePolicy({ name: 'x', sites: { [key]: {} } }), message))
  }

  test('both spellings of one key are refused together', () =>
    assert.throws(
      () => definePolicy({ name: 'x', sites: { 'B\u00dcCHER.*': {}, 'xn--bcher-kva.*': {} } }),
      /means the same/,
    ))

  test('a section that leads in circles is refused', () =>
    assert.throws(
      () =>
        definePolicy({
          name: 'x',
          sites: { 'e.*': { rewrites: [{ match: '/a/$*', to: '/a/b/$*' }] } },
        }),
      /in a loop/,
    ))
})

const ENDINGS = [
  { host: 'example.com', ending: 'com' },
  { host: 'a.example.co.uk', ending: 'co.uk' },
  { host: 'example.co', ending: 'co' },
  { host: 'example.other.uk', ending: 'uk' },
  { host: 'example.com.shop', ending: 'shop' },
  { host: 'co.uk', ending: 'co.uk' },
  { host: 'localhost', ending: 'localhost' },
]
for (const { host, ending } of ENDINGS) {
  test(`${host} ends with ${ending}`, () => assert.equal(host.slice(findEnding(host)), ending))
}

const COVERING = [
  { of: 'www.a.co.uk', are: ['www.a.co.uk', 'www.a.*', 'a.co.uk', 'a.*', 'co.uk', 'uk'] },
  { of: 'b.a.*', are: ['b.a.*', 'a.*'] },
  { of: 'localhost', are: ['localhost'] },
]
for (const { of, are } of COVERING)
  test(`${of} is covered by ${are.join()}`, () => assert.deepEqual(listCoveringDomains(of), are))

test('a look-up reads as much of a host as the longest key, however many keys and labels there are', () => {
  const map = new DomainMap([...Array(20_000).keys()].map((n) => [`name${n}.*`, n] as const))
  const hostile = `${'a.'.repeat(50_000)}name7.co.uk`
  const started = process.cpuUsage()
  for (let turn = 0; turn < 2000; turn++) {
    assert.equal(map.find(hostile), 7)
    assert.equal(map.find('www.name19999.com'), 19_999)
  }
  const { user, system } = process.cpuUsage(started)
  assert.ok(user + system < 2_000_000, `${user + system} µs`)
})

describe('query.except', () => {
  const policy = define({
    query: { strip: ['x'], sort: true, except: ['git.*/*?*ref=*', '*/API/*'] },
    sites: { 'e.com': { query: { strip: ['y'], except: ['*/caf\u00e9?*'] } } },
  })
  testRows(policy, [
    { why: 'a URL that no glob names', input: 'https://a.com/?y=1&x=2', becomes: 'https://a.com/?y=1' },
    { why: 'host and query', input: 'https://git.a.com/b?x=1&ref=2&a=3' },
    { why: 'the query counts', input: 'https://git.a.com/b?x=1', becomes: 'https://git.a.com/b' },
    { why: 'the start counts', input: 'https://a.git.com/b?x=1&ref=2', becomes: 'https://a.git.com/b?ref=2' },
    { why: 'case does not', input: 'https://a.com/Api/b?x=1' },
    { why: 'spelling does not', input: 'https://a.com/%61pi/b?x=1', becomes: 'https://a.com/api/b?x=1' },
    { why: 'the port does not', input: 'https://git.a.com:81/b?x=1&ref=2' },
    { why: 'the rest of the policy holds', input: 'https://a.com/./api/b?x=1', becomes: 'https://a.com/api/b?x=1' },
    {
      why: 'a section adds to it',
      input: 'https://e.com/caf%c3%a9?x=1&y=2',
      becomes: 'https://e.com/caf%C3%A9?x=1&y=2',
    },
    { why: 'and inherits it', input: 'https://e.com/api/?x=1&y=2' },
    { why: 'and acts elsewhere', input: 'https://e.com/?x=1&y=2&z=3', becomes: 'https://e.com/?z=3' },
  ])

  test('explain says why', () => {
    const explanation = explain('https://git.a.com/b?x=1&ref=2', policy)
    assert.deepEqual(explanation.ok && explanation.notes, [
      'query.except names this URL, so its query was left as it is.',
    ])
  })

  const FAULTS = [
    { glob: '', message: /is empty/ },
    { glob: 'https://e.com/*', message: /without their scheme/ },
    { glob: 'e.com/#a', message: /without their fragment/ },
    { glob: 'e.com/100%', message: /write %25/ },
  ]
  for (const { glob, message } of FAULTS) {
    test(`${JSON.stringify(glob)} is refused: ${message.source}`, () =>
      assert.throws(() => definePolicy({ name: 'x', query: { except: [glob] } }), message))
  }

  test('it is part of the fingerprint, and null empties it', () => {
    const plain = definePolicy({ name: 'x', query: { strip: ['x'] } })
    const sparing = { name: 'x', query: { strip: ['x'], except: ['*/a*'] } }
    assert.notEqual(definePolicy(sparing).fingerprint, plain.fingerprint)
    const emptied = definePolicy({ ...sparing, sites: { 'e.com': { query: { except: null } } } })
    assert.equal(normalize('https://e.com/a?x=1', emptied), 'https://e.com/a')
    assert.equal(normalize('https://f.com/a?x=1', emptied), 'https://f.com/a?x=1')
  })
})
