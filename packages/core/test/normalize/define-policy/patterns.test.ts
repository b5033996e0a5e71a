import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PolicyError, normalize } from '../../../src/index.ts'
import { define, testRefusals } from '@canonist/test-support/policies.ts'
import { testRows } from '@canonist/test-support/rows.ts'
import { cpuMsSince } from '@canonist/test-support/cpu-time.ts'

describe('patterns', () => {
  const strip = (pattern: string): object => ({ name: 'a', query: { strip: [pattern] } })
  const path = 'query.strip[0]'
  testRefusals([
    { why: 'nothing', spec: strip(''), path, says: /empty/ },
    { why: 'an expression that nobody closes', spec: strip('/^a'), path, says: /regular expression/ },
    { why: 'another flag', spec: strip('/a/g'), path, says: /regular expression/ },
    { why: 'no expression', spec: strip('/(/'), path, says: /not a regular expression/ },
    { why: 'repeated repetition', spec: strip('/(a+)+/'), path, says: /exponential/ },
    { why: 'repeated repetition, deeper', spec: strip('/((?:a|b*)c)*/'), path, says: /exponential/ },
    { why: 'repeated repetition with counts', spec: strip('/(a{2,}){3,}/'), path, says: /exponential/ },
    { why: 'repeated repetition, lazy', spec: strip('/(a+?)+?/'), path, says: /exponential/ },
    { why: 'a count in disguise', spec: strip('/(a+){000000000001,}/'), path, says: /exponential/ },
    { why: 'a repeated choice that overlaps', spec: strip('/^(a|a)*$/'), path, says: /time|long/ },
    { why: 'a repeated choice that overlaps in part', spec: strip('/^(a|aa)+$/'), path, says: /time|long/ },
    { why: 'repetitions in a row', spec: strip('/a*a*a*a*a*a*c/'), path, says: /time|long/ },
    { why: 'a back-reference', spec: strip('/(a)\\1/'), path, says: /back-reference/ },
    { why: 'a back-reference by name', spec: strip('/(?<x>a)\\k<x>/'), path, says: /back-reference/ },
    {
      why: 'in a site',
      spec: { name: 'a', sites: { 'e.com': { query: { keep: ['/(/'] } } } },
      path: 'sites["e.com"].query.keep[0]',
      says: /regular/,
    },
    {
      why: 'keepOnly without anything',
      spec: { name: 'a', query: { keepOnly: [] } },
      path: 'query.keepOnly',
      says: /strip: \['\*'\]/,
    },
    {
      why: 'keepOnly without anything, in a site',
      spec: { name: 'a', sites: { 'e.com': { query: { keepOnly: [] } } } },
      path: 'sites["e.com"].query.keepOnly',
      says: /empty/,
    },
  ])

  const MEANT = [
    { pattern: 'ref', names: ['ref', 'REF', 'r%65f'], not: ['refs', 'xref', 'r%2565f'] },
    { pattern: 'utm_*', names: ['utm_', 'utm_x', 'UTM_X'], not: ['utm', 'xutm_'] },
    { pattern: '*id', names: ['id', 'xid', 'ID'], not: ['ids'] },
    { pattern: 'a*b*c', names: ['abc', 'axbxc', 'abbcc'], not: ['acb', 'ab', 'abcd'] },
    { pattern: 'ab*ba', names: ['abba', 'abxba'], not: ['aba'] },
    { pattern: '*', names: ['a', ''], not: [] },
    { pattern: '/^x\\d+$/', names: ['x1', 'X22'], not: ['x', 'ax1', 'x1a'] },
    { pattern: '/sess/i', names: ['mysession', 'SESS'], not: ['ses'] },
    { pattern: '/', names: ['/'], not: ['a'] },
    { pattern: 'a.b', names: ['a.b'], not: ['axb'] },
    { pattern: 'a b', names: ['a%20b'], not: ['a+b'] },
    { pattern: 'a%20b', names: ['a%20b'], not: ['a+b'] },
    { pattern: 'a[0]', names: ['a[0]', 'a%5B0%5D', 'a%5b0]'], not: ['a0'] },
    { pattern: 'caf\u00e9', names: ['caf%C3%A9', 'caf\u00e9', 'CAF%c3%a9'], not: ['cafe', 'caf%E9'] },
    { pattern: 'caf%C3%A9', names: ['caf%C3%A9', 'caf\u00e9'], not: ['cafe', 'caf%E9'] },
    { pattern: 'x%E9', names: ['x%E9', 'x%e9', 'X%E9'], not: ['x%C3%A9'] },
    { pattern: '\u65e5\u672c', names: ['%E6%97%A5%E6%9C%AC'], not: ['%E6%97%A5'] },
    { pattern: '\u{1f600}*', names: ['%F0%9F%98%80', '%F0%9F%98%80x'], not: ['x'] },
    { pattern: '/^\u00e9+$/', names: ['%C3%A9%C3%A9'], not: ['e'] },
    {
      pattern: 'a-name-that-is-quite-long-and-then-some',
      names: ['a-name-that-is-quite-long-and-then-some'],
      not: ['a-name-that-is-quite-long-and-then-som'],
    },
    { pattern: '__proto__', names: ['__proto__'], not: ['constructor'] },
    { pattern: '*%', names: ['100%25', '%'], not: ['a'] },
  ]
  for (const { pattern, names, not } of MEANT) {
    const policy = define({ query: { strip: [pattern] } })
    for (const name of names) {
      testRows(policy, [{ why: `${pattern} means it`, input: `https://e.com/?${name}=1`, becomes: 'https://e.com/' }])
    }
    for (const name of not)
      testRows(policy, [{ why: `${pattern} does not mean it`, input: `https://e.com/?${name}=1` }])
  }

  describe('an expression that is accepted is not slow on a hostile name', () => {
    const SLOW = [
      { pattern: '/a*a*a*c/', name: 'a'.repeat(256) },
      { pattern: '/a+a+a+$/', name: `${'a'.repeat(255)}b` },
      { pattern: '/^(?:aa?)*$/', name: `${'a'.repeat(36)}c` },
      { pattern: '/^(?:a{1,2})*$/', name: `${'a'.repeat(36)}c` },
      { pattern: '/^(?:a?b?)*$/', name: `${'a'.repeat(36)}c` },
    ]
    for (const { pattern, name } of SLOW) {
      test(`${pattern} is refused, or done within half a second`, () => {
        let policy
        try {
          policy = define({ query: { strip: [pattern] } })
        } catch (error) {
          assert.ok(error instanceof PolicyError)
          return
        }
        const start = process.cpuUsage()
        normalize(`https://e.com/?${name}=1`, policy)
        assert.ok(cpuMsSince(start) < 500, `took ${Math.round(cpuMsSince(start))} ms`)
      })
    }
  })

  test('many plain names cost no more than one', () => {
    const many = define({ query: { strip: Array.from({ length: 20_000 }, (_, index) => `name${index}`) } })
    const start = process.cpuUsage()
    for (let index = 0; index < 20_000; index++) normalize(`https://e.com/?name${index}=1&other${index}=2`, many)
    assert.ok(cpuMsSince(start) < 2000)
  })
})
