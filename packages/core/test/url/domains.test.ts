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

  test('no domains cover nothing', () => {
    assert.equal(new DomainMap([]).find('example.com'), null)
  })
})
