import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPolicy } from '../src/pages/playground/read-policy.ts'
import { replaceField, suggestField } from '../src/pages/playground/suggest-field.ts'

const cases = [
  { why: 'a letter too many', path: 'wwww', field: 'www' },
  { why: 'two letters swapped', path: 'qurey', field: 'query' },
  { why: 'another case', path: 'trailingslash', field: 'trailingSlash' },
  { why: 'only its beginning', path: 'trail', field: 'trailingSlash' },
  { why: 'inside a section', path: 'query.stripp', field: 'strip' },
  { why: 'inside a site', path: 'sites["a.example"].quer', field: 'query' },
  { why: 'inside an item of a list', path: 'examples[0].inptu', field: 'input' },
  { why: 'nothing is close', path: 'colour', field: null },
  { why: 'a field that exists has another fault', path: 'query.sort', field: null },
  { why: 'the whole policy', path: '', field: null },
]
for (const { why, path, field } of cases)
  test(`${path} -> ${field} (${why})`, () => assert.equal(suggestField(path), field))

test('a fault of an unknown field has the suggestion instead of all fields', async () => {
  const read = await readPolicy('name: mine\nquery:\n  stripp: [ref]\n')
  assert.deepEqual(read, {
    ok: false,
    path: 'query.stripp',
    message: 'query.stripp is not a field of a policy.',
    suggestion: 'strip',
  })
})

test('without a suggestion all fields are listed', async () => {
  const read = await readPolicy('name: mine\ncolour: red\n')
  assert.ok(!read.ok && read.suggestion === null)
  assert.match(read.message, /the fields here are name, /)
})

test('the field is replaced where it is written, if that is only one place', () => {
  assert.equal(replaceField('query: { stripp: [stripp] }', 'query.stripp', 'strip'), 'query: { strip: [stripp] }')
  assert.equal(replaceField('{"wwww": "strip"}', 'wwww', 'www'), '{"www": "strip"}')
  assert.equal(replaceField('a:\n  wwww: x\nb:\n  wwww: x\n', 'a.wwww', 'www'), null)
})
