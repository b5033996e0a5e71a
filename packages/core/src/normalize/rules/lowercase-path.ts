import { lowerOutsideEscapes } from '../../url/escapes.ts'
import type { PolicyRule } from '../rule.ts'
import { UPPER_CASE_PATH } from '../signs.ts'

export const lowercasePath: PolicyRule = {
  id: 'lowercase-path',
  tier: 'lossy',
  concerns: UPPER_CASE_PATH,
  isOn: ({ pathCase }) => pathCase === 'lower',
  apply(url) {
    url.path = lowerOutsideEscapes(url.path)
  },
}
