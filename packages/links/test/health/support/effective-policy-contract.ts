import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { definePolicy, type PolicySpec } from '@canonist/core'
import { createAdmitter } from '@canonist/web/internal/admit/admit'
import { openHealth } from '../../../src/health/open-health.ts'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import type { TurnedAway } from '../../../src/health/sql/pages.sql.ts'
import { collect, DAY, webFetcher } from './simulated-health.ts'

const spec = (name: string): PolicySpec => ({
  name,
  extends: 'sources',
  hosts: { allow: ['example.com', `${name}.es`] },
})

/** Admissions, one a day: the name of a policy and the URL. */
type Days = readonly (readonly [policy: string, url: string])[]

const TEA = 'https://example.com/tea/green-tea'
const CUP = 'https://example.com/cup/china-cup'

/** Allowed by the policy `one` alone. */
const ONE = 'https://www.one.es/pot/iron-pot'

const CASES: readonly (readonly [why: string, days: Days, ruling: string])[] = [
  ['nothing was admitted', [], 'kept registry'],
  ['one policy', [['one', TEA]], 'one admissions'],
  [
    'another policy came later',
    [
      ['one', TEA],
      ['two', CUP],
    ],
    'two admissions',
  ],
  [
    'another policy was tried and taken back',
    [
      ['one', TEA],
      ['two', TEA],
      ['one', TEA],
    ],
    'one admissions',
  ],
  [
    'the first policy was the last to be used',
    [
      ['one', TEA],
      ['two', CUP],
      ['one', TEA],
    ],
    'one admissions',
  ],
  [
    'what was turned away was judged, too',
    [
      ['one', TEA],
      ['two', 'https://elsewhere.net/x'],
    ],
    'two admissions',
  ],
]

async function admitDaily(location: string, days: Days): Promise<void> {
  let time = Date.UTC(2026, 0, 1)
  const registry = await openRegistry(location, {
    now: () => time,
    policyIfNew: definePolicy({ name: 'kept', extends: 'dedupe', query: { strip: ['kept'] } }),
  })
  await registry.ingest(['https://example.com/'])
  for (const [name, url] of days) {
    time += DAY
    const policy = definePolicy(spec(name))
    const admitter = createAdmitter({ policy: policy.spec, offline: true })
    await registry.recordAdmission(await admitter.admit(url), { offline: true, policy })
    await admitter.close()
  }
  await registry.close()
}

/** Who is asked after the days, and who is told of as turned away. */
const TURNED_AWAY: readonly (readonly [why: string, days: Days, asked: boolean])[] = [
  ['let in', [['one', ONE]], true],
  [
    'let in, then turned away',
    [
      ['one', ONE],
      ['two', ONE],
    ],
    false,
  ],
  [
    'turned away, then let in again',
    [
      ['one', ONE],
      ['two', ONE],
      ['one', ONE],
    ],
    true,
  ],
  [
    'turned away by one of two spellings',
    [
      ['one', ONE],
      ['one', `${ONE}#top`],
      ['two', ONE],
    ],
    true,
  ],
]

async function checkAll(location: string): Promise<{ asked: string[]; turnedAway: TurnedAway; due: string[] }> {
  const health = await openHealth(location, { now: () => Date.UTC(2026, 0, 9) })
  const asked: string[] = []
  const due = (await collect(health.streamDue())).map(({ url }) => url)
  await health.check({ fetcher: webFetcher(() => ({}), asked), filter: { isAll: true } })
  const turnedAway = await health.countTurnedAway()
  const judged = (await collect(health.streamVerdicts())).map(({ url }) => url)
  await health.close()
  assert.deepEqual(judged.toSorted(), due.toSorted())
  return { asked, turnedAway, due }
}

/** Whose allowlist counts where nobody names one. */
export function effectivePolicyContract({ dialect, freshLocation }: TestDatabases): void {
  describe(`${dialect} link health, the policy that counts`, () => {
    for (const [why, days, expected] of CASES) {
      test(`${why} -> ${expected}`, async () => {
        const location = await freshLocation()
        await admitDaily(location, days)
        const health = await openHealth(location)
        const { policy, from } = health.effectivePolicy
        await health.close()
        assert.equal(`${policy.name} ${from}`, expected)
        const allowed = from === 'admissions' ? ['example.com', `${policy.name}.es`] : undefined
        assert.deepEqual(policy.spec.hosts?.allow, allowed)
      })
    }
    for (const [why, days, isAsked] of TURNED_AWAY) {
      test(`${why} -> ${isAsked ? 'asked' : 'neither asked nor judged, and told of'}`, async () => {
        const location = await freshLocation()
        await admitDaily(location, days)
        const { asked, turnedAway, due } = await checkAll(location)
        const requests = asked.filter((request) => request.includes('one.es'))
        assert.deepEqual([requests.length > 0, due.includes(ONE)], [isAsked, isAsked])
        assert.deepEqual(turnedAway, isAsked ? { pages: 0, example: null } : { pages: 1, example: ONE })
      })
    }
  })
}
