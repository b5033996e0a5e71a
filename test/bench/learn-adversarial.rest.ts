// Logs that once led the learner to wrong rules: it keeps apart what is not one page.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createNormalizer, definePolicy } from '@canonist/core'
import { learnRules } from '@canonist/learn/internal/learn/learn-rules'
import { adversarialLogs, findWrongMerges, type AdversarialLog } from '../support/benchmark-web.ts'

/** Of each sweep the first, the last and a middle one: `npm run bench -- learn` runs all of them. */
const chosen = <Item>(items: readonly Item[]): Item[] => items.filter((_, at) => at % 4 === 0)

const registrableDomain = (host: string): string => host.split('.').slice(-2).join('.')

function testLog(log: AdversarialLog): void {
  test(`applies no wrong rule: ${log.name}`, async () => {
    const wrong = await findWrongMerges(log, async (records, options) => {
      const { policy } = await learnRules(records, { registrableDomain, ...options })
      const normalize = createNormalizer(definePolicy(policy))
      return { apply: (url) => normalize(url) ?? url }
    })
    assert.deepEqual(wrong, [])
  })
}

for (const [kind, logs] of Object.entries(adversarialLogs('small'))) {
  describe(kind, () => {
    for (const log of kind.startsWith('assets') ? logs : chosen(logs)) testLog(log)
  })
}

/** Random draws in which chance made the measured noise high enough to excuse pages that differ. */
const UNLUCKY: readonly (readonly [draw: number, log: string])[] = [
  [1, 'slash, 4 % of 600 pages differ, beside 2 % measured noise'],
  [1, 'slash, 6 % of 600 pages differ, beside 2 % measured noise'],
  [8, 'host, 4 % of 600 pages differ, beside 2 % measured noise'],
  [9, 'parameter, 4 % of 600 pages differ, beside 1 % measured noise'],
  [9, 'parameter, 4 % of 600 pages differ, beside 2 % measured noise'],
  [9, 'parameter, 6 % of 600 pages differ, beside 2 % measured noise'],
]

describe('noise that was measured too high by chance', () => {
  for (const [draw, name] of UNLUCKY) {
    const log = Object.values(adversarialLogs('small', draw))
      .flat()
      .find((each) => each.name === name)
    assert.ok(log, name)
    testLog(log)
  }
})
