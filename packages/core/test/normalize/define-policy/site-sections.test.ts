import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PolicyError, definePolicy, normalize, policies } from '../../../src/index.ts'
import { define } from '@canonist/test-support/policies.ts'
import { testRows, type Row } from '@canonist/test-support/rows.ts'

describe('site sections', () => {
  const policy = define({
    extends: 'dedupe',
    query: { keep: ['keep'] },
    sites: {
      'e.com': {
        query: { strip: ['x'], keep: ['utm_source'] },
        paths: {
          '/docs': { query: { strip: ['y'], sort: false } },
          '/docs/old': { fragment: 'keep' },
          '/caf\u00e9': { fragment: 'keep' },
        },
      },
      'b.e.com': { query: { strip: null, sort: false } },
      com: { www: 'strip' },
      'f.com': { query: { strip: ['keep', 'x'], keep: ['x'] } },
    },
  })
  testRows(policy, [
    { why: 'elsewhere the policy itself', input: 'https://e.org/?x=1&ref=2', becomes: 'https://e.org/?x=1' },
    { why: 'the site adds to the list', input: 'https://e.com/?x=1&ref=2&a=3', becomes: 'https://e.com/?a=3' },
    {
      why: 'its keep beats tracking',
      input: 'https://e.com/?utm_source=1&utm_medium=2',
      becomes: 'https://e.com/?utm_source=1',
    },
    { why: 'a domain covers its subdomains', input: 'https://a.e.com/?x=1', becomes: 'https://a.e.com/' },
    { why: 'it does not cover what only ends alike', input: 'https://note.com/?x=1' },
    { why: 'the longest domain wins: no www: strip of com here', input: 'https://www.e.com/' },
    { why: 'com holds where nothing longer does', input: 'https://www.g.com/', becomes: 'https://g.com/' },
    { why: 'null empties what lies around', input: 'https://b.e.com/?x=1&ref=2' },
    {
      why: 'a longer domain builds on the policy, not on the shorter domain',
      input: 'https://b.e.com/?utm_source=1',
      becomes: 'https://b.e.com/',
    },
    { why: 'a prefix adds to the site', input: 'https://e.com/docs?y=1&x=2&b&a', becomes: 'https://e.com/docs?b&a' },
    { why: 'a prefix covers what lies below', input: 'https://e.com/docs/a?y=1', becomes: 'https://e.com/docs/a' },
    { why: 'a prefix ends at a segment', input: 'https://e.com/docs2?y=1' },
    { why: 'the longest prefix wins', input: 'https://e.com/docs/old#a' },
    {
      why: 'the longest prefix ends at a segment too',
      input: 'https://e.com/docs/older#a',
      becomes: 'https://e.com/docs/older',
    },
    { why: 'the case of a prefix counts', input: 'https://e.com/Docs?y=1' },
    { why: 'a prefix outside ASCII', input: 'https://e.com/caf%c3%a9#a', becomes: 'https://e.com/caf%C3%A9#a' },
    { why: 'the spelled path chooses', input: 'https://e.com/a/../d%6fcs?y=1', becomes: 'https://e.com/docs' },
    { why: 'keep beats strip, within the site', input: 'https://f.com/?x=1' },
    { why: 'keep of the policy beats strip of the site', input: 'https://f.com/?keep=1' },
    { why: 'the host dot is another name', input: 'https://e.com./?x=1' },
  ])

  describe('sections that are alike keep what is their own', () => {
    const strip = ['x', 'y']
    const rewrites = [{ match: '/old/$1', to: '/new/$1' }]
    testRows(
      define({
        sites: {
          'a.com': { scheme: 'https', query: { strip, defaults: { page: '1' } }, rewrites },
          'b.com': { scheme: 'http', query: { strip: strip.toReversed(), defaults: { page: '2' } }, rewrites },
          'c.com': {
            scheme: 'https',
            query: { strip, defaults: { page: '1' }, keep: ['x'] },
            rewrites: [{ match: '/old/$1', to: '/newer/$1' }],
            paths: { '/newer': { scheme: 'keep', rewrites: null } },
          },
        },
      }),
      [
        { why: 'one', input: 'http://a.com/old/1?page=1&x', becomes: 'https://a.com/new/1' },
        { why: 'another default', input: 'https://b.com/old/1?page=1&x', becomes: 'http://b.com/new/1?page=1' },
        { why: 'another result', input: 'http://c.com/old/1?page=1&x', becomes: 'https://c.com/newer/1?x' },
        { why: 'another scheme below a path', input: 'http://c.com/newer/1' },
      ],
    )
  })

  describe('prefixes are compared as paths are spelled', () => {
    const rows: readonly (Row & { prefix: string })[] = [
      { why: 'a tilde', prefix: '/%7Eu', input: 'https://e.com/~u#a' },
      { why: 'lower-case escapes', prefix: '/caf%c3%a9', input: 'https://e.com/caf%C3%A9#a' },
      { why: 'a space', prefix: '/a b', input: 'https://e.com/a%20b#a' },
      { why: 'a slash at the end', prefix: '/a/', input: 'https://e.com/a#a' },
      { why: 'the root', prefix: '/', input: 'https://e.com/b#a' },
    ]
    for (const { prefix, ...row } of rows) {
      testRows(define({ fragment: 'strip', sites: { 'e.com': { paths: { [prefix]: { fragment: 'keep' } } } } }), [row])
    }
  })

  describe('a rule that a path section turns off changes nothing there', () => {
    const off = (fields: object): ReturnType<typeof definePolicy> =>
      define({ extends: 'sources', sites: { 'e.com': { paths: { '/a': fields } } } })
    testRows(off({ session: false }), [{ why: 'sessions', input: 'https://e.com/a/b;jsessionid=1' }])
    testRows(off({ trailingSlash: 'keep' }), [{ why: 'slashes', input: 'https://e.com/a/b//' }])
    testRows(off({ scheme: 'keep' }), [{ why: 'the scheme', input: 'http://e.com/a/b' }])
    testRows(off({ fragment: 'keep' }), [{ why: 'the fragment', input: 'https://e.com/a/b#c' }])
    testRows(off({ query: { strip: null } }), [{ why: 'the list', input: 'https://e.com/a/b?ref=1' }])

    // The spelled path chooses the section, so these may be refused, but not silently passed over.
    const SPELLING = [
      { fields: { dotSegments: false }, input: 'https://e.com/a/b/../c' },
      { fields: { unreserved: 'keep' }, input: 'https://e.com/a/%41' },
      { fields: { escapeCase: 'keep' }, input: 'https://e.com/a/%c3' },
      { fields: { strayPercent: 'keep' }, input: 'https://e.com/a/%' },
    ]
    for (const { fields, input } of SPELLING) {
      const [field = ''] = Object.keys(fields)
      test(`${input} stays under ${JSON.stringify(fields)}, or the field is refused by its path`, () => {
        try {
          assert.equal(normalize(input, off(fields)), input)
        } catch (error) {
          if (!(error instanceof PolicyError)) throw error
          assert.equal(error.path, `sites["e.com"].paths["/a"].${field}`)
        }
      })
      test(`${field} may be said again below a path as its site says it`, () => {
        assert.doesNotThrow(() => define({ sites: { 'e.com': { ...fields, paths: { '/a': fields } } } }))
      })
    }
  })

  const NAMES_OF_OBJECTS = ['__proto__', 'constructor', 'toString', 'valueof']
  for (const name of NAMES_OF_OBJECTS) {
    test(`a host may be called ${name}`, () => {
      const sites = JSON.parse(`{ "${name}": { "fragment": "strip" } }`) as object
      const odd = define({ sites })
      assert.equal(normalize(`https://${name}/#a`, odd), `https://${name.toLowerCase()}/`)
      assert.equal(normalize('https://e.com/#a', odd), 'https://e.com/#a')
      assert.notEqual(odd.fingerprint, policies.rfc3986.fingerprint)
    })
  }
})
