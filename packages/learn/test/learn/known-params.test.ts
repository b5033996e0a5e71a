// What is known of parameters from other sites: it helps where a log shows little, and is no proof by itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PolicySpec } from '@canonist/core'
import { listKnownParams } from '../../src/propose/known-params.ts'
import { learnRules } from '../../src/learn/learn-rules.ts'
import type { RuleTier } from '../../src/log/types.ts'
import { createContents, createLog } from './logs.ts'

const S = 'https://s.example'
const small = createLog(
  12,
  (n) => `${S}/p/${n}`,
  (n) => `${S}/p/${n}?spot=${(n * 31) % 7}`,
)
const deciding = createContents(
  40,
  (n) => [`${S}/p/${n}`, `page ${n}`],
  (n) => [`${S}/p/${n}?spot=${(n * 31) % 7}`, `${n % 3 === 0 ? 'other' : 'page'} ${n}`],
)

const rows: readonly { why: string; log: typeof small; knownParams: string[]; tier: RuleTier }[] = [
  { why: 'twelve pages prove nothing of a name that nobody knows', log: small, knownParams: [], tier: 'probe' },
  { why: 'they do of a known one', log: small, knownParams: ['spot'], tier: 'apply' },
  { why: 'in any case of letters', log: small, knownParams: ['SPOT'], tier: 'apply' },
  { why: 'a glob', log: small, knownParams: ['sp*'], tier: 'apply' },
  { why: 'an expression', log: small, knownParams: ['/^spots?$/'], tier: 'apply' },
  { why: 'another name', log: small, knownParams: ['spots'], tier: 'probe' },
  { why: 'contents have the last word: it is not applied', log: deciding, knownParams: ['spot'], tier: 'probe' },
]
for (const { why, log, knownParams, tier } of rows) {
  test(`strip spot, where ${knownParams.join() || 'nothing'} is known: ${tier} (${why})`, async () => {
    const { rules } = await learnRules(log, { knownParams })
    assert.equal(rules.find(({ id }) => id === 's.example: strip spot')?.tier, tier)
  })
}

test('a pattern that is none is named', async () => {
  await assert.rejects(learnRules([], { knownParams: ['/(a+)+/'] }), /^TypeError: knownParams: "\/\(a\+\)\+\/" /)
})

const owner = (host: string): string => host.split('.').slice(-2).join('.')
const strips = (...strip: string[]): { query: { strip: string[] } } => ({ query: { strip } })
const policies: readonly { why: string; policy: Omit<PolicySpec, 'name'>; known: string[] }[] = [
  { why: 'nothing', policy: {}, known: [] },
  { why: 'what is dropped everywhere', policy: strips('b', 'a'), known: ['a', 'b'] },
  { why: 'one site may be odd', policy: { sites: { 'a.example': strips('x') } }, known: [] },
  { why: 'two are not', policy: { sites: { 'a.example': strips('x'), 'b.example': strips('x', 'y') } }, known: ['x'] },
  {
    why: 'a part of a site is as good',
    policy: { sites: { 'a.example': { paths: { '/c': strips('x') } }, 'b.example': strips('x') } },
    known: ['x'],
  },
  {
    why: 'two hosts of one owner are one site',
    policy: { sites: { 'a.example': strips('x'), 'm.a.example': strips('x') } },
    known: [],
  },
]
for (const { why, policy, known } of policies) {
  test(`listKnownParams ${JSON.stringify(policy)}: ${known.join() || 'none'} (${why})`, () => {
    assert.deepEqual(listKnownParams({ name: 'p', ...policy }, owner), known)
  })
}
