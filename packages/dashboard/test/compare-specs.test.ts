import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareSpecs } from '../src/pages/playground/compare-specs.ts'

test('two policies differ in single fields, not in their labels', () => {
  const before = { name: 'a', description: 'x', www: 'keep', query: { sort: true, strip: ['ref', 'source'] } }
  const after = { name: 'b', www: 'strip', query: { sort: true, strip: ['ref'] }, session: true }
  assert.deepEqual(compareSpecs(before, after), [
    { path: 'www', before: 'keep', after: 'strip' },
    { path: 'query.strip', before: 'ref, source', after: 'ref' },
    { path: 'session', before: '–', after: 'true' },
  ])
})

test('a section that only one policy has is listed field by field', () => {
  const sites = { 'shop.example': { query: { defaults: { page: '1' } } } }
  const [path, value] = ['sites.shop.example.query.defaults.page', '1']
  assert.deepEqual(compareSpecs({}, { sites }), [{ path, before: '–', after: value }])
  assert.deepEqual(compareSpecs({ sites }, {}), [{ path, before: value, after: '–' }])
})
