import type { QueryRule } from '../rule.ts'
import { EMPTY_PAIR } from '../signs.ts'

export const removeEmptyPairs: QueryRule = {
  id: 'remove-empty-pairs',
  tier: 'lossy',
  concerns: EMPTY_PAIR,
  isOn: ({ query }) => query.empty === 'strip',
  edit(pairs) {
    // remove-empty-query handles a lone "?".
    if (!pairs.isLoneMark) pairs.filter(({ start, end }) => start < end)
  },
}
