import type { QueryRule } from '../rule.ts'
import { LONE_QUESTION_MARK } from '../signs.ts'

export const removeEmptyQuery: QueryRule = {
  id: 'remove-empty-query',
  tier: 'lossy',
  concerns: LONE_QUESTION_MARK,
  isOn: ({ query }) => query.empty === 'strip',
  edit(pairs) {
    if (pairs.isLoneMark) pairs.count = 0
  },
}
