import { filterPairs } from '../pair-list.ts'
import type { PolicyRule } from '../rule.ts'
import { PAIR } from '../signs.ts'

export const removeEmptyValues: PolicyRule = {
  id: 'remove-empty-values',
  tier: 'lossy',
  summary: 'Query parameters without a value ("a=" and "a") are removed.',
  concerns: PAIR,
  wakes: 0,
  sparesSigned: true,
  isOn: ({ query }) => query.emptyValues === 'strip',
  apply(url, { judge }) {
    filterPairs(url, judge, ({ start, nameEnd, end }) => start === end || end - nameEnd > 1)
  },
}
