// Logs that once led the learner to wrong rules: it keeps apart what is not one page.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createNormalizer, definePolicy } from '@canonist/core'
import { learnRules } from '@canonist/core/learn'
import { adversarialLogs, findWrongMerges } from '../support/benchmark-web.ts'

/** Of each sweep the first, the last and a middle one: `npm run bench -- learn` runs all of them. */
const chosen = <Item>(items: readonly Item[]): Item[] => items.filter((_, at) => at % 4 === 0)

const registrableDomain = (host: string): string => host.split('.').slice(-2).join('.')

for (const [kind, logs] of Object.entries(adversarialLogs('small'))) {
  describe(kind, () => {
    for (const log of kind.startsWith('assets') ? logs : chosen(logs)) {
      test(`applies no wrong rule: ${log.name}`, async () => {
        const wrong = await findWrongMerges(log, async (records, options) => {
          const { policy } = await learnRules(records, { registrableDomain, ...options })
          const normalize = createNormalizer(definePolicy(policy))
          return { apply: (url) => normalize(url) ?? url }
        })
        assert.deepEqual(wrong, [])
      })
    }
  })
}
