import { simhashDistance } from '../extract/simhash.ts'
import { isThin, type Fingerprint } from './fingerprint.ts'
import type { Drift } from './words.ts'

/** Texts that have nothing to do with each other differ in about 32 of 64 bits; a text of which a tenth was changed, in about 8. */
const OTHER_TEXT_BITS = 16

/** Less than a tenth of a text is no text any more. */
const LEFT_OVER = 0.1

/**
 * What has become of a text: null where its words are the same.
 *
 * @example driftBetween(before, { ...before, figures: ['amount 900'] , hash: 'other' }) // 'dates_and_amounts'
 */
export function driftBetween(before: Fingerprint, after: Fingerprint): Drift | null {
  if (before.hash === after.hash) return null
  if (!isThin(before) && (isThin(after) || after.words < before.words * LEFT_OVER)) return 'emptied'
  if (simhashDistance(before.simhash, after.simhash) > OTHER_TEXT_BITS) return 'rewrite'
  return before.figures.join('\n') === after.figures.join('\n') ? 'boilerplate' : 'dates_and_amounts'
}
