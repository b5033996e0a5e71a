import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNormalizer, definePolicy } from '../../../src/index.ts'
import { learnRules } from '@canonist/learn/internal/learn/learn-rules'
import { exportHeritrix } from '../../../src/policy/export/heritrix.ts'
import { exportNutch } from '../../../src/policy/export/nutch.ts'
import { createLog } from '../../../../learn/test/learn/logs.ts'
import { runHeritrix, runNutch } from './java-expressions.ts'

// What was learned does the same in another crawler, on every URL of the log.

const log = createLog(
  60,
  (n) => `https://s.example/p/${n}`,
  (n) => `https://www.s.example/p/${n}?from=${n % 9}`,
  (n) => `https://s.example/p/${n}?from=${n % 7}&sid=${n * 31}`,
  (n) => `http://s.example/p/${n}`,
  (n) => `https://s.example/show?id=${n}`,
  (n) => `https://m.s.example/p/${n}/`,
)
const { policy, rules } = await learnRules(log, { registrableDomain: () => 's.example' })
const normalize = createNormalizer(definePolicy(policy))
const [nutch, heritrix] = [exportNutch(policy), exportHeritrix(policy)]

test('the log teaches enough to be worth exporting', () => {
  assert.equal(new Set(log.map(({ url }) => normalize(url))).size, 60)
  assert.ok(rules.filter(({ tier }) => tier === 'apply').length >= 5)
  assert.deepEqual(nutch.leftOut, [])
})

test('Nutch does the same', () => {
  for (const { url } of log) assert.equal(runNutch(nutch.text, url), normalize(url))
})

test('Heritrix does the same', () => {
  for (const { url } of log) assert.equal(runHeritrix(heritrix.text, url), normalize(url))
})
