import { compareTexts, type DatedText } from './compare-texts.ts'
import { isThin } from './fingerprint.ts'
import type { Observation } from './observation.ts'
import type { Drift } from './words.ts'

/** What a text was compared with, and the text; or the text alone. */
export type TextPair = readonly Observation[]

/** What has become of a text; null where there is nothing to compare, or nothing has changed. */
export function findTextDrift([before, after]: TextPair): Drift | null {
  const [first, second] = [toDatedText(before), toDatedText(after)]
  return first === null || second === null ? null : compareTexts(first, second)
}

function toDatedText(observation: Observation | undefined): DatedText | null {
  const fingerprint = observation?.fingerprint ?? null
  return observation === undefined || fingerprint === null ? null : { at: observation.at, fingerprint }
}

/** Whether people should know; that a text is gone, the verdict says. */
export const isNotable = (drift: Drift | null): boolean => drift === 'dates_and_amounts' || drift === 'rewrite'

export const isEmptying = (pair: TextPair): boolean => findTextDrift(pair) === 'emptied'

/** Whether the next text, too, is compared with the first: what is next to nothing is no measure. */
export function keepsBaseline(pair: TextPair): boolean {
  const last = pair.at(-1)?.fingerprint ?? null
  return pair.length > 1 && (isEmptying(pair) || (last !== null && isThin(last)))
}
