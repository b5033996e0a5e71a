import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBar, formatProgress } from '../../src/cli/output/format-progress.ts'
import { Pace } from '../../src/cli/output/pace.ts'

const LINES = [
  { count: 0, total: 40, shown: '0 of 40 URLs' },
  { count: 12, failed: 2, total: 40, shown: '12 of 40 URLs, 2 failed' },
  { count: 10, total: 40, perSecond: 1, leftMs: 30_000, shown: '10 of 40 URLs, 1/s, about 30 s left' },
  {
    count: 1000,
    failed: 1,
    total: 4000,
    perSecond: 1.666,
    leftMs: 1_800_000,
    shown: '1,000 of 4,000 URLs, 1 failed, 1.7/s, about 30 min left',
  },
  { count: 12, failed: 2, total: null, perSecond: 41_237, shown: '12 URLs, 2 failed, 41,000/s' },
  { count: 12, total: null, perSecond: 0.034, shown: '12 URLs, 0.034/s' },
  { count: 12, total: 13, perSecond: 0, shown: '12 of 13 URLs, 0/s' },
  { count: 1, total: 2, perSecond: 1, leftMs: 10, shown: '1 of 2 URLs, 1/s, about 1 s left' },
  { count: 1, total: 2, perSecond: 1, leftMs: 7_300_000, shown: '1 of 2 URLs, 1/s, about 2 h left' },
]
for (const { shown, ...state } of LINES) {
  test(`the progress line: ${shown}`, () =>
    assert.equal(formatProgress({ unit: 'URLs', perSecond: null, leftMs: null, ...state }), shown))
}

const BARS = [
  { share: 0, columns: 119, shown: `${'░'.repeat(20)}   0 % ` },
  { share: 0.999, columns: 119, shown: `${'█'.repeat(20)}  99 % ` },
  { share: 1, columns: 119, shown: `${'█'.repeat(20)} 100 % ` },
  { share: 0.5, columns: 79, shown: `${'█'.repeat(5)}${'░'.repeat(5)}  50 % ` },
  { share: 0.5, columns: 40, shown: ' 50 % ' },
]
for (const { share, columns, shown } of BARS)
  test(`the bar in ${columns} columns: ${shown}`, () => assert.equal(formatBar(share, columns), shown))

test('a long list has room for all numbers in 80 columns, the last of which stays empty', () => {
  const state = { count: 1_049_997, total: 1_200_000, perSecond: 17_321, leftMs: 2_000_000, unit: 'pages' }
  const line = `${formatBar(0.87, 79)}${formatProgress(state)}`
  assert.ok(line.length <= 79, line)
})

test('the pace is that of the last fifteen seconds, and unknown for two', () => {
  const pace = new Pace()
  const at = (second: number, count: number): number | null => pace.note(second * 1000, count)
  assert.deepEqual([at(0, 0), at(1, 10), at(2, 20)], [null, null, 10])
  for (let second = 3; second <= 60; second += 1) at(second, second * 10)
  // Half as fast from now on.
  for (let second = 61; second <= 76; second += 1) at(second, 600 + (second - 60) * 5)
  assert.equal(at(77, 685), 5)
  for (let second = 78; second <= 93; second += 1) at(second, 685)
  assert.equal(at(94, 685), 0)
})
