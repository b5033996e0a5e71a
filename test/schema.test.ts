import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { definePolicy, policies, PolicyError, type PolicySpec } from '@canonist/core'
import { parse } from 'yaml'
import { readBlocks } from './support/markdown.ts'
import { accepts, type Schema } from './support/json-schema.ts'
import { findMarkdown, readText, ROOT } from './support/repository.ts'

const FILE = 'packages/core/schema/policy.schema.json'
const schema = JSON.parse(readText(FILE)) as Schema

test('the core offers the schema as an entry', () => {
  assert.equal(import.meta.resolve('@canonist/core/policy.schema.json'), new URL(`../${FILE}`, import.meta.url).href)
})

function isDefined(spec: unknown): boolean {
  try {
    definePolicy(spec as PolicySpec)
    return true
  } catch (error) {
    assert.ok(error instanceof PolicyError, String(error))
    return false
  }
}

const nested = { name: 'a', sites: { 'example.com': { www: 'strip', paths: { '/a': { query: { sort: true } } } } } }

const good: readonly unknown[] = [
  { name: 'a' },
  { name: 'a', $schema: './policy.schema.json', version: '1', description: '' },
  { name: 'a', extends: 'sources', scheme: 'http', www: 'add', trailingSlash: 'add', fragment: 'keep-routes' },
  { name: 'a', dotSegments: false, session: true, unwrap: true, port: 'add-default', userinfo: 'strip' },
  { name: 'a', hostDot: 'strip', rootSlash: 'strip', strayPercent: 'escape', escapeCase: 'keep', unreserved: 'keep' },
  { name: 'a', directoryIndex: ['index.html'], ipToHost: { '192.0.2.7': 'example.com' }, pathCase: 'lower' },
  { name: 'a', directoryIndex: null, ipToHost: null, rewrites: null },
  { name: 'a', query: {} },
  { name: 'a', query: { strip: null, keep: null, keepOnly: null, defaults: null } },
  {
    name: 'a',
    query: { tracking: 'extended', strip: ['a', 'b*', '/^c$/'], keep: [], keepOnly: ['d'], defaults: { p: '' } },
  },
  { name: 'a', query: { sort: true, empty: 'strip', emptyValues: 'strip', signed: 'guard' } },
  { name: 'a', rewrites: [{ match: '/a/$1', to: '/b/$1', evidence: { pairs: 3 } }] },
  nested,
  { name: 'a', sites: {} },
  { name: 'a', hosts: { allow: ['example.com'], block: null, shorteners: [], canonical: { a: 'b' } } },
  { name: 'a', hosts: { canonical: { a: { host: 'b', verified: false } } } },
  { name: 'a', languages: { prefer: ['es'], note: [], tokens: { es: ['es'] } }, pagination: { params: ['p'] } },
  { name: 'a', classify: { documentExtensions: ['pdf'], procedureWords: [] }, citation: { qualifier: 'x' } },
  { name: 'a', languages: { prefer: null, note: null, tokens: null, params: null }, pagination: { params: null } },
  { name: 'a', classify: { idParams: ['id'], ids: ['/^n-[0-9]+$/', 'law-*'] }, languages: {}, pagination: {} },
  {
    name: 'a',
    examples: [
      { input: 'x', invalid: true },
      { input: 'https://example.com', url: 'https://example.com/' },
    ],
  },
]

const bad: readonly unknown[] = [
  null,
  [],
  'dedupe',
  {},
  { name: '' },
  { name: ' ' },
  { name: 7 },
  { name: 'a', extends: 'nothing-like-it' },
  { name: 'a', extends: null },
  { name: 'a', unknown: true },
  { name: 'a', www: 'remove' },
  { name: 'a', www: null },
  { name: 'a', www: true },
  { name: 'a', dotSegments: 'yes' },
  { name: 'a', directoryIndex: 'index.html' },
  { name: 'a', directoryIndex: [''] },
  { name: 'a', directoryIndex: [7] },
  { name: 'a', ipToHost: ['192.0.2.7'] },
  { name: 'a', ipToHost: { '192.0.2.7': 7 } },
  { name: 'a', query: null },
  { name: 'a', query: [] },
  { name: 'a', query: { strip: 'ref' } },
  { name: 'a', query: { strip: [''] } },
  { name: 'a', query: { keepOnly: [] } },
  { name: 'a', query: { strip: [null] } },
  { name: 'a', query: { defaults: { page: 1 } } },
  { name: 'a', query: { sort: null } },
  { name: 'a', query: { tracking: 'all' } },
  { name: 'a', query: { sorted: true } },
  { name: 'a', rewrites: [{ match: '/a' }] },
  { name: 'a', rewrites: [{ match: '/a', to: '/b', evidence: 'seen' }] },
  { name: 'a', rewrites: [{ match: '/a', to: '/b', because: {} }] },
  { name: 'a', sites: null },
  { name: 'a', sites: [] },
  { name: 'a', sites: { 'example.com': { extends: 'dedupe' } } },
  { name: 'a', sites: { 'example.com': { paths: { '/a': { paths: {} } } } } },
  { name: 'a', sites: { 'example.com': { hosts: {} } } },
  { name: 'a', paths: {} },
  { name: 'a', hosts: { allow: 'example.com' } },
  { name: 'a', hosts: { canonical: { a: { host: 'b' } } } },
  { name: 'a', hosts: { canonical: { a: { host: 'b', verified: true } } } },
  { name: 'a', languages: { prefer: 'es' } },
  { name: 'a', languages: { tokens: { es: null } } },
  { name: 'a', pagination: null },
  { name: 'a', classify: { ids: [''] } },
  { name: 'a', citation: {} },
  { name: 'a', examples: null },
  { name: 'a', examples: [{ url: 'https://example.com/' }] },
  { name: 'a', examples: [{ input: 'x', invalid: false }] },
]

for (const spec of good) {
  test(`schema and definePolicy accept ${JSON.stringify(spec)}`, () => {
    assert.deepEqual([accepts(schema, spec), isDefined(spec)], [true, true])
  })
}

for (const spec of bad) {
  test(`schema and definePolicy refuse ${JSON.stringify(spec)}`, () => {
    assert.deepEqual([accepts(schema, spec), isDefined(spec)], [false, false])
  })
}

test('the schema lets a file extend a file, which only the command can resolve', () => {
  assert.ok(accepts(schema, { name: 'a', extends: './base.yaml' }))
  assert.ok(accepts(schema, { name: 'a', extends: '../base.yaml' }))
  assert.ok(!isDefined({ name: 'a', extends: './base.yaml' }))
})

test('the built-in policies fit the schema', () => {
  for (const { spec } of Object.values(policies)) assert.ok(accepts(schema, spec), spec.name)
})

test('the policy files of the repository fit the schema', () => {
  const files = globSync('examples/policies/*', { cwd: ROOT })
  assert.ok(files.length > 0)
  for (const file of files) assert.ok(accepts(schema, parse(readText(file))), file)
})

test('the policies that the pages show fit the schema', () => {
  for (const page of findMarkdown()) {
    for (const { text, line } of readBlocks(readText(page), 'yaml')) {
      // The configuration file of the command is another format, which its own tests read.
      if (!text.startsWith('# canonist.yaml')) assert.ok(accepts(schema, parse(text)), `${page}:${line}`)
    }
  }
})
