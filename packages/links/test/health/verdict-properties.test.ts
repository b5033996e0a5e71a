import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createObservation, type Observation } from '../../src/health/observation.ts'
import { readObservation } from '../../src/health/reading.ts'
import { GONE_MS } from '../../src/health/machine.ts'
import { driftAt, judge, suspicionAfter, worthKeeping } from '../../src/health/verdict.ts'
import type { HealthVerdict } from '../../src/health/words.ts'
import { runs } from '@canonist/test-support/runs.ts'

// What must hold of the state machine whatever is seen.

const HOUR = 60 * 60 * 1000
const TO = 'https://e.com/new'
const print = (words: number, hash: string) => ({ words, hash, simhash: hash.padEnd(16, '0'), figures: [] })

const KINDS: readonly Partial<Observation>[] = [
  { status: 200 },
  { status: 200, fingerprint: print(100, 'aaaa') },
  { status: 200, fingerprint: print(100, 'ffff') },
  { status: 200, fingerprint: print(100, 'ffff'), drift: 'rewrite' },
  { status: 200, fingerprint: print(3, '1111') },
  { status: 304, isUnchanged: true },
  { status: 200, arrival: 'elsewhere', chain: [{ status: 301, to: TO }] },
  { status: 200, arrival: 'home', chain: [{ status: 302, to: 'https://e.com/' }] },
  { status: 200, missing: 'phrase' },
  { status: 200, missing: 'like_probe', wasWell: true },
  { status: 200, missing: 'like_every_page' },
  { status: 200, missing: 'redirect_like_probe', wasWell: true, chain: [{ status: 302, to: TO }] },
  { status: 404 },
  { status: 500 },
  { failure: 'connect_refused' },
  { failure: 'tls_error' },
  { failure: 'dns_failed', isWitnessed: false },
  { status: 429 },
  { status: 403, wall: 'cloudflare' },
  { status: 410 },
  { status: 301, arrival: 'outside', chain: [{ status: 301, to: 'https://casino.net/' }] },
]

/** Somebody else's page in the place of this one, and what a person said to that. */
const SUSPICIOUS: readonly Partial<Observation>[] = [
  { status: 200, fingerprint: print(100, '0f0f'), replaced: true, drift: 'rewrite' },
  { status: 200, fingerprint: print(9, '0101'), parked: true },
  { pageDecision: 'accepted' },
  { pageDecision: 'refused' },
]

const at = (ms: number, seen: Partial<Observation>): Observation => ({ ...createObservation(ms), ...seen, at: ms })

const observation = (hours: number, kinds = KINDS): fc.Arbitrary<Observation> =>
  fc
    .record({ kind: fc.constantFrom(...kinds), hour: fc.integer({ min: 0, max: hours }) })
    .map(({ kind, hour }) => at(hour * HOUR, kind))
const history = (hours = 400, kinds = KINDS): fc.Arbitrary<Observation[]> =>
  fc.array(observation(hours, kinds), { minLength: 1, maxLength: 40 })
const ALL = [...KINDS, ...SUSPICIOUS, ...SUSPICIOUS, ...SUSPICIOUS]

/** Adds to each look what a pass writes down with it: what was suspected before it, and how its text compares. */
function lookedAt(seen: readonly Observation[]): Observation[] {
  const looks: Observation[] = []
  for (const each of seen.toSorted((a, b) => a.at - b.at))
    looks.push({ ...each, suspicion: suspicionAfter(looks), drift: each.drift ?? driftAt(looks, each) })
  return looks
}

/** Forgets after each look, as a pass does, and compares with the judgement of somebody who forgets nothing. */
function assertForgettable(all: readonly Observation[], newest: number): void {
  let kept: Observation[] = []
  for (const [index, each] of all.entries()) {
    kept = worthKeeping([...kept, each], newest)
    const looks = kept.filter(({ pageDecision }) => pageDecision === null)
    assert.ok(looks.length <= newest + 18, `${looks.length} are kept`)
    assert.deepEqual(judge(kept), judge(all.slice(0, index + 1)))
  }
}

const SEVERITY: readonly HealthVerdict[] = [
  'healthy',
  'moved',
  'guarded',
  'inconclusive',
  'degraded',
  'soft404',
  'takeover_suspect',
  'gone',
]
const severity = (observations: readonly Observation[]): number =>
  SEVERITY.indexOf(judge(observations)?.verdict ?? 'healthy')

test('the order in which evidence is written down does not matter, not even of what was seen at the same time', () => {
  fc.assert(
    fc.property(
      // Few hours: many things are seen at the same time.
      history(10, ALL).chain((seen) =>
        fc.tuple(fc.constant(seen), fc.shuffledSubarray(seen, { minLength: seen.length })),
      ),
      ([seen, shuffled]) => assert.deepEqual(judge(shuffled), judge(seen)),
    ),
    runs(100),
  )
})

test('the evidence that a judgement names gives the same judgement', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(observation(400, ALL), { selector: ({ at }) => at, minLength: 1, maxLength: 40 }),
      (list) => {
        const seen = lookedAt(list)
        const judgement = judge(seen)
        const times = new Set([...(judgement?.evidence ?? []), Math.max(...seen.map(({ at }) => at))])
        assert.deepEqual(judge(seen.filter(({ at }) => times.has(at))), judgement)
      },
    ),
    runs(2000),
  )
})

test('what is forgotten changes no judgement, now and later', () => {
  fc.assert(
    fc.property(history(2000, ALL), fc.integer({ min: 1, max: 4 }), (seen, newest) => {
      assertForgettable(
        lookedAt(seen.toSorted((a, b) => a.at - b.at).map((each, index) => at(each.at + index, each))),
        newest,
      )
    }),
    runs(500),
  )
})

const [REPLACED = {}, PARKED = {}, ACCEPTED = {}, REFUSED = {}] = SUSPICIOUS
const [GOOD = {}, TEXT = {}] = KINDS
const THIN: Partial<Observation> = { status: 200, fingerprint: print(3, '1111') }
const UNKNOWN: Partial<Observation> = { status: 429 }

// Each ends with a person who accepts a text that is next to nothing, after having refused another one.
const ACCEPTED_AT_LAST: readonly { why: string; newest: number; seen: readonly Partial<Observation>[] }[] = [
  {
    why: 'the text before is forgotten with the decision',
    newest: 3,
    seen: [REPLACED, ACCEPTED, PARKED, REFUSED, GOOD, THIN, ACCEPTED],
  },
  {
    why: 'the text before is forgotten with the look after the decision',
    newest: 4,
    seen: [TEXT, REPLACED, REFUSED, GOOD, THIN, ACCEPTED, UNKNOWN],
  },
  {
    why: 'what is left of the texts before is thin as well',
    newest: 6,
    seen: [TEXT, THIN, REPLACED, REFUSED, THIN, ACCEPTED, UNKNOWN],
  },
]
for (const { why, newest, seen } of ACCEPTED_AT_LAST)
  test(`an accepted text is healthy at once, also of what is kept (${why})`, () => {
    const all = lookedAt(seen.map((each, index) => at(index * HOUR, each)))
    assert.equal(judge(all)?.verdict, 'healthy')
    assertForgettable(all, newest)
  })

test('nothing is gone without a 410 or three failures over 72 hours with no good answer between', () => {
  fc.assert(
    fc.property(history(), (seen) => {
      if (judge(seen)?.verdict !== 'gone') return
      const kinds = seen.map((each) => ({ at: each.at, kind: readObservation(each).kind }))
      if (kinds.some(({ kind }) => kind === 'ended')) return
      const failures = kinds
        .filter(({ kind }) => kind === 'failed')
        .map(({ at }) => at)
        .toSorted((a, b) => a - b)
      const isProved = failures.some((first) => {
        const run = failures.filter(
          (at) => at >= first && !kinds.some((each) => each.kind === 'good' && each.at > first && each.at < at),
        )
        return run.length >= 3 && (run.at(-1) ?? 0) - first >= GONE_MS
      })
      assert.ok(isProved)
    }),
    runs(2000),
  )
})

test('one more failure never makes a verdict better', () => {
  fc.assert(
    fc.property(history(), fc.integer({ min: 401, max: 900 }), (seen, hour) => {
      const failed = at(hour * HOUR, { status: 404 })
      assert.ok(severity([...seen, failed]) >= Math.min(severity(seen), SEVERITY.indexOf('degraded')))
      assert.ok(severity([...seen, failed]) >= severity(seen) || judge(seen)?.verdict === 'takeover_suspect')
    }),
    runs(100),
  )
})

test('two good answers in a row make everything well', () => {
  fc.assert(
    fc.property(history(), (seen) => {
      const answers = [500, 501].map((hour) => at(hour * HOUR, { status: 200 }))
      assert.equal(judge([...seen, ...answers])?.verdict, 'healthy')
    }),
    runs(100),
  )
})

test('busy hosts and walls never make anything gone', () => {
  const harmless = KINDS.filter(({ status, wall }) => status === 429 || wall !== undefined || status === 200)
  const kinds = fc.array(fc.constantFrom(...harmless), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(kinds, (list) => {
      const seen = list.map((kind, index) => at(index * 100 * HOUR, kind))
      assert.notEqual(judge(seen)?.verdict, 'gone')
    }),
    runs(100),
  )
})

test('a suspicion holds whatever is seen, until a person has decided', () => {
  const undecided = [...KINDS, ...SUSPICIOUS.slice(0, 2)]
  fc.assert(
    fc.property(
      history(400, undecided),
      fc.constantFrom(...SUSPICIOUS.slice(0, 2)),
      history(400, undecided),
      (a, seen, b) => {
        const later = b.map((each) => at(each.at + 500 * HOUR, each))
        const judgement = judge([...a, at(450 * HOUR, seen), ...later])
        assert.notEqual(judgement?.suspicion, null)
        assert.ok(judgement?.verdict === 'takeover_suspect' || judgement?.verdict === 'gone', judgement?.verdict)
      },
    ),
    runs(100),
  )
})
