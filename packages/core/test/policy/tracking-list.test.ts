import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, normalize } from '../../src/index.ts'
import { TRACKING_LIST } from '../../src/policy/tracking-list.ts'

const POLICIES = {
  core: definePolicy({ name: 'core', query: { tracking: 'core' } }),
  extended: definePolicy({ name: 'extended', query: { tracking: 'extended' } }),
}

for (const { list, pattern, examples } of TRACKING_LIST) {
  for (const { input, url } of examples) {
    test(`${pattern} of ${list}: ${input} -> ${url}`, () => {
      assert.equal(normalize(input, POLICIES[list]), url)
      assert.equal(normalize(url, POLICIES[list]), url)
    })
  }
}

for (const { list, pattern, examples } of TRACKING_LIST) {
  if (list !== 'extended') continue
  const input = examples[0]?.input ?? ''
  test(`${pattern} of extended stays under core: ${input}`, () => {
    assert.equal(normalize(input, POLICIES.core), input)
  })
}

// The names that select content often enough to be no tracking parameter for everyone.
const GENERIC = [
  'ref',
  'ref_src',
  'ref_url',
  'source',
  'origin',
  'via',
  'from',
  'share',
  'feature',
  'tag',
  'si',
  's',
  't',
  'cid',
  'sid',
]
const SELECTING = [
  'id',
  'page',
  'p',
  'q',
  'origin',
  'via',
  'lang',
  'session',
  'category',
  'sort',
  'v',
  'feature',
  'tag',
  'from',
]

for (const name of new Set([...GENERIC, ...SELECTING])) {
  test(`core keeps ?${name}=x`, () => {
    assert.equal(normalize(`https://example.com/?${name}=x`, POLICIES.core), `https://example.com/?${name}=x`)
  })
}

for (const name of SELECTING) {
  test(`extended keeps ?${name}=x`, () => {
    assert.equal(normalize(`https://example.com/?${name}=x`, POLICIES.extended), `https://example.com/?${name}=x`)
  })
}

const SPELLINGS = [
  { why: 'names do not care about ASCII case', input: '?FBCLID=1&a=2', url: '?a=2' },
  { why: 'names are compared after one decoding', input: '?%66bclid=1&a=2', url: '?a=2' },
  { why: 'families too', input: '?UTM%5Fsource=1&a=2', url: '?a=2' },
  { why: 'a second decoding is not done', input: '?utm%255Fsource=1', url: '?utm%255Fsource=1' },
  { why: 'a pair without = is a name', input: '?gclid&a=2', url: '?a=2' },
  { why: 'a name in a value is no parameter', input: '?a=gclid', url: '?a=gclid' },
  { why: 'a kept pair keeps its spelling', input: '?q=a%20b+c&gclid=1&flag', url: '?q=a%20b+c&flag' },
]
for (const { why, input, url } of SPELLINGS) {
  test(`${input} -> ${url} (${why})`, () => {
    assert.equal(normalize(`https://example.com/${input}`, POLICIES.core), `https://example.com/${url}`)
  })
}

test('no pattern is listed twice, and all are in lower case', () => {
  const patterns = TRACKING_LIST.map((entry) => entry.pattern)
  assert.deepEqual(patterns, [...new Set(patterns)])
  assert.deepEqual(
    patterns,
    patterns.map((pattern) => pattern.toLowerCase()),
  )
})

test('every family is a distinctive prefix with one star at its end, and shows a near miss that stays', () => {
  for (const { pattern, examples } of TRACKING_LIST.filter((entry) => entry.pattern.includes('*'))) {
    assert.match(pattern, /^[^*]{3,}\*$/)
    assert.ok(
      examples.some(({ input, url }) => input === url),
      `${pattern} shows no near miss`,
    )
  }
})

test('core holds only what is of low risk', () => {
  const risky = TRACKING_LIST.filter((entry) => entry.list === 'core' && entry.risk !== 'low')
  assert.deepEqual(risky, [])
})
