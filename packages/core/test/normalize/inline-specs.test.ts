import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  classify,
  compare,
  createNormalizer,
  definePolicy,
  explain,
  normalize,
  listActiveRules,
  findSettings,
  tryNormalize,
  urlKey,
  type KnownPolicy,
  type InlineSpec,
  type PolicyRef,
} from '../../src/index.ts'
import { definePolicy as leanDefine, normalize as leanNormalize } from '../../src/lean.ts'

const URL = 'https://www.example.com/?b&a#c'

describe('a plain spec is the policy that it describes', () => {
  const spec: InlineSpec = { extends: 'dedupe', www: 'strip' }
  const becomes = 'https://example.com/?a&b'

  test('in every function', () => {
    assert.equal(normalize(URL, spec), becomes)
    assert.deepEqual(tryNormalize(URL, spec), { ok: true, url: becomes })
    assert.equal(createNormalizer(spec)(URL), becomes)
    assert.equal(urlKey(URL, spec), urlKey(becomes, 'rfc3986'))
    assert.ok(compare(URL, becomes, spec).same)
    assert.equal(classify('https://example.com/a', { policy: { extends: 'sources' } }).linkType, 'homepage')
  })

  test('without a name it is called inline, and has the fingerprint of the same policy', () => {
    const explanation = explain(URL, spec)
    const { fingerprint } = definePolicy({ name: 'mine', ...spec })
    assert.deepEqual(explanation.ok && explanation.policy, { name: 'inline', fingerprint })
    const named = explain(URL, { name: 'mine', www: 'strip' })
    assert.equal(named.ok && named.policy.name, 'mine')
  })

  test('one that says nothing is rfc3986', () => {
    assert.equal(normalize('HTTP://E.com:80/%7Ea?b&a', {}), 'http://e.com/~a?b&a')
  })

  test('it is compiled once: later changes have no effect', () => {
    const changing: { www: 'strip' | 'keep' } = { www: 'strip' }
    assert.equal(normalize('https://www.e.com/', changing), 'https://e.com/')
    changing.www = 'keep'
    assert.equal(normalize('https://www.e.com/', changing), 'https://e.com/')
    normalize('https://www.e.com/', 'rfc3986')
    assert.equal(normalize('https://www.e.com/', changing), 'https://e.com/')
    assert.equal(normalize('https://www.e.com/', { ...changing }), 'https://www.e.com/')
  })
})

describe('the error for a value that is not a policy names the fix', () => {
  const SAYS: readonly { why: string; ref: unknown; says: RegExp }[] = [
    { why: 'the index of urls.map(normalize)', ref: 0, says: /is 0;.*urls\.map\(\(url\) => normalize\(url\)\)/ },
    { why: 'null', ref: null, says: /is null; pass a name, a policy or a spec/ },
    { why: 'a list', ref: ['dedupe'], says: /must be a name, a policy or a plain object/ },
    { why: 'a misspelled field', ref: { WWW: 'strip' }, says: /^WWW is not a field of a policy; "www" is/ },
    { why: 'a misspelled value', ref: { www: 'remove' }, says: /^www must be one of/ },
    { why: 'a misspelled name', ref: 'Dedupe', says: /"Dedupe" is not a built-in policy; use one of rfc3986, dedupe/ },
    { why: 'another copy', ref: { name: 'a', fingerprint: 'b', spec: {} }, says: /another copy.*pass its spec/ },
  ]
  for (const { why, ref, says } of SAYS) {
    test(why, () => {
      const policy = ref as PolicyRef
      assert.throws(() => normalize(URL, policy), { name: 'PolicyError', message: says })
      const outcome = tryNormalize(URL, policy)
      assert.ok(!outcome.ok && outcome.code === 'policy/unknown')
      assert.match(outcome.message, says)
      assert.deepEqual(explain(URL, policy), outcome)
    })
  }

  test('urls.map(normalize)', () => {
    const map = normalize as (url: string, index: number) => string
    assert.throws(() => [URL].map(map), /urls\.map/)
  })

  test('the lean entry, and what reads a policy only, ask for definePolicy', () => {
    const spec = { www: 'strip' } as const
    assert.throws(() => leanNormalize(URL, spec), { name: 'PolicyError', message: /pass definePolicy\(spec\)/ })
    assert.equal(leanNormalize('https://www.e.com/', leanDefine({ name: 'a', ...spec })), 'https://e.com/')
    const fresh = { www: 'strip' } as unknown as KnownPolicy
    assert.throws(() => listActiveRules(fresh), /pass definePolicy\(spec\)/)
    assert.throws(() => findSettings(fresh, URL), /pass definePolicy\(spec\)/)
  })
})
