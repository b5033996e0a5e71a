import { describe } from 'node:test'
import { testOffline, testOnline } from './support/cases.ts'
import { RULES } from './support/rule-examples.ts'

for (const { rule, offline = [], online = [] } of RULES) {
  describe(rule, () => {
    testOffline(offline)
    testOnline(online)
  })
}
