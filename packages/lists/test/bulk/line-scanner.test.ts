import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policies, type PolicyName } from '@canonist/core'
import { fuzzRange } from '@canonist/test-support/fuzz.ts'
import { fuzzScanner, PASSED_ON, scanLines } from './line-scanner.ts'

const range = fuzzRange(200)

test(`${range.cases} random blocks from seed ${range.seed}: what the scanner makes of lines, the normalizer makes`, async (t) => {
  const tally = await fuzzScanner(range)
  t.diagnostic(JSON.stringify(tally))
  const { normal = 0, changed = 0, lines = 0 } = tally
  assert.ok(normal > lines / 10 && changed > lines / 50, 'the lines must not all be passed on')
})

interface Row {
  readonly policy: PolicyName
  readonly line: string
  readonly becomes: string
}

const ROWS: readonly Row[] = [
  { policy: 'dedupe', line: 'https://example.com/', becomes: 'https://example.com/' },
  { policy: 'dedupe', line: 'http://www.example.com/a-b/c.html', becomes: 'http://www.example.com/a-b/c.html' },
  { policy: 'dedupe', line: 'https://example.com/?a=1&b=2&b=1', becomes: 'https://example.com/?a=1&b=2&b=1' },
  { policy: 'dedupe', line: 'https://example.com/%20?q=%C3%A9', becomes: 'https://example.com/%20?q=%C3%A9' },
  { policy: 'dedupe', line: 'https://example.com', becomes: 'https://example.com/' },
  { policy: 'dedupe', line: 'https://example.com/a#b', becomes: 'https://example.com/a' },
  { policy: 'dedupe', line: 'https://example.com/?b=2&a=1', becomes: 'https://example.com/?a=1&b=2' },
  { policy: 'dedupe', line: 'https://example.com/?a&&b', becomes: 'https://example.com/?a&b' },
  { policy: 'dedupe', line: 'https://example.com/?', becomes: 'https://example.com/' },
  { policy: 'dedupe', line: 'https://example.com/?&&#a', becomes: 'https://example.com/' },
  { policy: 'dedupe', line: 'https://example.com/?utm_source=x', becomes: 'https://example.com/' },
  { policy: 'dedupe', line: 'https://example.com/a?c=1&UTM_x=2&Gclid&b', becomes: 'https://example.com/a?b&c=1' },
  { policy: 'dedupe', line: 'https://example.com/?refs=1&utm=2', becomes: 'https://example.com/?refs=1&utm=2' },
  { policy: 'dedupe', line: 'https://example.com/?utm%5Fsource=x', becomes: PASSED_ON },
  { policy: 'dedupe', line: 'https://example.com/?=x', becomes: PASSED_ON },
  { policy: 'dedupe', line: 'https://example.com/?utm_source=x&X-Amz-Signature=1', becomes: PASSED_ON },
  { policy: 'links', line: 'https://example.com/?b=1&gclid=2&a=3&', becomes: PASSED_ON },
  { policy: 'links', line: 'https://example.com/?b=1&gclid=2&a=3', becomes: 'https://example.com/?b=1&a=3' },
  { policy: 'dedupe', line: 'https://example.com/%7e', becomes: PASSED_ON },
  { policy: 'dedupe', line: 'https://example.com/%7E', becomes: PASSED_ON },
  { policy: 'dedupe', line: 'https://example.com/%2', becomes: PASSED_ON },
  { policy: 'dedupe', line: 'https://example.com/a/../b', becomes: PASSED_ON },
  { policy: 'dedupe', line: 'https://example.com/a/./b', becomes: PASSED_ON },
  { policy: 'dedupe', line: 'https://Example.com/', becomes: PASSED_ON },
  { policy: 'dedupe', line: 'https://127.0.0.1/', becomes: PASSED_ON },
  { policy: 'dedupe', line: 'https://example.com:443/', becomes: PASSED_ON },
  { policy: 'dedupe', line: 'https://com/', becomes: PASSED_ON },
  { policy: 'dedupe', line: 'https://example.com/\r', becomes: PASSED_ON },
  { policy: 'dedupe', line: 'ftp://example.com/', becomes: PASSED_ON },
  { policy: 'sources', line: 'https://example.com/a', becomes: 'https://example.com/a' },
  { policy: 'sources', line: 'https://example.com/?q={a}', becomes: PASSED_ON },
  { policy: 'feed-aggressive', line: 'https://www.example.com/a', becomes: PASSED_ON },
  { policy: 'feed-aggressive', line: 'https://example.com/a//b', becomes: PASSED_ON },
  { policy: 'feed-aggressive', line: 'https://example.com/a/', becomes: PASSED_ON },
  { policy: 'feed-aggressive', line: 'https://example.com/a/b', becomes: 'https://example.com/a/b' },
  { policy: 'rfc3986', line: 'https://example.com/?b&a&&', becomes: 'https://example.com/?b&a&&' },
  { policy: 'dedupe', line: 'https://example.com/?b=2&a=1&b=1&a#x', becomes: 'https://example.com/?a=1&a&b=2&b=1' },
  { policy: 'dedupe', line: 'https://example.com/?ab=1&a=2&a%20=3#', becomes: 'https://example.com/?a=2&a%20=3&ab=1' },
  { policy: 'dedupe', line: 'https://example.com?b', becomes: PASSED_ON },
  { policy: 'dedupe', line: 'https://example.com/#%7e', becomes: PASSED_ON },
  { policy: 'links', line: 'https://example.com/a#b', becomes: PASSED_ON },
  { policy: 'links', line: 'https://example.com/?b&a', becomes: 'https://example.com/?b&a' },
  { policy: 'sources', line: 'https://example.com', becomes: PASSED_ON },
  { policy: 'sources', line: 'https://example.com/a#b', becomes: 'https://example.com/a' },
]

for (const { policy, line, becomes } of ROWS) {
  test(`${JSON.stringify(line)} under ${policy}: ${becomes === PASSED_ON ? 'is passed on' : becomes}`, () => {
    assert.deepEqual(scanLines(policies[policy], [line]), [becomes])
  })
}

test('a query of more pairs than the scanner sorts is passed on', () => {
  const query = (count: number): string => Array.from({ length: count }, (_, index) => `p${count - index}`).join('&')
  const lines = [`https://example.com/?${query(9)}`, `https://example.com/?${query(100)}`]
  const sorted = 'https://example.com/?p1&p2&p3&p4&p5&p6&p7&p8&p9'
  assert.deepEqual(scanLines(policies.dedupe, lines), [sorted, PASSED_ON])
})
