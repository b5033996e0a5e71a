import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  createNormalizer,
  definePolicy,
  explain,
  policies,
  rules,
  tryNormalize,
  urlKey,
  type Explanation,
  type PolicyName,
  type PolicyRef,
} from '../../src/index.ts'
import { randomPolicy } from '@canonist/test-support/random-policy.ts'
import { createRandom } from '@canonist/test-support/random-url.ts'
import { show } from '@canonist/test-support/show.ts'
import { nextUrl, tryDefine } from './policy-invariants.ts'

const TIERS = new Map(rules.map(({ id, tier }) => [id, tier]))

function explainUrl(input: string, policy?: PolicyRef): Explanation {
  const explanation = explain(input, policy)
  assert.ok(explanation.ok, show(input))
  return explanation
}

function assertConnected({ input, url, changes }: Explanation): void {
  let before = input
  for (const change of changes) {
    assert.equal(change.before, before, `${change.rule} begins where nobody ended`)
    assert.notEqual(change.after, change.before, `${change.rule} changes nothing`)
    assert.equal(change.tier, TIERS.get(change.rule), `${change.rule} is not in the catalogue with that tier`)
    before = change.after
  }
  assert.equal(before, url, 'the last change does not end at the result')
}

const CHAINS = [
  { why: 'nothing to do', input: 'https://e.com/a', rules: [] },
  { why: 'one rule', input: 'https://e.com/?gclid=1', rules: ['remove-tracking-params'] },
  {
    why: 'what the parser repairs is a change too',
    input: ' HTTP:\\\\E.com:080/\u00e9 ',
    rules: [
      'trim',
      'repair-slashes',
      'lowercase-scheme',
      'lowercase-host',
      'repair-port',
      'encode-characters',
      'remove-default-port',
    ],
  },
  {
    why: 'the order of the catalogue',
    input: 'https://e.com/%c3%41/../?b&a&utm_source=1&ref=2#c',
    rules: [
      'uppercase-escapes',
      'decode-unreserved',
      'remove-dot-segments',
      'remove-listed-params',
      'remove-tracking-params',
      'sort-query',
      'remove-fragment',
    ],
  },
  { why: 'the root', input: 'https://e.com', rules: ['add-root-slash'] },
]

describe('the changes, rule by rule', () => {
  for (const { why, input, rules: expected } of CHAINS) {
    test(`${show(input)}: ${expected.join(', ') || 'none'} (${why})`, () => {
      const explanation = explainUrl(input)
      assert.deepEqual(
        explanation.changes.map(({ rule }) => rule),
        expected,
      )
      assertConnected(explanation)
    })
  }
})

const DETAILS = [
  { why: 'by name', input: 'https://e.com/?gclid=1&a=2', rule: 'remove-tracking-params', detail: 'removed gclid' },
  {
    why: 'each once',
    input: 'https://e.com/?ref=1&source=2&ref=3',
    rule: 'remove-listed-params',
    detail: 'removed ref, source',
  },
  {
    why: 'as spelled',
    input: 'https://e.com/?UTM_Source=1',
    rule: 'remove-tracking-params',
    detail: 'removed UTM_Source',
  },
  { why: 'sorting removes nothing', input: 'https://e.com/?b&a', rule: 'sort-query', detail: undefined },
  { why: 'spelling removes nothing', input: 'https://e.com/?q=%c3', rule: 'uppercase-escapes', detail: undefined },
  { why: 'decoding removes nothing', input: 'https://e.com/?q=%41', rule: 'decode-unreserved', detail: undefined },
  { why: 'encoding removes nothing', input: 'https://e.com/?q=\u00e9', rule: 'encode-characters', detail: undefined },
  { why: 'a path has no parameters', input: 'https://e.com/%41', rule: 'decode-unreserved', detail: undefined },
]

describe('the detail of a change names what was removed', () => {
  for (const { why, input, rule, detail } of DETAILS) {
    test(`${show(input)}, ${rule}: ${String(detail)} (${why})`, () => {
      const change = explainUrl(input).changes.find((each) => each.rule === rule)
      assert.ok(change)
      assert.equal(change.detail, detail)
      assert.equal('detail' in change, detail !== undefined, 'an absent detail is not written as undefined')
    })
  }
})

const FRAGMENTS = [
  { why: 'dropped, but told', input: 'https://e.com/#top', fragment: '#top' },
  { why: 'none', input: 'https://e.com/', fragment: null },
  { why: 'a second # is data', input: 'https://e.com/#a#b', fragment: '#a#b' },
]
for (const { why, input, fragment } of FRAGMENTS) {
  test(`the fragment of ${input} is ${String(fragment)} (${why})`, () =>
    assert.equal(explainUrl(input).fragment, fragment))
}

const NOTES = [
  { why: 'a route is dropped', input: 'https://e.com/#/inbox', policy: 'dedupe', notes: /route/ },
  { why: 'a signature', input: 'https://e.com/?sig=1&ref=2', policy: 'dedupe', notes: /signature/ },
  { why: 'a route that stays', input: 'https://e.com/#/inbox', policy: 'rfc3986', notes: null },
  { why: 'a place in the page', input: 'https://e.com/#top', policy: 'dedupe', notes: null },
  { why: 'no guard, no note', input: 'https://e.com/?sig=1', policy: 'rfc3986', notes: null },
] as const
for (const { why, input, policy, notes } of NOTES) {
  test(`${input} under ${policy} has ${notes === null ? 'no note' : `a note on ${notes.source}`} (${why})`, () => {
    const told = explainUrl(input, policy).notes
    if (notes === null) assert.deepEqual(told, [])
    else assert.match(told.join('\n'), notes)
  })
}

describe('the shape of the contract', () => {
  test('an explanation has exactly its fields', () => {
    const explanation = explainUrl('HTTPS://e.com/?b&a#c')
    assert.deepEqual(Object.keys(explanation).toSorted(), [
      'changes',
      'fragment',
      'input',
      'key',
      'notes',
      'ok',
      'policy',
      'url',
    ])
    assert.equal(explanation.input, 'HTTPS://e.com/?b&a#c')
    assert.equal(explanation.key, urlKey('HTTPS://e.com/?b&a#c'))
    assert.deepEqual(explanation.policy, { name: 'dedupe', fingerprint: policies.dedupe.fingerprint })
  })

  test('a failure has exactly its fields, and is the one of tryNormalize', () => {
    const failure = explain('mailto:a@b')
    assert.deepEqual(Object.keys(failure).toSorted(), ['code', 'input', 'message', 'ok'])
    assert.deepEqual(failure, tryNormalize('mailto:a@b'))
  })

  test('a policy of one’s own is named', () => {
    const mine = definePolicy({ name: 'mine', extends: 'dedupe' })
    assert.equal(explainUrl('https://e.com/', mine).policy.name, 'mine')
  })
})

describe('properties', () => {
  const URLS = 4000
  for (const name of Object.keys(policies) as PolicyName[]) {
    test(`${URLS} random URLs under ${name}: connected, and the result of normalize`, () => {
      const random = createRandom(11)
      const normalize = createNormalizer(name)
      for (let left = URLS; left > 0; left--) {
        const input = nextUrl(random)
        const explanation = explain(input, name)
        assert.equal(explanation.ok ? explanation.url : null, normalize(input), show(input))
        if (explanation.ok) assertConnected(explanation)
        else assert.deepEqual(explanation, tryNormalize(input, name))
      }
    })
  }

  test('under random policies too', () => {
    fc.assert(
      fc.property(randomPolicy, fc.nat(), (spec, seed) => {
        const policy = tryDefine(spec)
        const random = createRandom(seed)
        for (let left = policy === null ? 0 : 10; left > 0; left--) {
          const explanation = explain(nextUrl(random), policy ?? 'dedupe')
          if (explanation.ok) assertConnected(explanation)
        }
      }),
      { numRuns: 500, seed: 3 },
    )
  })
})
