// What all rules together make of the log is held against the log once more.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNormalizer, definePolicy } from '@canonist/core'
import { learnRules } from '../../../src/learn/learn-rules.ts'
import type { LearnResult } from '../../../src/log/types.ts'
import { createContents } from '../logs.ts'

const S = 'https://s.example'

/** Items of which one in `every` has another page behind its version; each page is met at several URLs. */
function learnVersions(every: number): Promise<LearnResult> {
  const version = (n: number): string => (n % every === 0 ? `old item ${n}` : `item ${n}`)
  const number = (n: number): number => (n * 7919) % 1009
  return learnRules(
    createContents(
      400,
      (n) => [`${S}/item/${n}`, `item ${n}`],
      (n) => [`${S}/item/${n}/`, `item ${n}`],
      (n) => [`${S}/item/${n}?from=${n % 7}`, `item ${n}`],
      (n) => [`${S}/item/${n}?v=${number(n)}`, version(n)],
      (n) => [`${S}/item/${n}/?v=${number(n)}`, version(n)],
      (n) => [`${S}/item/${n}?v=${number(n)}&from=${n % 7}`, version(n)],
    ),
  )
}

test('a parameter that decides on one page in twenty-five is doubtful: each of the two contents was seen at three URLs', async () => {
  const { policy, rules } = await learnVersions(25)
  const normalize = createNormalizer(definePolicy(policy))
  assert.equal(normalize(`${S}/item/900/?v=3&from=1`), `${S}/item/900?v=3`)
  assert.equal(rules.find(({ id }) => id.endsWith(': strip v'))?.tier, 'probe')
})

test('where it never decides it goes', async () => {
  const { policy } = await learnVersions(1000)
  assert.equal(createNormalizer(definePolicy(policy))(`${S}/item/900/?v=3&from=1`), `${S}/item/900`)
})

test('a URL that showed its content twice needs no other to confirm it', async () => {
  const twice = createContents(
    400,
    (n) => [`${S}/item/${n}`, `item ${n}`],
    (n) => [`${S}/item/${n}?v=${n}`, n % 25 === 0 ? `old item ${n}` : `item ${n}`],
  )
  const learned = await learnRules([...twice, ...twice])
  assert.equal(learned.policy.sites, undefined)
})
