import type { QueryRule } from '../rule.ts'
import { PAIR } from '../signs.ts'

export const removeEmptyValues: QueryRule = {
  id: 'remove-empty-values',
  tier: 'lossy',
  concerns: PAIR,
  isOn: ({ query }) => query.emptyValues === 'strip',
  // An empty pair is the business of remove-empty-pairs.
  edit: (pairs) => pairs.filter(({ start, nameEnd, end }) => start === end || end - nameEnd > 1),
}
