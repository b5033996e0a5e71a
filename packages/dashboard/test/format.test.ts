import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes, formatDuration, formatRelative, formatShort, plural } from '../src/ui/format.ts'

const HOUR = 3_600_000

test('times are relative, in the largest whole unit', () => {
  const now = Date.UTC(2026, 10, 17)
  assert.equal(formatRelative(now - 3 * HOUR, now), '3 h ago')
  assert.equal(formatRelative(now + 6 * 24 * HOUR, now), 'in 6 d')
  assert.equal(formatRelative(now, now), 'now')
})

test('durations have one unit', () => {
  assert.deepEqual([250, 1500, 90_000, 2 * HOUR, 36 * HOUR].map(formatDuration), [
    '250 ms',
    '1.5 s',
    '1.5 min',
    '2 h',
    '1.5 d',
  ])
})

test('large numbers are short where there is little room', () => {
  assert.deepEqual([999, 9999, 84_120, 999_499, 999_500, 1_208_340, 2e9].map(formatShort), [
    '999',
    '9,999',
    '84.1 k',
    '999 k',
    '1 M',
    '1.21 M',
    '2 G',
  ])
  assert.equal(plural(1, 'page'), '1 page')
  assert.equal(plural(2310, 'host'), '2,310 hosts')
})

test('sizes have the largest unit that gives a whole number', () => {
  assert.deepEqual([0, 999, 1200, 48_000_000, 2.5e9].map(formatBytes), [
    '0 bytes',
    '999 bytes',
    '1.2 kB',
    '48 MB',
    '2.5 GB',
  ])
})
