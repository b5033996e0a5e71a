import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRuleDetail } from '../src/pages/rules/read-rule-detail.ts'

test('the fields of a rule are written as in a policy file, one by one', () => {
  const detail = {
    sites: { 'a.example': { www: 'strip', query: { strip: ['sid', 'PHPSESSID'] } } },
    proof: '412 of 413 contents agree',
    examples: ['https://a.example/?sid=1 = https://a.example/'],
  }
  assert.deepEqual(readRuleDetail(detail), {
    fields: [
      { site: 'a.example', field: 'www', value: 'strip' },
      { site: 'a.example', field: 'query.strip', value: 'sid, PHPSESSID' },
    ],
    proof: '412 of 413 contents agree',
    examples: ['https://a.example/?sid=1 = https://a.example/'],
  })
})

test('a detail of another version is ignored without an error', () => {
  for (const detail of [null, 'text', [], { sites: 7, examples: [1] }])
    assert.deepEqual(readRuleDetail(detail), { fields: [], proof: null, examples: [] })
})
