import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { define } from '@canonist/test-support/policies.ts'

describe('fingerprints', () => {
  const of = (spec: object): string => define(spec).fingerprint
  const base = { extends: 'dedupe', www: 'strip', query: { strip: ['a', 'b'], defaults: { x: '1', y: '2' } } }

  const SAME = [
    { why: 'another name', spec: { ...base, name: 'other' } },
    { why: 'another version and description', spec: { ...base, version: '2', description: 'words' } },
    { why: 'examples', spec: { ...base, examples: [{ input: 'https://e.com/' }] } },
    { why: 'levels of findings', spec: { ...base, rules: { 'home-page': 'off' } } },
    { why: 'another order of a list', spec: { ...base, query: { ...base.query, strip: ['b', 'a'] } } },
    { why: 'a name twice', spec: { ...base, query: { ...base.query, strip: ['a', 'b', 'a'] } } },
    { why: 'a name in capitals', spec: { ...base, query: { ...base.query, strip: ['A', 'b'] } } },
    { why: 'a name with an escape', spec: { ...base, query: { ...base.query, strip: ['%61', 'b'] } } },
    { why: 'another order of a map', spec: { ...base, query: { ...base.query, defaults: { y: '2', x: '1' } } } },
    { why: 'another order of fields', spec: { query: base.query, www: 'strip', extends: 'dedupe' } },
    { why: 'what holds anyway, said', spec: { ...base, fragment: 'strip', scheme: 'keep' } },
    { why: 'no sites', spec: { ...base, sites: {} } },
    { why: 'everything written out', spec: define(base).spec },
  ]
  for (const { why, spec } of SAME) test(`the same: ${why}`, () => assert.equal(of(spec), of(base)))

  const DIFFERENT = [
    { why: 'another name in a list', spec: { ...base, query: { ...base.query, strip: ['a', 'c'] } } },
    { why: 'another value of a field', spec: { ...base, www: 'add' } },
    { why: 'another default', spec: { ...base, query: { ...base.query, defaults: { x: '2', y: '2' } } } },
    { why: 'keep instead of strip', spec: { ...base, query: { keep: ['a', 'b'], defaults: base.query.defaults } } },
    { why: 'a site', spec: { ...base, sites: { 'e.com': { www: 'keep' } } } },
    { why: 'a rewrite', spec: { ...base, rewrites: [{ match: '/a', to: '/b' }] } },
    { why: 'another base', spec: { ...base, extends: 'rfc3986' } },
    { why: 'an address', spec: { ...base, ipToHost: { '192.0.2.1': 'e.com' } } },
    { why: 'an index', spec: { ...base, directoryIndex: ['index.html'] } },
    { why: 'unwrapping', spec: { ...base, unwrap: true } },
    { why: 'sessions', spec: { ...base, session: true } },
  ]
  for (const { why, spec } of DIFFERENT) test(`another: ${why}`, () => assert.notEqual(of(spec), of(base)))

  test('another: two sites, and the one below the other', () => {
    const a = of({ sites: { 'e.com': { www: 'strip' } } })
    assert.notEqual(a, of({ sites: { 'f.com': { www: 'strip' } } }))
    assert.notEqual(a, of({ sites: { 'e.com': { paths: { '/': { www: 'strip' } } } } }))
  })

  test('another: rewrites in another order', () => {
    const [a, b] = [
      { match: '/a', to: '/b' },
      { match: '/$1', to: '/c/$1' },
    ]
    assert.notEqual(of({ rewrites: [a, b] }), of({ rewrites: [b, a] }))
  })

  test('the same: evidence is not read', () => {
    const plain = of({ rewrites: [{ match: '/a', to: '/b' }] })
    assert.equal(of({ rewrites: [{ match: '/a', to: '/b', evidence: { seen: 3 } }] }), plain)
  })
})
