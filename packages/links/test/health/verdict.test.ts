import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createObservation, type Observation } from '../../src/health/observation.ts'
import { isWell } from '../../src/health/reading.ts'
import { judge } from '../../src/health/verdict.ts'
import type { HealthReason, HealthVerdict } from '../../src/health/words.ts'

// The state machine by example: what is seen, by hours, and what is held of the page after the last look.

const HOUR = 60 * 60 * 1000
const START = Date.UTC(2026, 0, 1)

type Seen = Partial<Observation>

const good: Seen = { status: 200 }
const missing: Seen = { status: 404 }
const broken: Seen = { status: 500 }
const refused: Seen = { failure: 'connect_refused' }
const busy: Seen = { status: 429 }
const later: Seen = { status: 503, retryAfter: 3600 }
const wall: Seen = { status: 403, wall: 'cloudflare' }
const ended: Seen = { status: 410 }
const moved: Seen = { status: 200, arrival: 'elsewhere', chain: [{ status: 301, to: 'https://e.com/new' }] }
const detour: Seen = { status: 200, arrival: 'elsewhere', chain: [{ status: 302, to: 'https://e.com/now' }] }
const home: Seen = { status: 200, arrival: 'home', chain: [{ status: 301, to: 'https://e.com/' }] }
const repair: Seen = {
  status: 200,
  arrival: 'elsewhere',
  missing: 'redirect_like_probe',
  chain: [{ status: 302, to: 'https://e.com/repair.html' }],
}
const replaced: Seen = { ...repair, chain: [{ status: 301, to: 'https://e.com/error.html' }] }
const homeForAll: Seen = { ...home, missing: 'redirect_like_probe', chain: [{ status: 302, to: 'https://e.com/' }] }
const alike: Seen = { status: 200, missing: 'like_probe' }
const shell: Seen = { status: 200, missing: 'like_every_page' }
const says: Seen = { status: 200, missing: 'phrase' }
const outside: Seen = { status: 301, arrival: 'outside', chain: [{ status: 301, to: 'https://casino.net/' }] }
const badTls: Seen = { failure: 'tls_error' }
const alone: Seen = { failure: 'dns_failed', isWitnessed: false }
const robots: Seen = { failure: 'robots_disallowed' }
const late: Seen = { failure: 'process_overloaded' }

const at = (hour: number, seen: Seen): Observation => ({ ...createObservation(START + hour * HOUR), ...seen })

/** As who looks writes it down, who knows what was seen before. */
function lookedAt(seen: readonly (readonly [hour: number, seen: Seen])[]): Observation[] {
  const looks: Observation[] = []
  for (const [hour, each] of seen) looks.push({ ...at(hour, each), wasWell: looks.some(isWell) })
  return looks
}

type Case = readonly [
  why: string,
  seen: readonly (readonly [hour: number, seen: Seen])[],
  verdict: HealthVerdict,
  ...reasons: HealthReason[],
]

const print = (hash: string, words = 100) => ({ words, hash, simhash: hash.padEnd(16, '0'), figures: [] })
const text: Seen = { status: 200, fingerprint: print('aaaa') }
const other: Seen = { status: 200, fingerprint: print('ffff'), replaced: true, drift: 'rewrite' }
const otherAgain: Seen = { ...other, replaced: false }
const sale: Seen = { status: 200, fingerprint: print('0101', 8), parked: true }
const accepted: Seen = { pageDecision: 'accepted' }
const declined: Seen = { pageDecision: 'refused' }

const SUSPICIONS: readonly Case[] = [
  [
    'another page is in its place',
    [
      [0, text],
      [9, other],
    ],
    'takeover_suspect',
    'text_replaced',
  ],
  [
    'for weeks',
    [
      [0, text],
      [9, other],
      [400, other],
      [900, other],
    ],
    'takeover_suspect',
    'text_replaced',
  ],
  [
    'the former text is back, and nobody has decided',
    [
      [0, text],
      [9, other],
      [50, text],
      [90, text],
      [200, text],
    ],
    'takeover_suspect',
    'text_replaced',
  ],
  [
    'a wall stands before it',
    [
      [0, text],
      [9, other],
      [50, wall],
      [900, wall],
    ],
    'takeover_suspect',
    'text_replaced',
  ],
  [
    'a person accepts it',
    [
      [0, text],
      [9, other],
      [10, accepted],
    ],
    'healthy',
  ],
  [
    'and it stays so',
    [
      [0, text],
      [9, other],
      [10, accepted],
      [50, otherAgain],
      [900, otherAgain],
    ],
    'healthy',
  ],
  [
    'until it is replaced again',
    [
      [0, text],
      [9, other],
      [10, accepted],
      [50, other],
    ],
    'takeover_suspect',
    'text_replaced',
  ],
  [
    'a person refuses it',
    [
      [0, text],
      [9, other],
      [10, declined],
      [50, other],
    ],
    'takeover_suspect',
    'text_replaced',
  ],
  [
    'then the former text is back',
    [
      [0, text],
      [9, other],
      [10, declined],
      [50, text],
    ],
    'degraded',
    'recovering',
  ],
  [
    'for good',
    [
      [0, text],
      [9, other],
      [10, declined],
      [50, text],
      [90, text],
    ],
    'healthy',
  ],
  [
    'the domain is for sale',
    [
      [0, text],
      [9, sale],
    ],
    'takeover_suspect',
    'domain_parked',
  ],
  ['at the first look', [[0, sale]], 'takeover_suspect', 'domain_parked'],
  [
    'and bought by somebody',
    [
      [0, text],
      [9, sale],
      [50, other],
      [90, other],
    ],
    'takeover_suspect',
    'domain_parked',
  ],
  [
    'and renewed, and nobody has decided',
    [
      [0, text],
      [9, sale],
      [50, text],
      [90, text],
    ],
    'takeover_suspect',
    'domain_parked',
  ],
  [
    'a person knows better',
    [
      [0, text],
      [9, sale],
      [10, accepted],
      [50, sale],
    ],
    'healthy',
  ],
  [
    'it dies meanwhile',
    [
      [0, text],
      [9, sale],
      [50, missing],
      [90, missing],
      [130, missing],
    ],
    'gone',
    'three_failures',
    'status_404',
  ],
  [
    'and answers again',
    [
      [0, text],
      [9, sale],
      [50, ended],
      [90, text],
      [95, text],
    ],
    'takeover_suspect',
    'domain_parked',
  ],
  [
    'a decision without a suspicion decides nothing',
    [
      [0, text],
      [5, declined],
      [9, text],
    ],
    'healthy',
  ],
  [
    'a page that fails is accepted, and still fails',
    [
      [0, text],
      [9, other],
      [20, missing],
      [30, accepted],
    ],
    'degraded',
    'status_404',
  ],
]

const REDIRECTED = 'redirects_like_a_missing_page'

const NIGHTS: readonly Case[] = [
  [
    'a night of repairs',
    [
      [0, good],
      [24, repair],
    ],
    'degraded',
    REDIRECTED,
  ],
  [
    'a night that is over',
    [
      [0, good],
      [24, repair],
      [48, good],
    ],
    'healthy',
  ],
  [
    'a night that lasts less than a day',
    [
      [0, good],
      [24, repair],
      [47, repair],
    ],
    'degraded',
    REDIRECTED,
  ],
  [
    'a night that lasts a day',
    [
      [0, good],
      [24, repair],
      [48, repair],
    ],
    'soft404',
    REDIRECTED,
  ],
  [
    'two nights with a day between',
    [
      [0, good],
      [24, repair],
      [36, good],
      [48, repair],
    ],
    'degraded',
    REDIRECTED,
  ],
  [
    'repairs between failures',
    [
      [0, good],
      [24, broken],
      [30, repair],
      [54, repair],
    ],
    'soft404',
    REDIRECTED,
  ],
  [
    'repairs do not end a run of failures',
    [
      [0, missing],
      [24, repair],
      [36, missing],
      [72, missing],
    ],
    'gone',
    'three_failures',
    'status_404',
  ],
  [
    'a wall, then repairs',
    [
      [0, wall],
      [24, repair],
    ],
    'degraded',
    REDIRECTED,
  ],
  ['never seen otherwise', [[0, repair]], 'soft404', REDIRECTED],
  [
    'dead before',
    [
      [0, says],
      [24, good],
      [48, repair],
    ],
    'degraded',
    REDIRECTED,
  ],
  [
    'all pages lead home for a night',
    [
      [0, good],
      [24, homeForAll],
    ],
    'degraded',
    'redirects_home',
  ],
  [
    'one page leads home',
    [
      [0, good],
      [24, home],
    ],
    'soft404',
    'redirects_home',
  ],
  [
    'a permanent redirect to where missing pages go',
    [
      [0, good],
      [24, replaced],
    ],
    'soft404',
    REDIRECTED,
  ],
  [
    'a page says that it is missing',
    [
      [0, good],
      [24, says],
    ],
    'soft404',
    'says_it_is_missing',
  ],
  [
    'one text for all missing pages, for a night',
    [
      [0, good],
      [24, alike],
    ],
    'degraded',
    'like_a_missing_page',
  ],
  [
    'one text for all missing pages, for a day',
    [
      [0, good],
      [24, alike],
      [49, alike],
    ],
    'soft404',
    'like_a_missing_page',
  ],
  [
    'one text for all pages from the first look on',
    [
      [0, shell],
      [100, shell],
      [200, shell],
    ],
    'inconclusive',
    'like_every_page',
  ],
  [
    'one text for all pages for a night',
    [
      [0, good],
      [24, shell],
    ],
    'degraded',
    'like_every_page',
  ],
  [
    'one text for all pages for a day',
    [
      [0, good],
      [24, shell],
      [48, shell],
    ],
    'soft404',
    'like_every_page',
  ],
  [
    'a text of its own at last',
    [
      [0, shell],
      [24, good],
    ],
    'healthy',
  ],
]

const CASES: readonly Case[] = [
  ...NIGHTS,
  ...SUSPICIONS,
  ['an answer is healthy', [[0, good]], 'healthy'],
  ['one failure is no death', [[0, missing]], 'degraded', 'status_404'],
  [
    'two failures are not',
    [
      [0, missing],
      [100, missing],
    ],
    'degraded',
    'status_404',
  ],
  [
    'three within 71 hours are not',
    [
      [0, missing],
      [30, missing],
      [71, missing],
    ],
    'degraded',
    'status_404',
  ],
  [
    'a hundred within 71 hours are not',
    Array.from({ length: 100 }, (_, i) => [i * 0.71, broken] as const),
    'degraded',
    'status_500',
  ],
  [
    'three over 72 hours are',
    [
      [0, missing],
      [36, refused],
      [72, broken],
    ],
    'gone',
    'three_failures',
    'status_500',
  ],
  [
    'a good answer between begins anew',
    [
      [0, missing],
      [36, missing],
      [60, good],
      [72, missing],
    ],
    'degraded',
    'status_404',
  ],
  [
    'a busy host is no good answer',
    [
      [0, missing],
      [36, busy],
      [37, missing],
      [72, missing],
    ],
    'gone',
    'three_failures',
    'status_404',
  ],
  [
    'a busy host is no failure',
    [
      [0, missing],
      [36, busy],
      [72, busy],
      [200, missing],
    ],
    'degraded',
    'status_404',
  ],
  [
    'nor is a wall',
    [
      [0, missing],
      [36, wall],
      [72, wall],
      [200, missing],
    ],
    'degraded',
    'status_404',
  ],
  [
    '429 for a year is no death',
    Array.from({ length: 50 }, (_, i) => [i * 170, busy] as const),
    'inconclusive',
    'rate_limited',
  ],
  [
    'a wall for a year is no death',
    Array.from({ length: 50 }, (_, i) => [i * 170, wall] as const),
    'guarded',
    'status_403',
    'bot_wall',
  ],
  [
    '410 is death at once',
    [
      [0, good],
      [24, ended],
    ],
    'gone',
    'status_410',
  ],
  [
    'what is gone stays gone when it is busy',
    [
      [0, ended],
      [24, busy],
    ],
    'gone',
    'status_410',
  ],
  [
    'and when it fails otherwise',
    [
      [0, ended],
      [24, broken],
    ],
    'gone',
    'status_410',
  ],
  [
    'one good answer is the beginning of life',
    [
      [0, ended],
      [24, good],
    ],
    'degraded',
    'recovering',
  ],
  [
    'a second one is life',
    [
      [0, ended],
      [24, good],
      [48, good],
    ],
    'healthy',
  ],
  [
    'who recovers and fails is in trouble, not dead',
    [
      [0, ended],
      [24, good],
      [48, broken],
    ],
    'degraded',
    'status_500',
  ],
  ['a permanent redirect is a move', [[0, moved]], 'moved', 'permanent_redirect'],
  ['a temporary one is none', [[0, detour]], 'healthy'],
  [
    'a redirect to the home page is a soft 404',
    [
      [0, good],
      [24, home],
    ],
    'soft404',
    'redirects_home',
  ],
  [
    'a soft 404 that is busy stays one',
    [
      [0, home],
      [24, busy],
    ],
    'soft404',
    'redirects_home',
  ],
  [
    'a soft 404 that fails long enough is gone',
    [
      [0, home],
      [1, missing],
      [40, missing],
      [73, missing],
    ],
    'gone',
    'three_failures',
    'status_404',
  ],
  [
    'a redirect off the allowlist is suspect at once',
    [
      [0, good],
      [24, outside],
    ],
    'takeover_suspect',
    'left_allowlist',
  ],
  [
    'even of what is gone',
    [
      [0, ended],
      [24, outside],
    ],
    'takeover_suspect',
    'left_allowlist',
  ],
  [
    'and stays so when it fails',
    [
      [0, outside],
      [24, broken],
    ],
    'takeover_suspect',
    'left_allowlist',
  ],
  [
    'and is not forgotten at the first good answer',
    [
      [0, outside],
      [24, good],
    ],
    'degraded',
    'recovering',
  ],
  [
    'a bad certificate for a year is no death',
    Array.from({ length: 50 }, (_, i) => [i * 170, badTls] as const),
    'degraded',
    'tls_error',
  ],
  [
    'what is known stays known while the host is busy',
    [
      [0, good],
      [24, later],
      [48, later],
    ],
    'healthy',
  ],
  [
    'but not for ever',
    [
      [0, good],
      [24, later],
      [48, later],
      [96, later],
    ],
    'inconclusive',
    'busy',
  ],
  ['robots.txt may forbid to know', [[0, robots]], 'inconclusive', 'robots_disallowed'],
  [
    'a process without CPU time says nothing',
    [
      [0, good],
      [99, late],
      [100, late],
    ],
    'healthy',
  ],
  [
    'where nobody answers it may be us',
    [
      [0, alone],
      [40, alone],
      [80, alone],
    ],
    'inconclusive',
    'nobody_answered',
    'dns_failed',
  ],
  ['a login guards', [[0, { status: 401 }]], 'guarded', 'status_401'],
]

for (const [why, seen, verdict, ...reasons] of CASES) {
  test(`${why}: ${seen.length < 6 ? seen.map(([hour, { status, failure }]) => `${hour} h ${failure ?? status}`).join(', ') : `${seen.length} looks`} -> ${verdict}`, () => {
    const judgement = judge(lookedAt(seen))
    assert.deepEqual([judgement?.verdict, judgement?.reasons], [verdict, reasons])
  })
}

test('when it was last seen in order is known, and forgotten by nothing that comes after', () => {
  const last = (seen: readonly (readonly [hour: number, seen: Seen])[]): number | null => {
    const time = judge(lookedAt(seen))?.lastGood ?? null
    return time === null ? null : (time - START) / HOUR
  }
  assert.equal(last([[0, missing]]), null)
  assert.equal(last([[0, wall]]), null)
  assert.equal(last([[0, sale]]), null)
  assert.equal(
    last([
      [0, good],
      [5, moved],
      [9, missing],
      [99, missing],
    ]),
    5,
  )
  assert.equal(
    last([
      [0, text],
      [9, other],
      [50, text],
    ]),
    0,
  )
  assert.equal(
    last([
      [0, text],
      [9, other],
      [10, accepted],
    ]),
    9,
  )
})

test('a move names the last URL that permanent redirects lead to', () => {
  const chain = [
    { status: 301, to: 'https://e.com/b' },
    { status: 308, to: 'https://e.com/c' },
    { status: 302, to: 'https://e.com/d' },
  ]
  assert.equal(judge([at(0, { status: 200, arrival: 'elsewhere', chain })])?.movedTo, 'https://e.com/c')
})

const DAY = 24 * HOUR
for (const [days, notes] of [
  [13, ['certificate_expires_soon']],
  [15, []],
] as const) {
  test(`a certificate that ends in ${days} days: ${notes.join() || 'no note'}`, () => {
    const seen = at(0, { ...good, certificateExpires: START + days * DAY })
    assert.deepEqual(judge([seen])?.notes, notes)
  })
}

test('nothing seen, nothing held', () => assert.equal(judge([]), null))
