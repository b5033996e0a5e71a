import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, policies } from '@canonist/core'
import { formatEffect } from '../src/pages/playground/format-effect.ts'
import { comparePolicies } from '../src/pages/playground/group-urls.ts'
import { countRules, orderGroups } from '../src/pages/playground/order-groups.ts'

const URLS = [
  'https://example.com/tea',
  'https://www.example.com/tea',
  'https://example.com/deal',
  'https://example.com/deal?ref=partner',
  'https://example.com/other',
  'not a URL',
]
const MINE = definePolicy({ name: 'mine', extends: 'dedupe', www: 'strip', query: { keep: ['ref'] } })

test('URLs that the new policy joins are merges, URLs that it separates are splits, each with the rules that caused it', () => {
  const { merges, splits, stay, invalid, pages } = comparePolicies(URLS, policies.dedupe, MINE)
  assert.deepEqual(merges, [
    {
      change: 'merge',
      url: 'https://example.com/tea',
      members: [URLS[0], URLS[1]],
      causes: [{ rule: 'strip-www', tier: 'lossy', acts: 'now' }],
      risk: 'lossy',
    },
  ])
  assert.deepEqual(splits, [
    {
      change: 'split',
      url: 'https://example.com/deal',
      members: [URLS[2], URLS[3]],
      causes: [{ rule: 'remove-listed-params', tier: 'lossy', acts: 'no longer' }],
      risk: 'lossy',
    },
  ])
  assert.deepEqual({ stay, invalid, pages }, { stay: 1, invalid: 1, pages: 4 })
})

test('the same policy changes nothing', () => {
  const { merges, splits, stay } = comparePolicies(URLS, policies.dedupe, policies.dedupe)
  assert.deepEqual([merges, splits, stay], [[], [], 4])
})

test('a rule that acts under both policies, but on another parameter, is a cause', () => {
  const to = definePolicy({ name: 'mine', extends: 'dedupe', query: { strip: ['x'] } })
  const [merge] = comparePolicies(['https://e.com/?ref=1', 'https://e.com/?ref=1&x=2'], policies.dedupe, to).merges
  assert.deepEqual(
    merge?.causes.map(({ rule, acts }) => [rule, acts]),
    [['remove-listed-params', 'now']],
  )
})

test('groups are listed by risk, by size or by rule, and a rule is a filter', () => {
  const to = definePolicy({ name: 'mine', extends: 'rfc3986', dotSegments: true, www: 'strip' })
  const from = definePolicy({ name: 'none', dotSegments: false })
  const sample = [
    'https://e.com/x/../a',
    'https://e.com/a',
    'https://e.com/./a',
    'https://www.e.com/b',
    'https://e.com/b',
  ]
  const effect = comparePolicies(sample, from, to)
  const list = (...args: [Parameters<typeof orderGroups>[1], string?]) =>
    orderGroups(effect, ...args).map(({ rule, groups }) => [rule, groups.map(({ url }) => url)])
  const [a, b] = ['https://e.com/a', 'https://e.com/b']
  assert.deepEqual(list('largest'), [[null, [a, b]]])
  assert.deepEqual(list('riskiest'), [[null, [b, a]]])
  assert.deepEqual(list('riskiest', 'strip-www'), [[null, [b]]])
  assert.deepEqual(Object.fromEntries(list('rule')), {
    'remove-dot-segments': [a],
    'strip-www': [b],
  })
  assert.deepEqual(
    countRules(effect).map(({ groups }) => groups),
    [1, 1],
  )
})

test('the download has one quoted line for each URL that merges or splits, and no spreadsheet formula', () => {
  const csv = formatEffect(comparePolicies(['\thttps://e.com/"x', 'https://www.e.com/"x'], policies.dedupe, MINE))
  assert.deepEqual(csv.split('\r\n').slice(0, -1), [
    '"change","page","url","rules"',
    '"merge","https://e.com/%22x","\'\thttps://e.com/""x","strip-www"',
    '"merge","https://e.com/%22x","https://www.e.com/""x","strip-www"',
  ])
})
