import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applySignal, computeBackoff, type HostPace, type HostSignal } from '../../src/hosts/pace.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/hosts/settings.ts'
import { resolveFrontierSettings } from '../../src/frontier/frontier-settings.ts'

const NOW = 1_000_000_000_000
const WELL: HostPace = {
  allowedAt: 0,
  robotsDelayMs: null,
  delayMs: null,
  backoffLevel: 0,
  backoffUntil: null,
  busyResponses: 0,
  failures: 0,
  failingSince: null,
  reason: null,
  isDown: false,
  spreads: null,
}
const ANSWERED: HostSignal = { sinceMs: 0, result: 'answered', reason: null, retryAfterMs: null }
const FAILED: HostSignal = { ...ANSWERED, result: 'failed', reason: 'connect_refused' }
const BUSY: HostSignal = { ...ANSWERED, result: 'busy', reason: 'rate_limited' }
const settings = resolveFrontierSettings({ random: () => 0.5 })

const cases: readonly [
  why: string,
  host: Partial<HostPace>,
  signal: Partial<HostSignal>,
  becomes: Partial<HostPace>,
][] = [
  ['an answer: the pause counts from the request', {}, { sinceMs: 300 }, { allowedAt: NOW + 700 }],
  ['an answer that took longer than the pause', {}, { sinceMs: 5000 }, { allowedAt: NOW - 4000 }],
  ['a time in the future is now', {}, { sinceMs: -5000 }, { allowedAt: NOW + SECOND }],
  ['a host that was not asked', { allowedAt: 7 }, { sinceMs: null }, { allowedAt: 7 }],
  ['robots.txt asks for more', { robotsDelayMs: 5000 }, {}, { allowedAt: NOW + 5000 }],
  ['robots.txt asks for less', { robotsDelayMs: 5 }, {}, { allowedAt: NOW + SECOND }],
  ['a later time stays', { allowedAt: NOW + HOUR }, {}, { allowedAt: NOW + HOUR }],
  ['the first failure', {}, FAILED, { allowedAt: NOW + MINUTE, failures: 1, failingSince: NOW, isDown: false }],
  [
    'the third failure in a row',
    { failures: 2, failingSince: 5, backoffLevel: 2 },
    FAILED,
    { allowedAt: NOW + 4 * MINUTE, isDown: true, failingSince: 5 },
  ],
  [
    'an answer after failures',
    { failures: 5, failingSince: 5, isDown: true, backoffLevel: 5, spreads: 'retry' },
    {},
    { failures: 0, failingSince: null, isDown: false, spreads: null, backoffLevel: 5 },
  ],
  [
    'down for more than a week',
    { failures: 9, failingSince: NOW - 8 * DAY, isDown: true, reason: 'connect_refused' },
    FAILED,
    { spreads: 'dead' },
  ],
  [
    'down for a day',
    { failures: 9, failingSince: NOW - DAY, isDown: true, reason: 'connect_refused' },
    FAILED,
    { spreads: null },
  ],
  [
    'down for another reason than before',
    { failures: 9, failingSince: NOW, isDown: true, reason: 'reset' },
    FAILED,
    { spreads: 'retry' },
  ],
  [
    'busy is no failure',
    { failures: 2, failingSince: 5 },
    BUSY,
    { failures: 0, allowedAt: NOW + MINUTE, reason: 'rate_limited' },
  ],
  [
    'busy for the ninth time in a row',
    { busyResponses: 8 },
    { ...BUSY, retryAfterMs: 0 },
    { busyResponses: 9, isDown: false },
  ],
  [
    'busy for the tenth time in a row: nobody waits for it',
    { busyResponses: 9 },
    { ...BUSY, retryAfterMs: 0 },
    { busyResponses: 10, isDown: true, spreads: 'retry', failures: 0, failingSince: null },
  ],
  [
    'busy once more: its URLs know it already',
    { busyResponses: 10, isDown: true, reason: 'rate_limited' },
    BUSY,
    { isDown: true, spreads: null },
  ],
  ['an answer after being busy', { busyResponses: 12, isDown: true }, {}, { busyResponses: 0, isDown: false }],
  ['busy for an hour', {}, { ...BUSY, retryAfterMs: HOUR }, { isDown: false, spreads: null }],
  ['busy for more than an hour', {}, { ...BUSY, retryAfterMs: HOUR + 1 }, { isDown: true, spreads: 'retry' }],
  ['busy, and says when', {}, { ...BUSY, retryAfterMs: 120_000 }, { allowedAt: NOW + 2 * MINUTE, backoffLevel: 0 }],
  [
    'busy for the ninth time, at once: as soon as it may be',
    { busyResponses: 8 },
    { ...BUSY, retryAfterMs: 0 },
    { allowedAt: NOW + SECOND },
  ],
  [
    'busy for the tenth time, and wants to be asked at once: it waits as a host does that fails',
    { busyResponses: 9 },
    { ...BUSY, retryAfterMs: 0 },
    { allowedAt: NOW + MINUTE },
  ],
  [
    'busy for the twelfth time: four times as long',
    { busyResponses: 11 },
    { ...BUSY, retryAfterMs: 0 },
    { allowedAt: NOW + 4 * MINUTE },
  ],
  [
    'busy for the tenth time, and says when: not before that',
    { busyResponses: 9 },
    { ...BUSY, retryAfterMs: 120_000 },
    { allowedAt: NOW + 2 * MINUTE },
  ],
  ['busy, for longer than a day', {}, { ...BUSY, retryAfterMs: 1e12 }, { allowedAt: NOW + DAY }],
  ['busy, until a time that has passed', {}, { ...BUSY, retryAfterMs: 0 }, { allowedAt: NOW + SECOND }],
  ['busy again within half an hour', { backoffLevel: 3, backoffUntil: NOW - 30 * MINUTE }, BUSY, { backoffLevel: 4 }],
  [
    'busy again after half an hour of quiet',
    { backoffLevel: 3, backoffUntil: NOW - 31 * MINUTE },
    BUSY,
    { backoffLevel: 1 },
  ],
  [
    'silence is not forgiven',
    { failures: 3, failingSince: 5, allowedAt: NOW - DAY },
    FAILED,
    { allowedAt: NOW + 8 * MINUTE },
  ],
  [
    'a failure after an answer waits as the first one does, however often it was busy',
    { backoffLevel: 6, backoffUntil: NOW },
    FAILED,
    { allowedAt: NOW + MINUTE, backoffLevel: 6 },
  ],
  [
    'a name that nobody has waits an hour once it is down',
    { failures: 2 },
    { ...FAILED, reason: 'dns_nxdomain' },
    { allowedAt: NOW + HOUR },
  ],
  ['nothing is known', { failures: 2, reason: 'reset' }, { result: 'silent' }, { failures: 2, reason: 'reset' }],
]

for (const [why, host, signal, becomes] of cases) {
  test(`the clocks of a host: ${why}`, () => {
    const after = applySignal({ ...WELL, ...host }, { ...ANSWERED, ...signal }, settings, NOW)
    assert.deepEqual({ ...after, ...becomes }, after)
  })
}

test('each wait is twice the last, a tenth more or less, and at most a day', () => {
  assert.deepEqual(
    [0, 1, 2, 10, 11, 1000].map((level) => computeBackoff(level, settings)),
    [MINUTE, 2 * MINUTE, 4 * MINUTE, 1024 * MINUTE, DAY, DAY],
  )
  assert.equal(computeBackoff(0, resolveFrontierSettings({ random: () => 0 })), 54 * SECOND)
  assert.ok(computeBackoff(0, resolveFrontierSettings({ random: () => 0.9999 })) < 66 * SECOND)
})
