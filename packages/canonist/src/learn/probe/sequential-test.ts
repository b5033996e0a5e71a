/** What is held of a rule while pairs are being fetched; `mixed`: it is right too often to be wrong, and wrong too often to be right. */
export type TestState = 'confirmed' | 'refuted' | 'mixed' | 'open'

/** A rule that is wrong agrees in so many pairs of a hundred by chance, one that is right in so many but for accidents. */
const [WRONG_AGREES, RIGHT_AGREES] = [0.8, 0.99]
/** How often either error may be made. */
const ERROR = 0.05
/** Each differed twice: one may be an accident still, more are pages that the rule would lose. */
const MAX_AGAINST = 1
const MIN_PAIRS = 5
export const MAX_PAIRS = 40

const WEIGHT_OF_AGREEING = Math.log(RIGHT_AGREES / WRONG_AGREES)
const WEIGHT_OF_DIFFERING = Math.log((1 - RIGHT_AGREES) / (1 - WRONG_AGREES))
const LIMIT = Math.log((1 - ERROR) / ERROR)

/**
 * Wald's sequential test: it stops as soon as the pairs so far leave little doubt. Fourteen that agree confirm a rule;
 * one that differs must be outweighed by many, and two by nothing.
 *
 * @example testSequence(14, 0) // 'confirmed'
 */
export function testSequence(agree: number, against: number): TestState {
  if (agree + against < MIN_PAIRS) return 'open'
  const weight = agree * WEIGHT_OF_AGREEING + against * WEIGHT_OF_DIFFERING
  if (weight >= LIMIT) return against <= MAX_AGAINST ? 'confirmed' : 'mixed'
  return weight <= -LIMIT ? 'refuted' : 'open'
}
