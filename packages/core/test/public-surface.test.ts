import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as core from '@canonist/core'
import * as lean from '@canonist/core/lean'

/** CONTRACT: what a user imports from `canonist`, which hands on what the core exports. */
const CONTRACT = [
  'classify',
  'cleanliness',
  'compare',
  'definePolicy',
  'explain',
  'normalize',
  'policies',
  'rules',
  'tryNormalize',
  'urlKey',
]

/** What docs/reference/library.md adds: for loops, for the command, and for those who catch errors by class. */
const BESIDES = [
  'ERRORS',
  'PolicyError',
  'UrlError',
  'listCoveringDomains',
  'createNormalizer',
  'exportCleanParam',
  'exportClearUrls',
  'exportHeritrix',
  'exportNutch',
  'importCleanParam',
  'importClearUrls',
  'importRemoveParam',
  'mergePolicySpecs',
  'listActiveRules',
  'findSettings',
  'hashUrl',
]

for (const [name, entry] of Object.entries({ '@canonist/core': core, '@canonist/core/lean': lean })) {
  describe(name, () => {
    test('has every name of the contract', () => {
      assert.deepEqual(
        CONTRACT.filter((each) => !(each in entry)),
        [],
      )
    })

    test('exports nothing else than what is documented', () => {
      assert.deepEqual(Object.keys(entry).toSorted(), [...CONTRACT, ...BESIDES].toSorted())
    })
  })
}

// The contract in types: this file compiles only while they hold.
type Outcome = { ok: true; url: string } | { ok: false; code: string; message: string; input: string }
type Tier = 'safe' | 'usually-safe' | 'lossy'
type Component = 'scheme' | 'userinfo' | 'host' | 'port' | 'path' | 'query' | 'fragment'
interface Change {
  rule: string
  tier: Tier
  before: string
  after: string
  detail?: string
}
interface Contract {
  normalize(input: string, policy?: core.PolicyRef): string
  tryNormalize(input: string, policy?: core.PolicyRef): Readonly<Outcome>
  explain(
    input: string,
    policy?: core.PolicyRef,
  ):
    | {
        readonly ok: true
        readonly input: string
        readonly url: string
        readonly key: string
        readonly policy: { readonly name: string; readonly fingerprint: string }
        readonly changes: readonly Readonly<Change>[]
        readonly fragment: string | null
        readonly notes: readonly string[]
      }
    | { readonly ok: false; readonly input: string; readonly code: string; readonly message: string }
  urlKey(input: string, policy?: core.PolicyRef): string
  compare(
    a: string,
    b: string,
    policy?: core.PolicyRef,
  ): {
    readonly same: boolean
    readonly urls: readonly [string, string]
    readonly changes: readonly [readonly Readonly<Change>[], readonly Readonly<Change>[]]
    readonly differsIn: readonly Component[]
  }
  classify(input: string): {
    readonly linkType: 'homepage' | 'section' | 'informative'
    readonly reasons: readonly string[]
    readonly confidence: number
  }
  cleanliness(url: string): number
  definePolicy(spec: core.PolicySpec): core.Policy
  readonly policies: Readonly<Record<core.PolicyName, core.Policy>>
  readonly rules: readonly { readonly id: string; readonly tier: Tier; readonly summary: string }[]
}

const entries: readonly Contract[] = [core, lean]

describe('the results are of the types of the contract', () => {
  for (const [index, entry] of entries.entries()) {
    const name = index === 0 ? 'core' : 'lean'

    test(`${name}: strings, keys and outcomes`, () => {
      assert.equal(entry.normalize('HTTPS://E.com'), 'https://e.com/')
      assert.match(entry.urlKey('https://e.com/'), /^[0-9a-f]{64}$/)
      assert.deepEqual(entry.tryNormalize('https://e.com/'), { ok: true, url: 'https://e.com/' })
      assert.deepEqual(Object.keys(entry.tryNormalize('x')).toSorted(), ['code', 'input', 'message', 'ok'])
    })

    test(`${name}: errors are classes that say code, input, path and message`, () => {
      assert.throws(
        () => entry.normalize('x'),
        (error) => error instanceof core.UrlError && error.code === 'url/no-scheme' && error.input === 'x',
      )
      assert.throws(
        () => entry.definePolicy({ name: '' }),
        (error) => error instanceof core.PolicyError && error.path === 'name',
      )
    })

    test(`${name}: policies and rules`, () => {
      const policy = entry.definePolicy({ name: 'mine', extends: 'sources' })
      assert.deepEqual([policy.name, typeof policy.fingerprint, policy.spec.name], ['mine', 'string', 'mine'])
      assert.deepEqual(Object.keys(entry.policies), [
        'rfc3986',
        'dedupe',
        'links',
        'sources',
        'feed-aggressive',
        'feed-moderate',
        'feed-conservative',
      ])
      for (const rule of entry.rules) assert.deepEqual(Object.keys(rule).toSorted(), ['id', 'summary', 'tier'])
    })

    test(`${name}: classify and cleanliness`, () => {
      const { linkType, reasons, confidence } = entry.classify('https://e.com/')
      assert.equal(linkType, 'homepage')
      assert.ok(reasons.length > 0 && confidence > 0 && confidence <= 1)
      assert.ok(Number.isInteger(entry.cleanliness('https://e.com/')))
      assert.throws(() => entry.cleanliness('x'), { code: 'url/no-scheme' })
      assert.throws(() => entry.classify('x'), { code: 'url/no-scheme' })
    })
  }
})

test('a policy of one entry serves the other', () => {
  assert.equal(
    core.normalize('https://e.com/#a', lean.definePolicy({ name: 'a', fragment: 'strip' })),
    'https://e.com/',
  )
})
