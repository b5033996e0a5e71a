import { isValidCodePoint } from './mapping.ts'
import { isMark, findTraits, isTransparent, isVirama, joinsBackward, joinsForward } from './traits.ts'

const ZERO_WIDTH_NON_JOINER = 0x200c
const ZERO_WIDTH_JOINER = 0x200d

/** The contextual rules for the two joiners. https://www.rfc-editor.org/rfc/rfc5892#appendix-A */
function meetsContextJ(label: readonly number[]): boolean {
  return label.every((codePoint, at) => {
    if (codePoint === ZERO_WIDTH_JOINER) return followsVirama(label, at)
    if (codePoint === ZERO_WIDTH_NON_JOINER) return followsVirama(label, at) || breaksCursive(label, at)
    return true
  })
}

function followsVirama(label: readonly number[], at: number): boolean {
  const before = label[at - 1]
  return before !== undefined && isVirama(findTraits(before))
}

/** Whether the letters on both sides, transparent ones apart, would join here. */
function breaksCursive(label: readonly number[], at: number): boolean {
  return joinsForward(findNextVisible(label, at, -1)) && joinsBackward(findNextVisible(label, at, 1))
}

/** The traits of the nearest code point that is not transparent, or none at the label's edge. */
function findNextVisible(label: readonly number[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < label.length; at += step) {
    const traits = findTraits(label[at] ?? 0)
    if (!isTransparent(traits)) return traits
  }
  return 0
}

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
