import type { Form } from '../log/form.ts'
import { findMostExposed, toNoise } from './noise.ts'
import type { Collision, Count } from '../trial/trial.ts'
import { THRESHOLDS } from '../thresholds.ts'

const { MAX_UNEXPLAINED, MAX_DEVIATIONS, MIN_LIKELIHOOD, EXACT_UP_TO } = THRESHOLDS.expectedFailures

/**
 * Whether noise and chance explain the failures.
 *
 * @param agreement how often two fetches of one page agree; null if unknown
 */
export function isWithinNoise(
  collisions: readonly Collision[],
  { trials, agreeing }: Count,
  agreement: number | null,
): boolean {
  const failures = trials - agreeing
  if (failures <= MAX_UNEXPLAINED * trials) return true
  if (agreement === null) return false
  const noise = toNoise(agreement)
  const spoiled = collisions.reduce((sum, { forms }) => sum + 1 - computeCleanChance(forms, noise), 0)
  return failures <= computeMaxByChance(spoiled)
}

/** The same for a count without collisions: each trial counts as two single fetches. */
export function isCountWithinNoise({ trials, agreeing }: Count, agreement: number | null): boolean {
  const failures = trials - agreeing
  if (failures <= MAX_UNEXPLAINED * trials) return true
  return agreement !== null && failures <= computeMaxByChance(trials * (1 - agreement))
}

/**
 * The most accidents that chance explains, given the expected number: a quantile of the Poisson distribution, and at least one,
 * since a measurement without accidents does not prove that there are none.
 */
function computeMaxByChance(expected: number): number {
  if (expected > EXACT_UP_TO) return expected + MAX_DEVIATIONS * Math.sqrt(expected)
  let [most, term] = [0, Math.exp(-expected)]
  for (let more = 1 - term; more > MIN_LIKELIHOOD; more -= term) term *= expected / ++most
  return Math.max(1, most)
}

/** The probability that noise affected neither of the two most exposed forms. */
function computeCleanChance(forms: readonly Form[], noise: number): number {
  const [most, next] = findMostExposed(forms)
  return (1 - most * noise) * (1 - next * noise)
}
