import { upperCaseEscapes } from '../../url/escapes.ts'
import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

export const uppercaseEscapes: PolicyRule = {
  id: 'uppercase-escapes',
  tier: 'safe',
  concerns: UNRECOGNISED,
  isOn: ({ escapeCase }) => escapeCase === 'upper',
  apply: (url) => url.respell(upperCaseEscapes),
}
