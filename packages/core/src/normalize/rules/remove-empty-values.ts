import type { QueryRule } from '../rule.ts'
import { PAIR } from '../signs.ts'

export const removeEmptyValues: QueryRule = {
  id: 'remove-empty-values',
  tier: 'lossy',
  concerns: PAIR,
  isOn: ({ query }) => query.emptyValues === 'strip',
  // remove-empty-pairs handles an empty pair.
  edit: (pairs) => pairs.filter(({ start, nameEnd, end }) => start === end || end - nameEnd > 1),
}
