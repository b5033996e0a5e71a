import { countDifferentBits } from '../extract/simhash.ts'
import { figuresOfToday } from './figures.ts'
import { isThin, type Fingerprint } from './fingerprint.ts'
import type { Drift } from './words.ts'

/** Texts that have nothing to do with each other differ in about 32 of 64 bits; a text of which a tenth was changed, in about 8. */
const OTHER_TEXT_BITS = 16

/** Less than a tenth of a text is no text any more. */
const LEFT_OVER = 0.1

/** A text as it was at a time. */
export interface ReadText {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly fingerprint: Fingerprint
}

/**
 * What has become of a text: null where its words are the same.
 *
 * @example driftBetween(first, { at, fingerprint: { ...first.fingerprint, figures: ['amount 900'], hash: 'other' } }) // 'dates_and_amounts'
 */
export function driftBetween(first: ReadText, second: ReadText): Drift | null {
  const [before, after] = [first.fingerprint, second.fingerprint]
  if (before.hash === after.hash) return null
  if (!isThin(before) && (isThin(after) || after.words < before.words * LEFT_OVER)) return 'emptied'
  if (countDifferentBits(before.simhash, after.simhash) > OTHER_TEXT_BITS) return 'rewrite'
  return hasMore(first, second) || hasMore(second, first) ? 'dates_and_amounts' : 'boilerplate'
}

/** Whether a text has figures that the other has not; a page that wrote the date of the day has told nobody anything. */
function hasMore({ at, fingerprint }: ReadText, other: ReadText): boolean {
  const ignored = new Set([...other.fingerprint.figures, ...figuresOfToday(at)])
  return fingerprint.figures.some((figure) => !ignored.has(figure))
}
