import type { PolicyRule } from '../rule.ts'
import { LONE_QUESTION_MARK } from '../signs.ts'

export const removeEmptyQuery: PolicyRule = {
  id: 'remove-empty-query',
  tier: 'lossy',
  concerns: LONE_QUESTION_MARK,
  wakes: 0,
  sparesSigned: true,
  isOn: ({ query }) => query.empty === 'strip',
  apply(url) {
    if (url.query === '?') url.query = ''
  },
}
