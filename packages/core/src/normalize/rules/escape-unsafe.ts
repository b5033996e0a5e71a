import { UNSAFE_SET, percentEncode } from '../../url/percent.ts'
import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

/** RFC 3986 allows none of these in a query; browsers send them as they are, and many programs escape them. */
export const escapeUnsafe: PolicyRule = {
  id: 'escape-unsafe',
  tier: 'usually-safe',
  concerns: UNRECOGNISED,
  isOn: ({ query }) => query.unsafe === 'escape',
  apply(url) {
    url.query = percentEncode(url.query, UNSAFE_SET)
  },
}
