import { FRAGMENT_SET, PATH_SET, QUERY_SET, percentEncode } from '../../url/percent.ts'
import type { PartRepair } from '../rule.ts'

export const encodeCharacters: PartRepair = {
  id: 'encode-characters',
  tier: 'safe',
  repair(url) {
    url.path = percentEncode(url.path, PATH_SET)
    // The "?" and the "#" in front are in neither of the two sets.
    url.query = percentEncode(url.query, QUERY_SET)
    url.fragment = percentEncode(url.fragment, FRAGMENT_SET)
    return null
  },
}
