/** The state of a rule while pairs are fetched. `mixed`: right too often to be wrong, and wrong too often to be right. */
export type TestState = 'confirmed' | 'refuted' | 'mixed' | 'open'

/** The share of pairs that agree for a wrong rule, by chance, and for a right rule, apart from accidents. */
const [WRONG_AGREES, RIGHT_AGREES] = [0.8, 0.99]
/** How often the test may err in either direction. */
const ERROR = 0.05
/** Each of them differed twice. One may still be an accident; more are pages that the rule would lose. */
const MAX_AGAINST = 1
const MIN_PAIRS = 5
export const MAX_PAIRS = 40

const WEIGHT_OF_AGREEING = Math.log(RIGHT_AGREES / WRONG_AGREES)
const WEIGHT_OF_DIFFERING = Math.log((1 - RIGHT_AGREES) / (1 - WRONG_AGREES))
const LIMIT = Math.log((1 - ERROR) / ERROR)

/**
 * Wald's sequential test: it stops as soon as the pairs so far are decisive. Fourteen pairs that agree confirm a rule; one that
 * differs needs many more, and two that differ rule it out.
 *
 * @example testSequence(14, 0) // 'confirmed'
 */
export function testSequence(agree: number, against: number): TestState {
  if (agree + against < MIN_PAIRS) return 'open'
  const weight = agree * WEIGHT_OF_AGREEING + against * WEIGHT_OF_DIFFERING
  if (weight >= LIMIT) return against <= MAX_AGAINST ? 'confirmed' : 'mixed'
  return weight <= -LIMIT ? 'refuted' : 'open'
}
