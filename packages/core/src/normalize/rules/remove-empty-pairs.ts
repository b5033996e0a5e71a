import { filterPairs, pairsOf } from '../pair-list.ts'
import type { PolicyRule } from '../rule.ts'
import { EMPTY_PAIR } from '../signs.ts'

export const removeEmptyPairs: PolicyRule = {
  id: 'remove-empty-pairs',
  tier: 'lossy',
  concerns: EMPTY_PAIR,
  wakes: 0,
  sparesSigned: true,
  isOn: ({ query }) => query.empty === 'strip',
  apply(url, { judge }) {
    // A lone "?" is the business of remove-empty-query.
    if (url.query !== '?' && (pairsOf(url, judge).signs & EMPTY_PAIR) !== 0)
      filterPairs(url, judge, ({ start, end }) => start < end)
  },
}
