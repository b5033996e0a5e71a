import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, listActiveRules, type PolicySpec } from '../../src/index.ts'

const cases: { why: string; spec: PolicySpec; has: string[]; lacks: string[] }[] = [
  {
    why: 'what is on by default',
    spec: { name: 'a' },
    has: ['remove-dot-segments'],
    lacks: ['sort-query', 'strip-www'],
  },
  {
    why: 'what the policy turns on',
    spec: { name: 'b', query: { sort: true } },
    has: ['sort-query'],
    lacks: ['strip-www'],
  },
  { why: 'redirectors', spec: { name: 'c', unwrap: true }, has: ['unwrap-redirector'], lacks: ['rewrite'] },
  {
    why: 'what holds on a site only',
    spec: { name: 'd', sites: { 'e.com': { www: 'strip' } } },
    has: [],
    lacks: ['strip-www'],
  },
]

for (const { why, spec, has, lacks } of cases) {
  test(`active rules: ${why}`, () => {
    const ids = listActiveRules(definePolicy(spec)).map(({ id }) => id)
    for (const id of has) assert.ok(ids.includes(id), `${id} is missing`)
    for (const id of lacks) assert.ok(!ids.includes(id), `${id} is there`)
  })
}
