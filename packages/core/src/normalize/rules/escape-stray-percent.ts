import { escapeStrayPercent } from '../../url/escapes.ts'
import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

export const escapeStrayPercents: PolicyRule = {
  id: 'escape-stray-percent',
  tier: 'safe',
  concerns: UNRECOGNISED,
  isOn: ({ strayPercent }) => strayPercent === 'escape',
  apply: (url) => url.respell(escapeStrayPercent),
}
