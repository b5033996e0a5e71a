import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { show } from '@canonist/test-support/show.ts'
import { parseRetryAfter } from '../../src/net/politeness/retry-after.ts'

const NOW = Date.UTC(2026, 4, 10, 12, 0, 0)

const CASES = [
  { why: 'seconds', text: '120', seconds: 120 },
  { why: 'none at all', text: '0', seconds: 0 },
  { why: 'white space around', text: ' 7 ', seconds: 7 },
  { why: 'at most a day', text: '86401', seconds: 86_400 },
  { why: 'beyond all numbers', text: '9'.repeat(400), seconds: 86_400 },
  { why: 'a date', text: 'Sun, 10 May 2026 12:01:30 GMT', seconds: 90 },
  { why: 'a date as in RFC 850', text: 'Sunday, 10-May-26 12:01:30 GMT', seconds: 90 },
  { why: 'a date as of asctime, which is in UTC', text: 'Sun May 10 12:01:30 2026', seconds: 90 },
  { why: 'a day of one digit', text: 'Mon Jun  1 00:00:00 2026', seconds: 86_400 },
  { why: 'a leap second', text: 'Sun, 10 May 2026 12:59:60 GMT', seconds: 3599 },
  { why: 'a leap second of asctime', text: 'Sun May 10 12:59:60 2026', seconds: 3599 },
  { why: 'a date that is over', text: 'Sun, 10 May 2026 11:00:00 GMT', seconds: 0 },
  { why: 'a date far away', text: 'Sun, 10 May 2099 11:00:00 GMT', seconds: 86_400 },
  { why: 'nothing', text: '', seconds: null },
  { why: 'a fraction', text: '1.5', seconds: null },
  { why: 'a negative number', text: '-1', seconds: null },
  { why: 'an exponent', text: '1e3', seconds: null },
  { why: 'words', text: 'soon', seconds: null },
  { why: 'a date that no calendar has', text: 'Sun, 99 May 2026 12:01:30 GMT', seconds: null },
  { why: 'a date of another form', text: '2026-05-10T12:01:30Z', seconds: null },
  { why: 'another zone', text: 'Sun, 10 May 2026 12:01:30 PST', seconds: null },
]

describe('parseRetryAfter', () => {
  for (const { why, text, seconds } of CASES) {
    test(`${show(text)} -> ${seconds} (${why})`, () => assert.equal(parseRetryAfter(text, NOW), seconds))
  }

  test('the first of several headers counts, and none is none', () => {
    assert.equal(parseRetryAfter(['5', '9'], NOW), 5)
    assert.equal(parseRetryAfter([], NOW), null)
    assert.equal(parseRetryAfter(undefined, NOW), null)
  })

  test('a date is the same wherever the machine is, also in the hour that summer time skips', () => {
    const before = process.env['TZ']
    const now = Date.UTC(2026, 2, 29, 0, 30)
    try {
      process.env['TZ'] = 'Europe/Madrid'
      assert.equal(new Date(now).getTimezoneOffset(), -60, 'the clock of this machine is that of Madrid')
      assert.equal(parseRetryAfter('Sun, 29 Mar 2026 02:30:00 GMT', now), 7200)
      assert.equal(parseRetryAfter('Sun Mar 29 02:30:00 2026', now), 7200)
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })

  test('without the present, a date says nothing', () => {
    assert.equal(parseRetryAfter('Sun, 10 May 2026 12:01:30 GMT'), null)
    assert.equal(parseRetryAfter('30'), 30)
  })
})
