import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PolicyError, definePolicy, mergePolicySpecs, normalize, type PolicySpec } from '../../../src/index.ts'

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
      why: 'what admission reads adds up, and one’s own preferences come first',
      base: {
        name: 'a',
        languages: { prefer: ['es'], note: ['fr'], tokens: { es: ['es'], ca: ['ca'] }, params: ['lang'] },
        pagination: { params: ['p'] },
        classify: { documentExtensions: ['pdf'], procedureWords: ['beca'], ids: ['a-*'] },
        citation: { qualifier: 'x' },
      },
      own: {
        name: 'b',
        languages: { prefer: ['eu'], tokens: { es: ['cas'], eu: ['eu'] } },
        pagination: { params: ['page'] },
        classify: { documentExtensions: ['odt'], idParams: ['id'], ids: null },
        citation: { qualifier: 'y' },
      },
      merged: {
        name: 'b',
        extends: 'rfc3986',
        languages: {
          prefer: ['eu', 'es'],
          note: ['fr'],
          tokens: { es: ['es', 'cas'], ca: ['ca'], eu: ['eu'] },
          params: ['lang'],
        },
        pagination: { params: ['p', 'page'] },
        classify: { documentExtensions: ['pdf', 'odt'], procedureWords: ['beca'], idParams: ['id'], ids: null },
        citation: { qualifier: 'y' },
      },
    },
    {
      why: 'null empties what admission reads',
      base: { name: 'a', languages: { prefer: ['es'], tokens: { es: ['es'] } }, pagination: { params: ['p'] } },
      own: { name: 'b', languages: { prefer: null, tokens: null }, pagination: { params: null } },
      merged: {
        name: 'b',
        extends: 'rfc3986',
        languages: { prefer: null, tokens: null },
        pagination: { params: null },
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
