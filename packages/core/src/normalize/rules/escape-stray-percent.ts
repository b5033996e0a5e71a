import { escapeStrayPercent } from '../../url/escapes.ts'
import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

export const escapeStrayPercents: PolicyRule = {
  id: 'escape-stray-percent',
  tier: 'safe',
  concerns: UNRECOGNISED,
  wakes: 0,
  sparesSigned: false,
  isOn: ({ strayPercent }) => strayPercent === 'escape',
  apply(url) {
    url.path = escapeStrayPercent(url.path)
    url.query = escapeStrayPercent(url.query)
    url.fragment = escapeStrayPercent(url.fragment)
  },
}
