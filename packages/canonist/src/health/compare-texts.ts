import { countDifferentBits } from '../extract/simhash.ts'
import { listDateFigures } from './figures.ts'
import { isThin, type Fingerprint } from './fingerprint.ts'
import type { Drift } from './words.ts'

/** Texts that have nothing to do with each other differ in about 32 of 64 bits; a text of which a tenth was changed, in about 8. */
const MAX_SAME_TEXT_BITS = 16

/** Less than a tenth of a text is no text any more. */
const MIN_SHARE_LEFT = 0.1

/** A text as it was at a time. */
export interface DatedText {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly fingerprint: Fingerprint
}

/**
 * What has become of a text: null where its words are the same.
 *
 * @example driftBetween(first, { at, fingerprint: { ...first.fingerprint, figures: ['amount 900'], hash: 'other' } }) // 'dates_and_amounts'
 */
export function compareTexts(first: DatedText, second: DatedText): Drift | null {
  const [before, after] = [first.fingerprint, second.fingerprint]
  if (before.hash === after.hash) return null
  if (!isThin(before) && (isThin(after) || after.words < before.words * MIN_SHARE_LEFT)) return 'emptied'
  if (countDifferentBits(before.simhash, after.simhash) > MAX_SAME_TEXT_BITS) return 'rewrite'
  return hasNewFigures(first, second) || hasNewFigures(second, first) ? 'dates_and_amounts' : 'boilerplate'
}

/** Whether a text has figures that the other has not; a page that wrote the date of the day has told nobody anything. */
function hasNewFigures({ at, fingerprint }: DatedText, other: DatedText): boolean {
  const ignored = new Set([...other.fingerprint.figures, ...listDateFigures(at)])
  return fingerprint.figures.some((figure) => !ignored.has(figure))
}
