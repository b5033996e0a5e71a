import type { Count } from '../trial/trial.ts'
import { THRESHOLDS } from '../log/thresholds.ts'
import type { Agreement } from './agreement.ts'
import type { Stratum } from './exposure.ts'

const { MAX_SHARE, PRECISION } = THRESHOLDS.differenceLikelihood

export interface DifferenceLikelihoods {
  /** The most likely share of pages that differ beside noise. */
  readonly best: number
  /** How many standard deviations another share is from it, by the ratio of their likelihoods. */
  readonly deviationsTo: (share: number) => number
}

/**
 * Estimates the share of pages on which a rule joins different contents. A trial fails because its page differs, or because noise
 * affected one of its contents; a content of several fetches only if it affected two of them alike. Pairs of fetches of one page
 * fail because of noise alone. For each share, noise is assumed to be what makes all counts together most likely, so that a
 * measurement from few pairs decides little.
 */
export function computeLikelihoods(
  strata: readonly Stratum[],
  { pairs, least }: Pick<Agreement, 'pairs' | 'least'>,
): DifferenceLikelihoods {
  const maxNoise = 1 - Math.sqrt(least)
  const computeLikelihood = (share: number): number =>
    findMaximum(
      (noise) =>
        strata.reduce(
          (sum, stratum) => sum + computeLogLikelihood(stratum, computeAgreement(stratum, share, noise)),
          computeLogLikelihood(pairs, (1 - noise) ** 2),
        ),
      maxNoise,
    ).value
  const { at: best, value } = findMaximum(computeLikelihood, MAX_SHARE)
  return { best, deviationsTo: (share) => Math.sqrt(2 * Math.max(0, value - computeLikelihood(share))) }
}

const computeAgreement = ({ exposed, confirmed }: Stratum, share: number, noise: number): number =>
  (1 - share) * (1 - noise) ** exposed * (1 - noise ** 2) ** confirmed

/** @param chance that a trial agrees */
function computeLogLikelihood({ trials, agreeing }: Count, chance: number): number {
  const failing = Math.max(0, trials - agreeing)
  return multiplyLog(agreeing, chance) + multiplyLog(failing, 1 - chance)
}

const multiplyLog = (count: number, chance: number): number =>
  count === 0 ? 0 : count * Math.log(Math.max(Number.EPSILON, chance))

const GOLDEN = (Math.sqrt(5) - 1) / 2

/** Finds the highest value between 0 and `high` of a function with one peak, by golden-section search. */
function findMaximum(compute: (at: number) => number, high: number): { readonly at: number; readonly value: number } {
  let [low, end] = [0, high]
  let [left, right] = [end - GOLDEN * (end - low), low + GOLDEN * (end - low)]
  let [leftValue, rightValue] = [compute(left), compute(right)]
  while (end - low > PRECISION) {
    if (leftValue > rightValue) {
      ;[end, right, rightValue] = [right, left, leftValue]
      left = end - GOLDEN * (end - low)
      leftValue = compute(left)
    } else {
      ;[low, left, leftValue] = [left, right, rightValue]
      right = low + GOLDEN * (end - low)
      rightValue = compute(right)
    }
  }
  // The search never reaches 0 itself, where the peak often is.
  const [none, at] = [compute(0), (low + end) / 2]
  const value = compute(at)
  return none >= value ? { at: 0, value: none } : { at, value }
}
