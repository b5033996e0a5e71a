import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

export const stripUserinfo: PolicyRule = {
  id: 'strip-userinfo',
  tier: 'lossy',
  concerns: UNRECOGNISED,
  wakes: 0,
  sparesSigned: false,
  isOn: ({ userinfo }) => userinfo === 'strip',
  apply(url) {
    url.userinfo = ''
  },
}
