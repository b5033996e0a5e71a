import { compareTexts, type DatedText } from './compare-texts.ts'
import { isThin } from './fingerprint.ts'
import type { Observation } from './observation.ts'
import type { Drift } from './words.ts'

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
