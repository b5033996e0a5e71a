// The rules of tier `apply` are those of the policy, no more and no fewer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { learnRules } from '../../../src/learn/learn-rules.ts'
import { createContents } from '../logs.ts'

const L = 'https://l.example'

/** Lists whose pages 0 and 1 are the list itself. */
const twoDefaults = createContents(
  90,
  (n) => [`${L}/c/${n}`, `list ${n}`],
  (n) => [`${L}/c/${n}?page=0`, `list ${n}`],
  (n) => [`${L}/c/${n}?page=1`, `list ${n}`],
  (n) => [`${L}/c/${n}?page=2`, `list ${n}, page 2`],
  (n) => [`${L}/c/${n}?page=3`, `list ${n}, page 3`],
)

test('a second default of a parameter is not said to apply: a policy has one', async () => {
  const { rules, policy, sites } = await learnRules(twoDefaults)
  const applied = rules.filter(({ tier }) => tier === 'apply')
  assert.equal(applied.filter(({ family }) => family === 'default-value').length, 1)
  assert.equal(applied.length, sites[0]?.rules)
  const written = JSON.stringify(policy)
  for (const { id } of applied) assert.ok(written.includes(JSON.stringify(id)), id)
})

test('a list of which nine in ten have one page keeps its second page', async () => {
  const log = createContents(
    300,
    (n) => [`${L}/c/${n}`, `list ${n}`],
    (n) => [`${L}/c/${n}?page=1`, `list ${n}`],
    (n) => [`${L}/c/${n}?page=2`, n % 10 === 0 ? `list ${n}, page 2` : `list ${n}`],
    (n) => [`${L}/c/${n}?page=3`, n % 10 === 0 ? `list ${n}, page 3` : `list ${n}`],
  )
  const { rules, policy } = await learnRules(log)
  assert.deepEqual(
    rules.filter(({ tier }) => tier === 'apply').map(({ id }) => id),
    ['l.example: default page=1'],
  )
  assert.deepEqual(policy.sites?.['l.example']?.paths?.['/c']?.query, { defaults: { page: '1' } })
})
