import type { PolicyRule } from '../rule.ts'
import { UPPER_CASE_PATH } from '../signs.ts'

export const lowercasePath: PolicyRule = {
  id: 'lowercase-path',
  tier: 'lossy',
  concerns: UPPER_CASE_PATH,
  wakes: 0,
  sparesSigned: true,
  isOn: ({ pathCase }) => pathCase === 'lower',
  apply(url) {
    url.path = url.path.replace(/%[0-9A-Fa-f]{2}|[A-Z]+/g, (match) =>
      match.startsWith('%') ? match : match.toLowerCase(),
    )
  },
}
