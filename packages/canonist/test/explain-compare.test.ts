import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { explain } from '@canonist/core'
import { canonist } from '@canonist/test-support/command.ts'

const URL_IN = 'HTTP://Example.com:80/a/../b?utm_source=x&b=2&a=1#top'

test('explain: a table of rules with their tiers, then result, key, policy and fragment', async () => {
  const explanation = explain(URL_IN)
  assert.ok(explanation.ok)
  const { code, stdout } = await canonist(['explain', URL_IN])
  const rows = stdout.split('\n').map((line) => line.trim().split(/ {2,}/))
  for (const { rule, tier } of explanation.changes)
    assert.ok(
      rows.some(([id, its]) => id === rule && its === tier),
      rule,
    )
  assert.match(stdout, /^ {2}lowercase-host +safe +http:\/\/\[-Example-\]\{\+example\+\}\.com:80/m)
  assert.match(stdout, /^ {2}remove-default-port +safe +http:\/\/example\.com\[-:80-\]\/b/m)
  assert.match(stdout, /^ {2}result +http:\/\/example\.com\/b\?a=1&b=2$/m)
  assert.match(stdout, new RegExp(`^ {2}key +${explanation.key}$`, 'm'))
  assert.match(stdout, new RegExp(`^ {2}policy +dedupe ${explanation.policy.fingerprint}$`, 'm'))
  assert.match(stdout, /^ {2}fragment +#top$/m)
  assert.equal(code, 0)
})

test('explain --json is the Explanation', async () => {
  const { stdout } = await canonist(['explain', '--json', '--policy', 'sources', URL_IN])
  assert.deepEqual(JSON.parse(stdout), explain(URL_IN, 'sources'))
})

test('explain: a note is shown', async () => {
  assert.match((await canonist(['explain', 'https://e.com/#/route'])).stdout, /^ {2}note +\S/m)
})

test('explain: a URL that is already normal', async () => {
  assert.match((await canonist(['explain', 'https://e.com/'])).stdout, /already normal/)
})

test('explain: evidence that a person wrote is shown in words, with the rule that it is for', async () => {
  const shop = fileURLToPath(new URL('../../../examples/policies/shop.yaml', import.meta.url))
  const { stdout } = await canonist(['explain', '--policy', shop, 'https://shop.example.com/p/42-green-tea'])
  assert.match(stdout, /^ {2}evidence for rewrite {2}source: equal content, pairs: 37$/m)
})

test('explain: what is no URL says why, exit 1', async () => {
  const { code, stdout, stderr } = await canonist(['explain', 'nope'])
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^canonist: .*\(url\/no-scheme\)\n$/)
  const json = await canonist(['explain', '--json', 'nope'])
  assert.deepEqual([json.code, JSON.parse(json.stdout).code], [1, 'url/no-scheme'])
})

test('control characters of a URL are shown, not obeyed', async () => {
  const { stdout } = await canonist(['explain', 'https://e.com/\u001b[31m\u202e'])
  assert.ok(!stdout.includes('\u001b') && !stdout.includes('\u202e'))
  assert.match(stdout, /\\u001b\[31m\\u202e/)
})

const colours = [
  { env: {}, has: false },
  { env: { FORCE_COLOR: '1' }, has: true },
  { env: { FORCE_COLOR: '1', NO_COLOR: '1' }, has: false },
  { env: { FORCE_COLOR: '0' }, has: false },
]

for (const { env, has } of colours) {
  test(`colours with ${JSON.stringify(env)} in a pipe: ${has}`, async () => {
    const { stdout } = await canonist(['explain', URL_IN], { env })
    assert.equal(stdout.includes('\u001b['), has)
  })
}

const comparisons = [
  {
    why: 'same',
    a: 'https://e.com/a',
    b: 'https://E.com/a?utm_source=x',
    code: 0,
    says: /^ {2}same page under dedupe\n {2}https:\/\/e\.com\/a\n[^]*B +remove-tracking-params +lossy/m,
  },
  {
    why: 'different',
    a: 'https://e.com/a',
    b: 'https://e.com/b?x',
    code: 1,
    says: /different pages under dedupe: they differ in path, query\n {2}https:\/\/e\.com\/\[-a-\]\{\+b\?x\+\}/,
  },
]

for (const { why, a, b, code, says } of comparisons) {
  test(`compare: ${why}`, async () => {
    const ran = await canonist(['compare', a, b])
    assert.match(ran.stdout, says)
    assert.equal(ran.code, code)
  })
}

test('compare --json, under another policy', async () => {
  const { code, stdout } = await canonist([
    'compare',
    '--json',
    '--policy',
    'rfc3986',
    'https://e.com/?b&a',
    'https://e.com/?a&b',
  ])
  const { same, urls, differsIn } = JSON.parse(stdout)
  assert.deepEqual([same, urls, differsIn], [false, ['https://e.com/?b&a', 'https://e.com/?a&b'], ['query']])
  assert.equal(code, 1)
})

test('compare: one that is no URL is exit 2', async () => {
  for (const pair of [
    ['nope', 'https://e.com/'],
    ['https://e.com/', 'mailto:a@b'],
  ]) {
    const { code, stdout, stderr } = await canonist(['compare', ...pair])
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /^canonist: [^\n]*\(url\/[a-z-]+\)\n$/)
  }
})
