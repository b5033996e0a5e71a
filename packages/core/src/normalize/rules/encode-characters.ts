import { FRAGMENT_SET, PATH_SET, QUERY_SET, percentEncode, type EncodeSet } from '../../url/percent.ts'
import type { PartRepair } from '../rule.ts'

export const encodeCharacters: PartRepair = {
  id: 'encode-characters',
  tier: 'safe',
  repair(url) {
    url.path = percentEncode(url.path, PATH_SET)
    url.query = encodeBehindMark(url.query, QUERY_SET)
    url.fragment = encodeBehindMark(url.fragment, FRAGMENT_SET)
    return null
  },
}

/** The `?` or `#` in front is a delimiter, not a character of the text. */
function encodeBehindMark(text: string, set: EncodeSet): string {
  return text.length < 2 ? text : text[0] + percentEncode(text.slice(1), set)
}
