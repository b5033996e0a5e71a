import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, explain, normalize, policies, tryNormalize, type PolicySpec } from '@canonist/core'
import { readText } from '../support/repository.ts'

const fingerprint = (spec: Omit<PolicySpec, 'name'>): string => definePolicy({ name: 'a', ...spec }).fingerprint

const PLAIN = fingerprint({})

const leftOut: readonly Omit<PolicySpec, 'name'>[] = [
  { version: '2', description: 'other words', $schema: './x.json' },
  { examples: [{ input: 'https://example.com/' }] },
  { hosts: { allow: ['example.com'] } },
  { languages: { prefer: ['es'], note: [], tokens: {} } },
  { pagination: { params: ['p'] } },
  { classify: { documentExtensions: ['pdf'], procedureWords: [] } },
  { citation: { qualifier: 'x' } },
]
for (const spec of leftOut) {
  test(`0004: ${JSON.stringify(spec)} leaves the fingerprint alone`, () => assert.equal(fingerprint(spec), PLAIN))
}

const covered: readonly Omit<PolicySpec, 'name'>[] = [
  { www: 'strip' },
  { query: { strip: ['ref'] } },
  { query: { tracking: 'core' } },
  { query: { signed: 'guard' } },
  { session: true },
  { unwrap: true },
  { sites: { 'example.com': {} } },
  { sites: { 'example.com': { paths: { '/a': {} } } } },
]
test('0004: what can change a normalized URL changes the fingerprint', () => {
  const all = [PLAIN, ...covered.map(fingerprint)]
  assert.equal(new Set(all).size, all.length)
})

test('0004: neither the name nor the order of a list matters, nor the evidence of a rewrite', () => {
  assert.equal(definePolicy({ name: 'b' }).fingerprint, PLAIN)
  assert.equal(fingerprint({ query: { strip: ['a', 'b'] } }), fingerprint({ query: { strip: ['b', 'a'] } }))
  const rewrite = { match: '/a', to: '/b' }
  assert.equal(
    fingerprint({ rewrites: [rewrite] }),
    fingerprint({ rewrites: [{ ...rewrite, evidence: { pairs: 1 } }] }),
  )
})

const wrap = (url: string, times: number): string =>
  times === 0 ? url : wrap(`https://out.reddit.com/x?url=${encodeURIComponent(url)}`, times - 1)

test('0005: redirectors inside redirectors are unwrapped as far as the rounds go, or not at all', () => {
  const policy = definePolicy({ name: 'a', unwrap: true })
  assert.equal(normalize(wrap('https://example.com/a', 7), policy), 'https://example.com/a')
  const deep = wrap('https://example.com/a', 8)
  assert.equal(normalize(deep, policy), deep)
})

test('0006: a signed URL keeps scheme, host, path and query; spelling, port and fragment are mended', () => {
  const policy = definePolicy({
    name: 'a',
    scheme: 'https',
    www: 'strip',
    trailingSlash: 'strip',
    query: { tracking: 'core', sort: true, signed: 'guard' },
    fragment: 'strip',
  })
  const explanation = explain('http://WWW.example.com:80/%7ea/?b=1&Signature=x&a=2&gclid=3#top', policy)
  assert.ok(explanation.ok)
  assert.equal(explanation.url, 'http://www.example.com/~a/?b=1&Signature=x&a=2&gclid=3')
  assert.match(explanation.notes.join(), /signature/)
})

test('0007: the way with the recogniser and the one that runs every rule agree', () => {
  for (const input of readText('examples/links.txt').split('\n')) {
    for (const policy of Object.values(policies)) {
      const [fast, slow] = [tryNormalize(input, policy), explain(input, policy)]
      assert.equal(fast.ok ? fast.url : fast.code, slow.ok ? slow.url : slow.code, `${input} under ${policy.name}`)
    }
  }
})

test('0008: the core has no dependencies, and the page names those of canonist', () => {
  const read = (path: string): { dependencies?: Record<string, string> } =>
    JSON.parse(readText(path)) as { dependencies?: Record<string, string> }
  assert.deepEqual(read('packages/core/package.json').dependencies ?? {}, {})
  const { '@canonist/core': _, ...others } = read('packages/canonist/package.json').dependencies ?? {}
  const page = readText('docs/decisions/0008-dependencies.md')
  const table = page.slice(page.indexOf('**`canonist`**'), page.indexOf('**The workspace**'))
  const named = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name)
  assert.deepEqual(named.toSorted(), Object.keys(others).toSorted())
})
