import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  PolicyError,
  definePolicy,
  mergePolicySpecs,
  normalize,
  policies,
  tryNormalize,
  type PolicyName,
  type PolicySpec,
} from '../../src/index.ts'
import { definePolicy as defineLean } from '../../src/lean.ts'
import { testRows, type Row } from '../support/rows.ts'
import { show } from '../support/show.ts'

const define = (spec: object): ReturnType<typeof definePolicy> => definePolicy({ name: 'test', ...spec })

interface Refusal {
  readonly why: string
  readonly spec: unknown
  readonly path: string
  readonly says: RegExp
}

function testRefusals(refusals: readonly Refusal[]): void {
  for (const { why, spec, path, says } of refusals) {
    test(`${path || 'the policy'}: ${show(JSON.stringify(spec) ?? String(spec))} (${why})`, () => {
      assert.throws(
        () => definePolicy(spec as PolicySpec),
        (error) => {
          assert.ok(error instanceof PolicyError, `${String(error)} is no PolicyError`)
          assert.equal(error.path, path)
          assert.match(error.message, says)
          assert.ok(error.message.startsWith(path === '' ? 'The policy' : path), 'the message names the place')
          assert.ok(error.message.endsWith('.'), 'the message is a sentence')
          return true
        },
      )
    })
  }
}

describe('shape', () => {
  testRefusals([
    { why: 'nothing', spec: undefined, path: '', says: /object/ },
    { why: 'null', spec: null, path: '', says: /object/ },
    { why: 'a name', spec: 'dedupe', path: '', says: /object/ },
    { why: 'a list', spec: [], path: '', says: /object/ },
    { why: 'no name', spec: {}, path: 'name', says: /missing/ },
    { why: 'an undefined name', spec: { name: undefined }, path: 'name', says: /missing/ },
    { why: 'a blank name', spec: { name: ' ' }, path: 'name', says: /empty/ },
    { why: 'a number for a name', spec: { name: 1 }, path: 'name', says: /text/ },
    { why: 'an unknown field', spec: { name: 'a', stripHash: true }, path: 'stripHash', says: /no field.*fragment/s },
    { why: 'another case, with what was meant', spec: { name: 'a', WWW: 'strip' }, path: 'WWW', says: /"www" is/ },
    {
      why: 'hyphens, with what was meant',
      spec: { name: 'a', 'trailing-slash': 'add' },
      path: '["trailing-slash"]',
      says: /"trailingSlash" is/,
    },
    {
      why: 'an unknown field of the query',
      spec: { name: 'a', query: { remove: [] } },
      path: 'query.remove',
      says: /strip/,
    },
    { why: 'a name that every object has', spec: { name: 'a', toString: 'x' }, path: 'toString', says: /no field/ },
    { why: 'another word', spec: { name: 'a', www: 'remove' }, path: 'www', says: /"keep", "strip", "add"/ },
    { why: 'null for a word', spec: { name: 'a', www: null }, path: 'www', says: /one of/ },
    { why: 'a word for a flag', spec: { name: 'a', session: 'yes' }, path: 'session', says: /true or false/ },
    { why: 'a flag for a word', spec: { name: 'a', fragment: false }, path: 'fragment', says: /one of/ },
    {
      why: 'a text for a list',
      spec: { name: 'a', query: { strip: 'ref' } },
      path: 'query.strip',
      says: /list, or null/,
    },
    {
      why: 'a number in a list',
      spec: { name: 'a', query: { strip: ['a', 1] } },
      path: 'query.strip[1]',
      says: /text/,
    },
    {
      why: 'a hole in a list',
      spec: { name: 'a', query: { strip: [undefined] } },
      path: 'query.strip[0]',
      says: /text/,
    },
    {
      why: 'a list for a map',
      spec: { name: 'a', query: { defaults: [] } },
      path: 'query.defaults',
      says: /object, or null/,
    },
    {
      why: 'a number for a default',
      spec: { name: 'a', query: { defaults: { page: 1 } } },
      path: 'query.defaults.page',
      says: /text/,
    },
    { why: 'a list for the query', spec: { name: 'a', query: [] }, path: 'query', says: /object/ },
    { why: 'sites cannot be emptied', spec: { name: 'a', sites: null }, path: 'sites', says: /object/ },
    {
      why: 'an unknown field of a site',
      spec: { name: 'a', sites: { 'boe.es': { hosts: {} } } },
      path: 'sites["boe.es"].hosts',
      says: /no field/,
    },
    {
      why: 'a site has no name',
      spec: { name: 'a', sites: { 'boe.es': { name: 'b' } } },
      path: 'sites["boe.es"].name',
      says: /no field/,
    },
    {
      why: 'a site has no sites',
      spec: { name: 'a', sites: { 'boe.es': { sites: {} } } },
      path: 'sites["boe.es"].sites',
      says: /no field/,
    },
    {
      why: 'a site has no examples',
      spec: { name: 'a', sites: { 'boe.es': { examples: [] } } },
      path: 'sites["boe.es"].examples',
      says: /no field/,
    },
    {
      why: 'a path section has no paths',
      spec: { name: 'a', sites: { 'boe.es': { paths: { '/a': { paths: {} } } } } },
      path: 'sites["boe.es"].paths["/a"].paths',
      says: /no field/,
    },
    {
      why: 'an example without an input',
      spec: { name: 'a', examples: [{ url: 'b' }] },
      path: 'examples[0].input',
      says: /missing/,
    },
    {
      why: 'an example that is not invalid',
      spec: { name: 'a', examples: [{ input: 'b', invalid: false }] },
      path: 'examples[0].invalid',
      says: /true/,
    },
    {
      why: 'a rewrite without a result',
      spec: { name: 'a', rewrites: [{ match: '/a' }] },
      path: 'rewrites[0].to',
      says: /missing/,
    },
    {
      why: 'evidence in words',
      spec: { name: 'a', rewrites: [{ match: '/a', to: '/b', evidence: 'x' }] },
      path: 'rewrites[0].evidence',
      says: /object/,
    },
    {
      why: 'verified is the value false',
      spec: { name: 'a', hosts: { canonical: { a: { host: 'b', verified: true } } } },
      path: 'hosts.canonical.a.verified',
      says: /false/,
    },
    {
      why: 'verified is the value false, not the word',
      spec: { name: 'a', hosts: { canonical: { a: { host: 'b', verified: 'false' } } } },
      path: 'hosts.canonical.a.verified',
      says: /false/,
    },
  ])
})

describe('extends', () => {
  testRefusals([
    { why: 'a file', spec: { name: 'a', extends: './base.yaml' }, path: 'extends', says: /file.*command/s },
    { why: 'a file further up', spec: { name: 'a', extends: '../base.yaml' }, path: 'extends', says: /file/ },
    {
      why: 'not built in',
      spec: { name: 'a', extends: 'aggressive' },
      path: 'extends',
      says: /no built-in.*rfc3986, dedupe/s,
    },
    {
      why: 'a name that every object has',
      spec: { name: 'a', extends: 'constructor' },
      path: 'extends',
      says: /no built-in/,
    },
    { why: 'null', spec: { name: 'a', extends: null }, path: 'extends', says: /text/ },
  ])

  for (const name of Object.keys(policies) as PolicyName[]) {
    test(`${name}, and nothing more: the same rules, so the same fingerprint`, () => {
      const policy = define({ extends: name })
      assert.equal(policy.name, 'test')
      assert.equal(policy.fingerprint, policies[name].fingerprint)
      for (const input of ['http://WWW.e.com:80//a/?b&a&utm_source=1&sid=2#c', 'https://e.com/#/a']) {
        assert.equal(normalize(input, policy), normalize(input, name))
      }
    })
  }

  test('without it: rfc3986', () => assert.equal(define({}).fingerprint, policies.rfc3986.fingerprint))

  test('own fields win', () => {
    const policy = define({ extends: 'dedupe', fragment: 'keep', query: { sort: false } })
    assert.equal(normalize('https://e.com/?b&a&ref=1#c', policy), 'https://e.com/?b&a#c')
  })

  test('undefined is not said', () => {
    const policy = define({ extends: 'dedupe', fragment: undefined, query: { sort: undefined, strip: undefined } })
    assert.equal(policy.fingerprint, policies.dedupe.fingerprint)
  })

  test('lists add up', () => {
    const policy = define({ extends: 'dedupe', query: { strip: ['x'], keep: ['utm_id'] } })
    assert.equal(normalize('https://e.com/?x=1&ref=2&utm_id=3&a=4', policy), 'https://e.com/?a=4&utm_id=3')
  })

  test('null empties a list', () => {
    const policy = define({ extends: 'dedupe', query: { strip: null } })
    assert.equal(normalize('https://e.com/?ref=2&utm_id=3', policy), 'https://e.com/?ref=2')
  })

  test('a list that is empty adds nothing', () => {
    assert.equal(define({ extends: 'dedupe', query: { strip: [] } }).fingerprint, policies.dedupe.fingerprint)
  })
})

describe('patterns', () => {
  const strip = (pattern: string): object => ({ name: 'a', query: { strip: [pattern] } })
  const path = 'query.strip[0]'
  testRefusals([
    { why: 'nothing', spec: strip(''), path, says: /empty/ },
    { why: 'an expression that nobody closes', spec: strip('/^a'), path, says: /regular expression/ },
    { why: 'another flag', spec: strip('/a/g'), path, says: /regular expression/ },
    { why: 'no expression', spec: strip('/(/'), path, says: /no regular expression/ },
    { why: 'repeated repetition', spec: strip('/(a+)+/'), path, says: /exponential/ },
    { why: 'repeated repetition, deeper', spec: strip('/((?:a|b*)c)*/'), path, says: /exponential/ },
    { why: 'repeated repetition with counts', spec: strip('/(a{2,}){3,}/'), path, says: /exponential/ },
    { why: 'repeated repetition, lazy', spec: strip('/(a+?)+?/'), path, says: /exponential/ },
    { why: 'a count in disguise', spec: strip('/(a+){000000000001,}/'), path, says: /exponential/ },
    { why: 'a repeated choice that overlaps', spec: strip('/^(a|a)*$/'), path, says: /time|long/ },
    { why: 'a repeated choice that overlaps in part', spec: strip('/^(a|aa)+$/'), path, says: /time|long/ },
    { why: 'repetitions in a row', spec: strip('/a*a*a*a*a*a*c/'), path, says: /time|long/ },
    { why: 'a back-reference', spec: strip('/(a)\\1/'), path, says: /back-reference/ },
    { why: 'a back-reference by name', spec: strip('/(?<x>a)\\k<x>/'), path, says: /back-reference/ },
    {
      why: 'in a site',
      spec: { name: 'a', sites: { 'e.com': { query: { keep: ['/(/'] } } } },
      path: 'sites["e.com"].query.keep[0]',
      says: /regular/,
    },
    {
      why: 'keepOnly without anything',
      spec: { name: 'a', query: { keepOnly: [] } },
      path: 'query.keepOnly',
      says: /strip: \['\*'\]/,
    },
    {
      why: 'keepOnly without anything, in a site',
      spec: { name: 'a', sites: { 'e.com': { query: { keepOnly: [] } } } },
      path: 'sites["e.com"].query.keepOnly',
      says: /empty/,
    },
  ])

  const MEANT = [
    { pattern: 'ref', names: ['ref', 'REF', 'r%65f'], not: ['refs', 'xref', 'r%2565f'] },
    { pattern: 'utm_*', names: ['utm_', 'utm_x', 'UTM_X'], not: ['utm', 'xutm_'] },
    { pattern: '*id', names: ['id', 'xid', 'ID'], not: ['ids'] },
    { pattern: 'a*b*c', names: ['abc', 'axbxc', 'abbcc'], not: ['acb', 'ab', 'abcd'] },
    { pattern: 'ab*ba', names: ['abba', 'abxba'], not: ['aba'] },
    { pattern: '*', names: ['a', ''], not: [] },
    { pattern: '/^x\\d+$/', names: ['x1', 'X22'], not: ['x', 'ax1', 'x1a'] },
    { pattern: '/sess/i', names: ['mysession', 'SESS'], not: ['ses'] },
    { pattern: '/', names: ['/'], not: ['a'] },
    { pattern: 'a.b', names: ['a.b'], not: ['axb'] },
    { pattern: 'a b', names: ['a%20b'], not: ['a+b'] },
    { pattern: 'a%20b', names: ['a%20b'], not: ['a+b'] },
    { pattern: 'a[0]', names: ['a[0]', 'a%5B0%5D', 'a%5b0]'], not: ['a0'] },
    { pattern: 'caf\u00e9', names: ['caf%C3%A9', 'caf\u00e9', 'CAF%c3%a9'], not: ['cafe', 'caf%E9'] },
    { pattern: 'caf%C3%A9', names: ['caf%C3%A9', 'caf\u00e9'], not: ['cafe', 'caf%E9'] },
    { pattern: 'x%E9', names: ['x%E9', 'x%e9', 'X%E9'], not: ['x%C3%A9'] },
    { pattern: '\u65e5\u672c', names: ['%E6%97%A5%E6%9C%AC'], not: ['%E6%97%A5'] },
    { pattern: '\u{1f600}*', names: ['%F0%9F%98%80', '%F0%9F%98%80x'], not: ['x'] },
    { pattern: '/^\u00e9+$/', names: ['%C3%A9%C3%A9'], not: ['e'] },
    {
      pattern: 'a-name-that-is-quite-long-and-then-some',
      names: ['a-name-that-is-quite-long-and-then-some'],
      not: ['a-name-that-is-quite-long-and-then-som'],
    },
    { pattern: '__proto__', names: ['__proto__'], not: ['constructor'] },
    { pattern: '*%', names: ['100%25', '%'], not: ['a'] },
  ]
  for (const { pattern, names, not } of MEANT) {
    const policy = define({ query: { strip: [pattern] } })
    for (const name of names) {
      testRows(policy, [{ why: `${pattern} means it`, input: `https://e.com/?${name}=1`, becomes: 'https://e.com/' }])
    }
    for (const name of not)
      testRows(policy, [{ why: `${pattern} does not mean it`, input: `https://e.com/?${name}=1` }])
  }

  describe('an expression that is accepted is not slow on a hostile name', () => {
    const SLOW = [
      { pattern: '/a*a*a*c/', name: 'a'.repeat(256) },
      { pattern: '/a+a+a+$/', name: `${'a'.repeat(255)}b` },
      { pattern: '/^(?:aa?)*$/', name: `${'a'.repeat(36)}c` },
      { pattern: '/^(?:a{1,2})*$/', name: `${'a'.repeat(36)}c` },
      { pattern: '/^(?:a?b?)*$/', name: `${'a'.repeat(36)}c` },
    ]
    for (const { pattern, name } of SLOW) {
      test(`${pattern} is refused, or done within half a second`, () => {
        let policy
        try {
          policy = define({ query: { strip: [pattern] } })
        } catch (error) {
          assert.ok(error instanceof PolicyError)
          return
        }
        const start = performance.now()
        normalize(`https://e.com/?${name}=1`, policy)
        assert.ok(performance.now() - start < 500, `took ${Math.round(performance.now() - start)} ms`)
      })
    }
  })

  test('many plain names cost no more than one', () => {
    const many = define({ query: { strip: Array.from({ length: 20_000 }, (_, index) => `name${index}`) } })
    const start = performance.now()
    for (let index = 0; index < 20_000; index++) normalize(`https://e.com/?name${index}=1&other${index}=2`, many)
    assert.ok(performance.now() - start < 2000)
  })
})

describe('hosts, addresses and paths', () => {
  const site = (domain: string): object => ({ name: 'a', sites: { [domain]: { www: 'strip' } } })
  const ip = (address: string, host: string): object => ({ name: 'a', ipToHost: { [address]: host } })
  testRefusals([
    { why: 'a URL', spec: site('https://boe.es'), path: 'sites["https://boe.es"]', says: /without scheme/ },
    { why: 'a port', spec: site('boe.es:80'), path: 'sites["boe.es:80"]', says: /host name/ },
    { why: 'a path', spec: site('boe.es/a'), path: 'sites["boe.es/a"]', says: /host name/ },
    { why: 'a user', spec: site('u@boe.es'), path: 'sites["u@boe.es"]', says: /host name/ },
    { why: 'nothing', spec: site(''), path: 'sites[""]', says: /host name/ },
    { why: 'a space', spec: site('boe es'), path: 'sites["boe es"]', says: /host name/ },
    {
      why: 'a star, since a domain covers its subdomains',
      spec: site('*.boe.es'),
      path: 'sites["*.boe.es"]',
      says: /host|star|subdomain/,
    },
    { why: 'a dot in front', spec: site('.boe.es'), path: 'sites[".boe.es"]', says: /host|dot|subdomain/ },
    {
      why: 'a name for an address',
      spec: ip('boe.es', 'a.example'),
      path: 'ipToHost["boe.es"]',
      says: /no IP address/,
    },
    {
      why: 'a broken address',
      spec: ip('256.1.1.1', 'a.example'),
      path: 'ipToHost["256.1.1.1"]',
      says: /no IP address/,
    },
    {
      why: 'a URL for a host',
      spec: ip('192.0.2.1', 'https://a.example'),
      path: 'ipToHost["192.0.2.1"]',
      says: /host name/,
    },
    {
      why: 'a prefix without a slash',
      spec: { name: 'a', sites: { 'boe.es': { paths: { docs: {} } } } },
      path: 'sites["boe.es"].paths.docs',
      says: /slash/,
    },
    {
      why: 'an index with a slash',
      spec: { name: 'a', directoryIndex: ['a/b'] },
      path: 'directoryIndex[0]',
      says: /segment/,
    },
    {
      why: 'an index that is nothing',
      spec: { name: 'a', directoryIndex: [''] },
      path: 'directoryIndex[0]',
      says: /file name/,
    },
    {
      why: 'an index that is a dot segment',
      spec: { name: 'a', directoryIndex: ['..'] },
      path: 'directoryIndex[0]',
      says: /file name/,
    },
    {
      why: 'one domain in two spellings: one of the sections would be lost',
      spec: { name: 'a', sites: { 'BOE.es': { www: 'strip' }, 'boe.es': { www: 'add' } } },
      path: 'sites["boe.es"]',
      says: /\w/,
    },
    {
      why: 'one prefix in two spellings',
      spec: { name: 'a', sites: { 'boe.es': { paths: { '/a': { www: 'strip' }, '/a/': { www: 'add' } } } } },
      path: 'sites["boe.es"].paths["/a/"]',
      says: /\w/,
    },
  ])

  test('half a surrogate pair is refused or read as U+FFFD, as in URLs', () => {
    for (const spec of [{ directoryIndex: ['\ud800'] }, { sites: { 'e.com': { paths: { '/\ud800': {} } } } }]) {
      try {
        define(spec)
      } catch (error) {
        assert.ok(error instanceof PolicyError, String(error))
      }
    }
  })

  test('a domain in capitals, in Unicode or as an address is the one of the URL', () => {
    const policy = define({
      sites: {
        'BOE.es': { fragment: 'strip' },
        'b\u00fccher.example': { fragment: 'strip' },
        '127.1': { fragment: 'strip' },
      },
    })
    for (const url of ['https://boe.es/', 'https://xn--bcher-kva.example/', 'https://127.0.0.1/']) {
      assert.equal(normalize(`${url}#a`, policy), url)
    }
  })

  test('the lean entry has no tables for a domain in Unicode, and says so', () => {
    assert.throws(() => defineLean({ name: 'a', sites: { 'b\u00fccher.example': {} } }), { name: 'PolicyError' })
  })
})

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

describe('rewrites', () => {
  const rewrite = (match: string, to: string): object => ({ name: 'a', rewrites: [{ match, to }] })
  testRefusals([
    { why: 'no slash', spec: rewrite('a', '/b'), path: 'rewrites[0].match', says: /begin with/ },
    { why: 'a fragment', spec: rewrite('/a#b', '/b'), path: 'rewrites[0].match', says: /fragment/ },
    { why: 'a variable twice', spec: rewrite('/$1/$1', '/$1'), path: 'rewrites[0].match', says: /twice/ },
    {
      why: 'variables side by side',
      spec: rewrite('/$1$2', '/$1'),
      path: 'rewrites[0].match',
      says: /nothing between/,
    },
    { why: 'text behind $*', spec: rewrite('/$*/a', '/b'), path: 'rewrites[0].match', says: /behind/ },
    { why: 'a variable that is not set', spec: rewrite('/$1', '/$2'), path: 'rewrites[0].to', says: /\$2/ },
    { why: 'a group that is not there', spec: rewrite('^/(a)$', '/$2'), path: 'rewrites[0].to', says: /\$2/ },
    { why: 'a result without a slash', spec: rewrite('/a', 'b'), path: 'rewrites[0].to', says: /begin with/ },
    { why: 'a host that only the result has', spec: rewrite('/a', '//b/a'), path: 'rewrites[0].to', says: /\/\// },
    { why: 'a host that only the match has', spec: rewrite('//b/a', '/a'), path: 'rewrites[0].to', says: /\/\// },
    { why: 'an expression without its end', spec: rewrite('^/a', '/b'), path: 'rewrites[0].match', says: /anchored/ },
    {
      why: 'an expression whose end is a dollar sign',
      spec: rewrite('^/a\\$', '/b'),
      path: 'rewrites[0].match',
      says: /anchored/,
    },
    { why: 'an expression without a path', spec: rewrite('^a$', '/b'), path: 'rewrites[0].match', says: /\^\// },
    { why: 'no expression', spec: rewrite('^/($', '/b'), path: 'rewrites[0].match', says: /regular expression/ },
    { why: 'repeated repetition', spec: rewrite('^/(a+)+$', '/b'), path: 'rewrites[0].match', says: /exponential/ },
    {
      why: 'a circle of one',
      spec: rewrite('/a/$1', '/a/$1/b'.replace('/b', '-b')),
      path: 'rewrites[0]',
      says: /circles/,
    },
    {
      why: 'a circle of two',
      spec: {
        name: 'a',
        rewrites: [
          { match: '/a/$1', to: '/b/$1' },
          { match: '/b/$1', to: '/a/$1' },
        ],
      },
      path: 'rewrites[0]',
      says: /http\S+ in circles/,
    },
    {
      why: 'a circle in a site',
      spec: { name: 'a', sites: { 'e.com': { rewrites: [{ match: '/a/$1', to: '/a/x$1' }] } } },
      path: 'sites["e.com"].rewrites[0]',
      says: /circles/,
    },
    {
      why: 'a circle below a path',
      spec: { name: 'a', sites: { 'e.com': { paths: { '/p': { rewrites: [{ match: '/p/$1', to: '/p/x$1' }] } } } } },
      path: 'sites["e.com"].paths["/p"].rewrites[0]',
      says: /circles/,
    },
    {
      why: 'a circle between hosts',
      spec: {
        name: 'a',
        rewrites: [
          { match: '//a.example/$*', to: '//b.example/$*' },
          { match: '//b.example/$*', to: '//a.example/$*' },
        ],
      },
      path: 'rewrites[0]',
      says: /circles/,
    },
    {
      why: 'sections that undo each other',
      spec: { name: 'a', sites: { 'e.com': { www: 'add' }, 'www.e.com': { www: 'strip' } } },
      path: 'sites["e.com"]',
      says: /circles/,
    },
  ])

  describe('templates and expressions', () => {
    testRows(
      define({
        rewrites: [
          { match: '/old/$1/$2', to: '/new/$2/$1' },
          { match: '/print/$*', to: '/$*' },
          { match: '/item?id=$1', to: '/item/$1' },
          { match: '/q?$*', to: '/search?$*' },
          { match: '/show-$1.*', to: '/show/$1' },
          { match: '^/u/([a-z]+)/?(?:index)?$', to: '/users/$1' },
          { match: '//$1.mirror.example/$*', to: '//mirror.example/$1/$*' },
          { match: '/plain', to: '/' },
          { match: '/caf\u00e9', to: '/coffee' },
          { match: '//Shop.example/a', to: '//shop.example/b' },
        ],
      }),
      [
        { why: 'variables change places', input: 'https://e.com/old/a/b', becomes: 'https://e.com/new/b/a' },
        {
          why: '$* takes slashes and the query',
          input: 'https://e.com/print/a/b?c=1',
          becomes: 'https://e.com/a/b?c=1',
        },
        { why: 'from query to path', input: 'https://e.com/item?id=7', becomes: 'https://e.com/item/7' },
        {
          why: 'the value stays as spelled',
          input: 'https://e.com/item?id=a%2Fb',
          becomes: 'https://e.com/item/a%2Fb',
        },
        { why: 'all of the query', input: 'https://e.com/q?a&b', becomes: 'https://e.com/search?a&b' },
        {
          why: 'a variable takes as little as it can',
          input: 'https://e.com/show-a.b.c',
          becomes: 'https://e.com/show/a',
        },
        { why: 'an expression', input: 'https://e.com/u/ada/index', becomes: 'https://e.com/users/ada' },
        { why: 'from host to path', input: 'https://de.mirror.example/a', becomes: 'https://mirror.example/de/a' },
        { why: 'to the root', input: 'https://e.com/plain#a', becomes: 'https://e.com/#a' },
        { why: 'a path outside ASCII', input: 'https://e.com/caf\u00e9', becomes: 'https://e.com/coffee' },
        { why: 'a host in capitals', input: 'https://shop.example/a', becomes: 'https://shop.example/b' },
        { why: 'a variable takes no slash', input: 'https://e.com/old/a/b/c' },
        { why: 'a variable takes something', input: 'https://e.com/old//b' },
        { why: 'another parameter', input: 'https://e.com/item?id=7&a=1' },
      ],
    )
  })

  test('the result is cleaned like any URL', () => {
    const policy = define({ extends: 'dedupe', rewrites: [{ match: '/a', to: '/b/../c?utm_source=1&z&y' }] })
    assert.equal(normalize('https://e.com/a', policy), 'https://e.com/c?y&z')
  })

  test('a result that is no URL changes nothing', () => {
    const policy = define({ rewrites: [{ match: '//$1.e.com/a', to: '//e.com:$1/a' }] })
    assert.equal(normalize('https://x.e.com/a', policy), 'https://x.e.com/a')
  })

  test('an expression is not run on a text that is very long', () => {
    const policy = define({ rewrites: [{ match: '^/a(.*)$', to: '/b' }] })
    const long = `https://e.com/a${'a'.repeat(10_000)}`
    assert.equal(normalize(long, policy), long)
  })
})

describe('fingerprints', () => {
  const of = (spec: object): string => define(spec).fingerprint
  const base = { extends: 'dedupe', www: 'strip', query: { strip: ['a', 'b'], defaults: { x: '1', y: '2' } } }

  const SAME = [
    { why: 'another name', spec: { ...base, name: 'other' } },
    { why: 'another version and description', spec: { ...base, version: '2', description: 'words' } },
    { why: 'examples', spec: { ...base, examples: [{ input: 'https://e.com/' }] } },
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

describe('what comes out', () => {
  const spec = {
    name: 'mine',
    extends: 'dedupe',
    query: { strip: ['x'] },
    sites: { 'E.com': { query: { keep: ['x'] } } },
  } as const

  test('knows its name, and its spec with everything written out', () => {
    const policy = definePolicy(spec)
    assert.equal(policy.name, 'mine')
    assert.deepEqual(policy.spec.query?.strip, ['ref', 'source', 'x'])
    assert.equal(policy.spec.fragment, 'strip')
    assert.deepEqual(Object.keys(policy.spec.sites ?? {}), ['e.com'])
  })

  test('its spec defines it again, through JSON too', () => {
    const policy = definePolicy(spec)
    assert.equal(definePolicy(policy.spec).fingerprint, policy.fingerprint)
    assert.equal(definePolicy(JSON.parse(JSON.stringify(policy.spec)) as PolicySpec).fingerprint, policy.fingerprint)
  })

  test('is frozen, all the way down', () => {
    const policy = definePolicy({ ...spec, query: Object.freeze({ strip: ['x'] }) })
    assert.ok(Object.isFrozen(policy))
    assert.ok(isDeepFrozen(policy.spec), 'a part of the spec can be changed')
  })

  test('is not changed by what its maker does later', () => {
    const mine = { name: 'mine', query: { strip: ['x'], defaults: { a: '1' } } }
    const policy = definePolicy(mine)
    const before = normalize('https://e.com/?x=1&y=2&a=1&b=1', policy)
    assert.ok(!Object.isFrozen(mine.query), 'the caller’s own object was frozen')
    mine.query.strip.push('y')
    mine.query.defaults.a = '2'
    assert.equal(normalize('https://e.com/?x=1&y=2&a=1&b=1', policy), before)
    assert.deepEqual(policy.spec.query?.strip, ['x'])
  })

  test('evidence may be anything, bytes included', () => {
    const evidence = { hash: new Uint8Array([1, 2]), at: new Date(0) }
    assert.doesNotThrow(() => define({ rewrites: [{ match: '/a', to: '/b', evidence }] }))
  })

  test('its examples hold their shape; running them is for the command', () => {
    const policy = define({
      examples: [
        { input: 'https://e.com', url: 'https://e.com/' },
        { input: 'x', invalid: true },
      ],
    })
    for (const { input, url, invalid } of policy.spec.examples ?? []) {
      const outcome = tryNormalize(input, policy)
      assert.equal(outcome.ok ? outcome.url : undefined, url)
      assert.equal(!outcome.ok, invalid === true)
    }
  })

  test('every field but name, extends, hosts, sites and examples may stand in a site section', () => {
    const fields = { $schema: 'x', version: '1', description: 'why this site' }
    assert.doesNotThrow(() => define({ ...fields, sites: { 'e.com': fields } }))
  })
})

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen)
}

describe('mergePolicySpecs', () => {
  const ROWS: readonly { why: string; base: PolicySpec; own: PolicySpec; merged: PolicySpec }[] = [
    {
      why: 'own fields win, lists add up',
      base: { name: 'a', www: 'strip', scheme: 'https', query: { strip: ['x'], sort: true } },
      own: { name: 'b', www: 'keep', query: { strip: ['y', 'x'] } },
      merged: { name: 'b', extends: 'rfc3986', www: 'keep', scheme: 'https', query: { strip: ['x', 'y'], sort: true } },
    },
    {
      why: 'null empties',
      base: { name: 'a', directoryIndex: ['i'], ipToHost: { '192.0.2.1': 'e.com' }, query: { strip: ['x'] } },
      own: { name: 'b', directoryIndex: null, ipToHost: null, query: { strip: null } },
      merged: { name: 'b', extends: 'rfc3986', directoryIndex: null, ipToHost: null, query: { strip: null } },
    },
    {
      why: 'sites and their paths are laid over each other',
      base: {
        name: 'a',
        sites: { 'e.com': { www: 'strip', paths: { '/a': { fragment: 'strip' } } }, 'f.com': { www: 'add' } },
      },
      own: { name: 'b', sites: { 'e.com': { scheme: 'https', paths: { '/a': { session: true }, '/b': {} } } } },
      merged: {
        name: 'b',
        extends: 'rfc3986',
        sites: {
          'e.com': { www: 'strip', scheme: 'https', paths: { '/a': { fragment: 'strip', session: true }, '/b': {} } },
          'f.com': { www: 'add' },
        },
      },
    },
    {
      why: 'hosts add up',
      base: { name: 'a', hosts: { allow: ['a.es'], canonical: { 'a.es': 'b.es' } } },
      own: { name: 'b', hosts: { allow: ['b.es'], block: ['c.es'] } },
      merged: {
        name: 'b',
        extends: 'rfc3986',
        hosts: { allow: ['a.es', 'b.es'], block: ['c.es'], canonical: { 'a.es': 'b.es' } },
      },
    },
    {
      why: 'version and examples are one’s own, and those of the base are not',
      base: { name: 'a', version: '1', examples: [{ input: 'https://e.com/' }] },
      own: { name: 'b' },
      merged: { name: 'b', extends: 'rfc3986' },
    },
    {
      why: 'the base may extend a built-in policy',
      base: { name: 'a', extends: 'feed-aggressive' },
      own: {
        name: 'b',
        description: 'mine',
        www: 'keep',
        fragment: 'keep',
        duplicateSlashes: 'keep',
        trailingSlash: 'keep',
        query: { tracking: 'none' },
      },
      merged: {
        name: 'b',
        description: 'mine',
        extends: 'rfc3986',
        www: 'keep',
        fragment: 'keep',
        duplicateSlashes: 'keep',
        trailingSlash: 'keep',
        query: { tracking: 'none', empty: 'strip' },
      },
    },
  ]
  for (const { why, base, own, merged } of ROWS) {
    test(why, () => {
      assert.deepEqual(mergePolicySpecs(base, own), merged)
      assert.deepEqual(mergePolicySpecs(base, mergePolicySpecs(base, own)), merged, 'merging again changes the result')
      assert.doesNotThrow(() => definePolicy(mergePolicySpecs(base, own)))
    })
  }

  test('neither of the two is changed', () => {
    const base = { name: 'a', query: { strip: ['x'] } }
    const own = { name: 'b', query: { strip: ['y'] } }
    mergePolicySpecs(base, own)
    assert.deepEqual(
      [base, own],
      [
        { name: 'a', query: { strip: ['x'] } },
        { name: 'b', query: { strip: ['y'] } },
      ],
    )
  })

  test('a list that a section empties and the upper section fills is refused, not half right', () => {
    assert.throws(
      () =>
        mergePolicySpecs(
          { name: 'a', query: { strip: ['x'] }, sites: { 'e.com': { query: { strip: null } } } },
          { name: 'b', sites: { 'e.com': { query: { strip: ['y'] } } } },
        ),
      { name: 'PolicyError', path: 'sites["e.com"].query.strip' },
    )
  })

  test('a map that a section empties and the upper section fills: refused too, or emptied first', () => {
    const merge = (): PolicySpec =>
      mergePolicySpecs(
        { name: 'a', query: { defaults: { p: '1' } }, sites: { 'e.com': { query: { defaults: null } } } },
        { name: 'b', sites: { 'e.com': { query: { defaults: { q: '1' } } } } },
      )
    let merged: PolicySpec
    try {
      merged = merge()
    } catch (error) {
      assert.ok(error instanceof PolicyError)
      return
    }
    // The base says that p has no default on this site; nobody took that back.
    assert.equal(normalize('https://e.com/?p=1&q=1', definePolicy(merged)), 'https://e.com/?p=1')
  })

  test('sites called like what every object has', () => {
    const sites = (json: string): PolicySpec => ({
      name: 'a',
      sites: JSON.parse(json) as NonNullable<PolicySpec['sites']>,
    })
    const merged = mergePolicySpecs(
      sites('{ "e.com": {} }'),
      sites('{ "constructor": { "www": "strip" }, "__proto__": { "www": "add" } }'),
    )
    assert.deepEqual(Object.keys(merged.sites ?? {}).toSorted(), ['__proto__', 'constructor', 'e.com'])
  })
})
