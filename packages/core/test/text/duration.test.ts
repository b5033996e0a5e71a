import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createDurationParser, formatDuration, formatDurationPattern } from '../../src/text/duration.ts'
import { createSizeParser } from '../../src/text/size.ts'
import { runs } from '@canonist/test-support/runs.ts'

const DURATIONS = [
  { text: '250ms', ms: 250 },
  { text: '30s', ms: 30_000 },
  { text: '1.5s', ms: 1500 },
  { text: '5m', ms: 300_000 },
  { text: '2h', ms: 7_200_000 },
  { text: '7d', ms: 604_800_000 },
  { text: '30', ms: 30_000 },
  { text: '0', ms: 0 },
  { text: '0.2ms', ms: 1 },
]
for (const { text, ms } of DURATIONS) test(`${text} is ${ms} ms`, () => assert.equal(createDurationParser()(text), ms))

test('a flag may give another unit to a bare number', () => {
  assert.equal(createDurationParser({ bareUnit: 'ms' })('30'), 30)
  assert.equal(createDurationParser({ bareUnit: 'ms' })('30s'), 30_000)
})

for (const text of ['', 's', '-1s', '5 s', '5x', '1h30m', '0x10', 'Infinity', '1e3', '31d', '5S']) {
  test(`${JSON.stringify(text)} is not a duration that is allowed`, () => {
    assert.throws(() => createDurationParser()(text), /a duration from 0s to 30d, such as 250ms, 30s, 5m, 2h, 7d/)
  })
}

const SHOWN = [
  { ms: 250, shown: '250 ms' },
  { ms: 3000, shown: '3 s' },
  { ms: 90_000, shown: '90 s' },
  { ms: 120_000, shown: '2 min' },
  { ms: 86_400_000, shown: '1 d' },
  { ms: 0, shown: '0 ms' },
]
for (const { ms, shown } of SHOWN) test(`${ms} ms is shown as ${shown}`, () => assert.equal(formatDuration(ms), shown))

const SIZES = [
  { text: '500kB', bytes: 500_000 },
  { text: '5MB', bytes: 5_000_000 },
  { text: '1.5MB', bytes: 1_500_000 },
  { text: '1GB', bytes: 1_000_000_000 },
  { text: '2048', bytes: 2048 },
  { text: '2048B', bytes: 2048 },
]
for (const { text, bytes } of SIZES)
  test(`${text} is ${bytes} bytes`, () => assert.equal(createSizeParser('1kB', '1GB')(text), bytes))

for (const text of ['', 'MB', '5 MB', '5mb', '5KB', '-1MB', '2GB', '999', '1e9']) {
  test(`${JSON.stringify(text)} is not a size that is allowed`, () => {
    assert.throws(() => createSizeParser('1kB', '1GB')(text), /a size from 1kB to 1GB, such as 500kB, 5MB or 1GB/)
  })
}

const RANGES = [
  { isPositive: true, mostDays: 30, limits: { least: '1ms', most: '30d' } },
  { isPositive: false, mostDays: 1, limits: { least: '0s', most: '1d' } },
]
for (const { isPositive, mostDays, limits } of RANGES) {
  const pattern = new RegExp(formatDurationPattern({ isPositive, mostDays }))
  const [read, most] = [createDurationParser(limits), mostDays * 86_400_000]
  const isRead = (text: string): boolean => {
    try {
      return read(text) >= 0
    } catch {
      return false
    }
  }
  const unit = fc.constantFrom('ms', 's', 'm', 'h', 'd', '', 'x')
  const near = fc.integer({ min: -2, max: 2 })
  const size = fc.constantFrom(1, 1000, 60_000, 3_600_000, 86_400_000)
  const whole = fc.oneof(
    fc.nat().map(String),
    fc.constantFrom('0', '00', '007', '01', '-1', ''),
    fc.tuple(size, near).map(([ms, by]) => String(most / ms + by)),
  )
  const rest = fc.oneof(
    fc.constantFrom('', '.', '.0', '.000', '.001', '.10'),
    fc.nat(9999).map((digits) => `.${digits}`),
  )

  test(`the pattern of durations to ${mostDays} days matches those that the parser accepts`, () =>
    fc.assert(
      fc.property(whole, rest, unit, (number, part, name) => {
        const text = number + part + name
        assert.equal(pattern.test(text), isRead(text), text)
      }),
      {
        ...runs(3000),
        examples: [
          ['0', '', ''],
          ['0', '.1', 'ms'],
          [String(most), '.0', 'ms'],
          [String(most), '.1', 'ms'],
        ],
      },
    ))
}

test('a long text that is almost a duration is refused at once', () => {
  const pattern = new RegExp(formatDurationPattern({ isPositive: true, mostDays: 30 }))
  const digits = '1'.repeat(100_000)
  const zeros = '0'.repeat(100_000)
  const started = performance.now()
  for (const text of [
    `0.${digits}`,
    `1.${digits}`,
    digits,
    zeros,
    `${zeros}1`,
    `${zeros}.${zeros}`,
    `${zeros}1.${zeros}`,
  ])
    assert.ok(!pattern.test(`${text}x`))
  assert.ok(performance.now() - started < 1000)
})
