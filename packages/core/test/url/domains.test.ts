import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DomainMap } from '../../src/url/domains.ts'

const map = new DomainMap([
  ['example.com', 'site'],
  ['shop.example.com', 'shop'],
  ['localhost', 'here'],
])

const cases = [
  { why: 'the domain itself', host: 'example.com', finds: 'site' },
  { why: 'a subdomain', host: 'www.example.com', finds: 'site' },
  { why: 'the longest domain wins', host: 'shop.example.com', finds: 'shop' },
  { why: 'below the longest domain', host: 'www.shop.example.com', finds: 'shop' },
  { why: 'as long as the longest domain, but another one', host: 'shot.example.com', finds: 'site' },
  { why: 'a domain ends at a dot', host: 'notexample.com', finds: null },
  { why: 'longer than any domain, and ending like one', host: 'a.very.long.notexample.com', finds: null },
  { why: 'a parent is not covered', host: 'com', finds: null },
  { why: 'one label', host: 'localhost', finds: 'here' },
  { why: 'a last label longer than any domain', host: `a.b.${'c'.repeat(40)}`, finds: null },
  { why: 'thousands of labels', host: `${'a.'.repeat(5000)}example.com`, finds: 'site' },
]

describe('a domain covers its subdomains', () => {
  for (const { why, host, finds } of cases) {
    test(`${host.slice(-40)} -> ${finds} (${why})`, () => {
      assert.equal(map.find(host), finds)
      assert.equal(map.find(host), finds, 'asked again')
    })
  }

  // The last host is compared in place, so hosts that begin alike must be told apart by their length.
  test('a host within a URL finds the same as alone, whatever was looked up before', () => {
    const within = new DomainMap([
      ['example.com', 'site'],
      ['shop.example.com', 'shop'],
      ['localhost', 'here'],
    ])
    const short = cases.filter(({ host }) => host.length < 100)
    for (const before of short)
      for (const { host, finds } of short)
        for (const name of [before.host, host, host]) {
          const found = within.findWithin(`https://${name}/example.com`, 8, 8 + name.length)
          assert.equal(found, name === host ? finds : before.finds, name.slice(-40))
        }
    assert.equal(within.findWithin('https://example.com', 8, 18), null)
  })

  test('no domains cover nothing', () => {
    assert.equal(new DomainMap([]).find('example.com'), null)
  })
})
