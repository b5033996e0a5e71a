import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policies } from '../../src/index.ts'
import { DEFAULT_SETTINGS } from '../../src/policy/default-settings.ts'
import { buildFingerprintText } from '../../src/policy/fingerprint.ts'
import type { Settings } from '../../src/policy/settings.ts'

/**
 * Every registry stores the fingerprint of the policy that its keys were made by, and takes no writes under another one. If a row fails, a rule,
 * a curated list or a built-in policy has changed what it does, and every user has to rekey: change the row only if that is meant, and name it
 * under "Keys" in CHANGELOG.md.
 */
const FROZEN = {
  rfc3986: 'ea5b3750b9d1d923',
  dedupe: '26be601ea0513629',
  links: '706225a4689558e2',
  sources: '9f7912dd9911c7e5',
  'feed-aggressive': '613057f518227bc7',
  'feed-moderate': '1e53356f88024e8f',
  'feed-conservative': '635b096c0dbd6070',
} as const

for (const [name, fingerprint] of Object.entries(FROZEN)) {
  test(`${name} keeps its fingerprint`, () =>
    assert.equal(policies[name as keyof typeof FROZEN].fingerprint, fingerprint))
}

test('every built-in policy is frozen', () =>
  assert.deepEqual(Object.keys(FROZEN).toSorted(), Object.keys(policies).toSorted()))

/** Settings as they would be with fields that the schema does not have yet. */
const withNewFields = (settings: Settings): Settings =>
  ({ ...settings, brandNew: 'keep', query: { ...settings.query, referrers: 'keep' } }) as Settings

const sections = new Map<string, Settings>([
  ['', { ...DEFAULT_SETTINGS, www: 'strip', query: { ...DEFAULT_SETTINGS.query, strip: ['a'] } }],
  ['example.com', { ...DEFAULT_SETTINGS, query: { ...DEFAULT_SETTINGS.query, strip: ['b'] } }],
])

test('a new field of the schema changes no fingerprint while it has its default', () => {
  const added = new Map([...sections].map(([where, settings]) => [where, withNewFields(settings)]))
  assert.equal(
    buildFingerprintText(added, null, withNewFields(DEFAULT_SETTINGS)),
    buildFingerprintText(sections, null, DEFAULT_SETTINGS),
  )
})

const differing: readonly { readonly why: string; readonly settings: Partial<Settings> }[] = [
  { why: 'another www', settings: { www: 'add' } },
  { why: 'another list of names', settings: { query: { ...DEFAULT_SETTINGS.query, strip: ['c'] } } },
  { why: 'signed URLs are guarded', settings: { query: { ...DEFAULT_SETTINGS.query, signed: 'guard' } } },
]
for (const place of ['', 'example.com']) {
  for (const { why, settings } of differing) {
    test(`${why} ${place === '' ? 'everywhere' : `below ${place}`} gives another fingerprint`, () => {
      const changed = new Map(sections).set(place, { ...DEFAULT_SETTINGS, ...settings })
      assert.notEqual(buildFingerprintText(changed, null), buildFingerprintText(sections, null))
    })
  }
}

test('a section that sets what holds around it anyway gives the same fingerprint as one that does not', () => {
  const around = sections.get('') ?? DEFAULT_SETTINGS
  const repeated = new Map([
    ['', around],
    ['example.com', { ...around, query: { ...around.query } }],
  ])
  const plain = new Map([
    ['', around],
    ['example.com', around],
  ])
  assert.equal(buildFingerprintText(repeated, null), buildFingerprintText(plain, null))
})
