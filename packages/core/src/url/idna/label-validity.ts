import { meetsContextJ } from './context-j.ts'
import { isValidCodePoint } from './mapping.ts'
import { isMark, findTraits } from './traits.ts'

/** True of a label in lower case that claims to be Punycode ("ASCII-compatible encoding"). */
export const isAceLabel = (label: string): boolean => label.startsWith('xn--')

/**
 * The validity criteria that look at one label's code points: status, no mark at the start, joiners.
 * The Bidi rule is checked elsewhere because it may depend on the other labels.
 * https://www.unicode.org/reports/tr46/#Validity_Criteria
 */
export function hasValidCodePoints(codePoints: readonly number[]): boolean {
  const first = codePoints[0]
  if (first === undefined || !codePoints.every(isValidCodePoint)) return false
  return !isMark(findTraits(first)) && meetsContextJ(codePoints)
}
