import { Bidi, readBidiGroup, findTraits } from './traits.ts'

/**
 * Which labels the Bidi rule binds. UTS #46 says 'domain': one right-to-left label binds every label, so that `1x.א` fails.
 * Node's URL and Firefox say 'label': it binds those labels only that have a right-to-left character of their own.
 * https://github.com/whatwg/url/issues/543
 */
export type BidiScope = 'domain' | 'label'

// One bit per group, so that a set of groups is a number and membership an &.
const bit = (group: number): number => 1 << group

const LEFT_TO_RIGHT = bit(Bidi.LEFT_TO_RIGHT)
const RIGHT_TO_LEFT = bit(Bidi.RIGHT_TO_LEFT)
const ARABIC_NUMBER = bit(Bidi.ARABIC_NUMBER)
const EUROPEAN_NUMBER = bit(Bidi.EUROPEAN_NUMBER)
const NONSPACING = bit(Bidi.NONSPACING)
const ANYWHERE = EUROPEAN_NUMBER | NONSPACING | bit(Bidi.NEUTRAL)

const findGroup = (codePoint: number): number => bit(readBidiGroup(findTraits(codePoint)))

/** True of an "RTL label". https://www.rfc-editor.org/rfc/rfc5893#section-1.4 */
export const hasRightToLeft = (label: readonly number[]): boolean =>
  label.some((codePoint) => codePoint > 0x7f && (findGroup(codePoint) & (RIGHT_TO_LEFT | ARABIC_NUMBER)) !== 0)

/** The six conditions of https://www.rfc-editor.org/rfc/rfc5893#section-2; an empty label meets them. */
export function meetsBidiRule(label: readonly number[]): boolean {
  const groups = label.map(findGroup)
  const first = groups[0]
  if (first === undefined) return true
  const used = groups.reduce((all, group) => all | group)
  const last = groups.findLast((group) => group !== NONSPACING) ?? NONSPACING
  if (first === LEFT_TO_RIGHT) return isLeftToRightLabel(used, last)
  return first === RIGHT_TO_LEFT && isRightToLeftLabel(used, last)
}

// Conditions 5 and 6.
const isLeftToRightLabel = (used: number, last: number): boolean =>
  isSubset(used, LEFT_TO_RIGHT | ANYWHERE) && isSubset(last, LEFT_TO_RIGHT | EUROPEAN_NUMBER)

// Conditions 2, 3 and 4.
const isRightToLeftLabel = (used: number, last: number): boolean =>
  isSubset(used, RIGHT_TO_LEFT | ARABIC_NUMBER | ANYWHERE) &&
  isSubset(last, RIGHT_TO_LEFT | ARABIC_NUMBER | EUROPEAN_NUMBER) &&
  !isSubset(ARABIC_NUMBER | EUROPEAN_NUMBER, used)

const isSubset = (groups: number, of: number): boolean => (groups & ~of) === 0
