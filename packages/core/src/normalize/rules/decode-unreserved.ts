import { decodeUnreserved } from '../../url/escapes.ts'
import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

export const decodeUnreservedEscapes: PolicyRule = {
  id: 'decode-unreserved',
  tier: 'safe',
  concerns: UNRECOGNISED,
  wakes: 0,
  sparesSigned: false,
  isOn: ({ unreserved }) => unreserved === 'decode',
  apply(url) {
    url.path = decodeUnreserved(url.path)
    url.query = decodeUnreserved(url.query)
    url.fragment = decodeUnreserved(url.fragment)
  },
}
