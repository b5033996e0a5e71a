import { filterPairs } from '../pair-list.ts'
import type { PolicyRule } from '../rule.ts'
import { PAIR } from '../signs.ts'

export const removeEmptyValues: PolicyRule = {
  id: 'remove-empty-values',
  tier: 'lossy',
  concerns: PAIR,
  wakes: 0,
  sparesSigned: true,
  isOn: ({ query }) => query.emptyValues === 'strip',
  apply(url, { judge }) {
    filterPairs(url, judge, ({ start, nameEnd, end }) => start === end || end - nameEnd > 1)
  },
}
