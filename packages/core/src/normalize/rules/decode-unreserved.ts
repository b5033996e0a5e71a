import { decodeUnreserved } from '../../url/escapes.ts'
import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

export const decodeUnreservedEscapes: PolicyRule = {
  id: 'decode-unreserved',
  tier: 'safe',
  concerns: UNRECOGNISED,
  isOn: ({ unreserved }) => unreserved === 'decode',
  apply: (url) => url.respell(decodeUnreserved),
}
