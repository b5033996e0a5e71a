import { upperCaseEscapes } from '../../url/escapes.ts'
import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

export const uppercaseEscapes: PolicyRule = {
  id: 'uppercase-escapes',
  tier: 'safe',
  concerns: UNRECOGNISED,
  wakes: 0,
  sparesSigned: false,
  isOn: ({ escapeCase }) => escapeCase === 'upper',
  apply(url) {
    url.path = upperCaseEscapes(url.path)
    url.query = upperCaseEscapes(url.query)
    url.fragment = upperCaseEscapes(url.fragment)
  },
}
