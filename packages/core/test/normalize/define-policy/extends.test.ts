import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normalize, policies, type PolicyName } from '../../../src/index.ts'
import { define, testRefusals } from '@canonist/test-support/policies.ts'

describe('extends', () => {
  testRefusals([
    { why: 'a file', spec: { name: 'a', extends: './base.yaml' }, path: 'extends', says: /file.*command/s },
    { why: 'a file further up', spec: { name: 'a', extends: '../base.yaml' }, path: 'extends', says: /file/ },
    {
      why: 'not built in',
      spec: { name: 'a', extends: 'aggressive' },
      path: 'extends',
      says: /not a built-in.*rfc3986, dedupe/s,
    },
    {
      why: 'a name that every object has',
      spec: { name: 'a', extends: 'constructor' },
      path: 'extends',
      says: /not a built-in/,
    },
    { why: 'null', spec: { name: 'a', extends: null }, path: 'extends', says: /text/ },
  ])

  for (const name of Object.keys(policies) as PolicyName[]) {
    test(`${name}, and nothing more: the same rules, so the same fingerprint`, () => {
      const policy = define({ extends: name })
      assert.equal(policy.name, 'test')
      assert.equal(policy.fingerprint, policies[name].fingerprint)
      for (const input of ['http://WWW.e.com:80//a/?b&a&utm_source=1&sid=2#c', 'https://e.com/#/a']) {
        assert.equal(normalize(input, policy), normalize(input, name))
      }
    })
  }

  test('without it: rfc3986', () => assert.equal(define({}).fingerprint, policies.rfc3986.fingerprint))

  test('own fields win', () => {
    const policy = define({ extends: 'dedupe', fragment: 'keep', query: { sort: false } })
    assert.equal(normalize('https://e.com/?b&a&ref=1#c', policy), 'https://e.com/?b&a#c')
  })

  test('undefined is not said', () => {
    const policy = define({ extends: 'dedupe', fragment: undefined, query: { sort: undefined, strip: undefined } })
    assert.equal(policy.fingerprint, policies.dedupe.fingerprint)
  })

  test('lists add up', () => {
    const policy = define({ extends: 'dedupe', query: { strip: ['x'], keep: ['utm_id'] } })
    assert.equal(normalize('https://e.com/?x=1&ref=2&utm_id=3&a=4', policy), 'https://e.com/?a=4&utm_id=3')
  })

  test('null empties a list', () => {
    const policy = define({ extends: 'dedupe', query: { strip: null } })
    assert.equal(normalize('https://e.com/?ref=2&utm_id=3', policy), 'https://e.com/?ref=2')
  })

  test('a list that is empty adds nothing', () => {
    assert.equal(define({ extends: 'dedupe', query: { strip: [] } }).fingerprint, policies.dedupe.fingerprint)
  })
})
