import { isThin, type Fingerprint } from './fingerprint.ts'
import type { Observation } from './observation.ts'
import type { Drift } from './words.ts'
import { countDifferentBits } from '@canonist/web/internal/extract/simhash'
import { listDateFigures } from './figures.ts'

/** Unrelated texts differ in about 32 of 64 bits; a text of which a tenth was changed, in about 8. */
const MAX_SAME_TEXT_BITS = 16

/** If less than a tenth of a text is left, it counts as emptied. */
const MIN_SHARE_LEFT = 0.1

/** A text at a point in time. */
export interface DatedText {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly fingerprint: Fingerprint
}

/**
 * How a text has changed; null if its words are the same.
 *
 * @example compareTexts(first, { at, fingerprint: { ...first.fingerprint, figures: ['amount 900'], hash: 'other' } }) // 'dates_and_amounts'
 */
export function compareTexts(first: DatedText, second: DatedText): Drift | null {
  const [before, after] = [first.fingerprint, second.fingerprint]
  if (before.hash === after.hash) return null
  if (!isThin(before) && (isThin(after) || after.words < before.words * MIN_SHARE_LEFT)) return 'emptied'
  if (countDifferentBits(before.simhash, after.simhash) > MAX_SAME_TEXT_BITS) return 'rewrite'
  return hasNewFigures(first, second) || hasNewFigures(second, first) ? 'dates_and_amounts' : 'boilerplate'
}

/** Whether a text has figures that the other lacks. Ignores the current date, which some pages print. */
function hasNewFigures({ at, fingerprint }: DatedText, other: DatedText): boolean {
  const ignored = new Set([...other.fingerprint.figures, ...listDateFigures(at)])
  return fingerprint.figures.some((figure) => !ignored.has(figure))
}

/** The baseline and the text that is compared with it; or the text alone. */
export type TextPair = readonly Observation[]

/** How a text has changed; null if there is nothing to compare, or no change. */
export function findTextDrift([before, after]: TextPair): Drift | null {
  const [first, second] = [toDatedText(before), toDatedText(after)]
  return first === null || second === null ? null : compareTexts(first, second)
}

function toDatedText(observation: Observation | undefined): DatedText | null {
  const fingerprint = observation?.fingerprint ?? null
  return observation === undefined || fingerprint === null ? null : { at: observation.at, fingerprint }
}

/** Whether a change is worth reporting. An emptied text is reported by the verdict. */
export const isNotable = (drift: Drift | null): boolean => drift === 'dates_and_amounts' || drift === 'rewrite'

export const isEmptying = (pair: TextPair): boolean => findTextDrift(pair) === 'emptied'

/** Whether the next text is compared with the first one as well: a nearly empty text is not a baseline. */
export function keepsBaseline(pair: TextPair): boolean {
  const last = pair.at(-1)?.fingerprint ?? null
  return pair.length > 1 && (isEmptying(pair) || (last !== null && isThin(last)))
}
