import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

export const stripUserinfo: PolicyRule = {
  id: 'strip-userinfo',
  tier: 'lossy',
  concerns: UNRECOGNISED,
  runsIfSigned: true,
  isOn: ({ userinfo }) => userinfo === 'strip',
  apply(url) {
    url.userinfo = ''
  },
}
