import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDecisions, describeSubject } from '../src/pages/reviews/kinds.ts'

const ROWS = [
  ['unknown_param', 'a.example ref', { what: 'Does ref matter?', where: 'a.example' }],
  ['host_alias', 'www.a.example a.example', { what: 'Is www.a.example the same site?', where: 'a.example' }],
  ['learned_rule', 'a.example: strip sid', { what: 'strip sid', where: 'a.example' }],
  ['gone', 'https://a.example/x', { what: 'https://a.example/x', where: null }],
  ['a_later_kind', 'some thing', { what: 'some thing', where: null }],
] as const

for (const [kind, subject, described] of ROWS)
  test(`${kind}: ${subject} -> ${described.what}`, () => assert.deepEqual(describeSubject(kind, subject), described))

test('a kind that the dashboard does not know can be decided as well', () => {
  assert.deepEqual(describeDecisions('a_later_kind'), ['Accept', 'Reject'])
})
