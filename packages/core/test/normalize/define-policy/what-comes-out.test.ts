import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { definePolicy, normalize, tryNormalize, type PolicySpec } from '../../../src/index.ts'
import { define } from '@canonist/test-support/policies.ts'

describe('what comes out', () => {
  const spec = {
    name: 'mine',
    extends: 'dedupe',
    query: { strip: ['x'] },
    sites: { 'E.com': { query: { keep: ['x'] } } },
  } as const

  test('knows its name, and its spec with everything written out', () => {
    const policy = definePolicy(spec)
    assert.equal(policy.name, 'mine')
    assert.deepEqual(policy.spec.query?.strip, ['ref', 'source', 'x'])
    assert.equal(policy.spec.fragment, 'strip')
    assert.deepEqual(Object.keys(policy.spec.sites ?? {}), ['e.com'])
  })

  test('its spec defines it again, through JSON too', () => {
    const policy = definePolicy(spec)
    assert.equal(definePolicy(policy.spec).fingerprint, policy.fingerprint)
    assert.equal(definePolicy(JSON.parse(JSON.stringify(policy.spec)) as PolicySpec).fingerprint, policy.fingerprint)
  })

  test('is frozen, all the way down', () => {
    const policy = definePolicy({ ...spec, query: Object.freeze({ strip: ['x'] }) })
    assert.ok(Object.isFrozen(policy))
    assert.ok(isDeepFrozen(policy.spec), 'a part of the spec can be changed')
  })

  test('is not changed by what its maker does later', () => {
    const mine = { name: 'mine', query: { strip: ['x'], defaults: { a: '1' } } }
    const policy = definePolicy(mine)
    const before = normalize('https://e.com/?x=1&y=2&a=1&b=1', policy)
    assert.ok(!Object.isFrozen(mine.query), 'the caller’s own object was frozen')
    mine.query.strip.push('y')
    mine.query.defaults.a = '2'
    assert.equal(normalize('https://e.com/?x=1&y=2&a=1&b=1', policy), before)
    assert.deepEqual(policy.spec.query?.strip, ['x'])
  })

  test('evidence may be anything, bytes included', () => {
    const evidence = { hash: new Uint8Array([1, 2]), at: new Date(0) }
    assert.doesNotThrow(() => define({ rewrites: [{ match: '/a', to: '/b', evidence }] }))
  })

  test('its examples hold their shape; running them is for the command', () => {
    const policy = define({
      examples: [
        { input: 'https://e.com', url: 'https://e.com/' },
        { input: 'x', invalid: true },
      ],
    })
    for (const { input, url, invalid } of policy.spec.examples ?? []) {
      const outcome = tryNormalize(input, policy)
      assert.equal(outcome.ok ? outcome.url : undefined, url)
      assert.equal(!outcome.ok, invalid === true)
    }
  })

  test('every field but name, extends, hosts, sites and examples may stand in a site section', () => {
    const fields = { $schema: 'x', version: '1', description: 'why this site' }
    assert.doesNotThrow(() => define({ ...fields, sites: { 'e.com': fields } }))
  })
})

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen)
}
