// Decides whether noise explains the failures of a rule. Real differences look the same as noise in a single count, so two things
// tell them apart: what other fetches say about noise, and that noise does not affect contents that were seen repeatedly.
import type { Collision, Count } from '../trial/trial.ts'
import { THRESHOLDS } from '../log/thresholds.ts'
import type { Agreement } from './agreement.ts'
import { computeLikelihoods } from './difference-likelihood.ts'
import { listStrata, type Sightings, type Stratum } from './exposure.ts'

const { MAX_UNEXPLAINED, MAX_DIFFERING, MAX_DIFFERING_PAGES, MAX_OF_NOISE, CERTAINTY } = THRESHOLDS.withinNoise

/** @param agreement how often two fetches of one page agree; null if nothing measures it */
export function isWithinNoise(
  collisions: readonly Collision[],
  count: Count,
  agreement: Agreement | null,
  data: Sightings,
): boolean {
  return isFew(count) || (agreement !== null && isExplained(listStrata(collisions, data), count, agreement))
}

/** The same for a count without collisions: each trial counts as two single fetches. */
export function isCountWithinNoise(count: Count, agreement: Agreement | null): boolean {
  return isFew(count) || (agreement !== null && isExplained([{ ...count, exposed: 2, confirmed: 0 }], count, agreement))
}

const isFew = ({ trials, agreeing }: Count): boolean => trials - agreeing <= MAX_UNEXPLAINED * trials

/**
 * Failures are explained if noise alone may have caused them, and if the log excludes that many pages differ beside it. The
 * second part matters on large sites: on small ones no log can exclude it, so the bound of the rule decides. A single failure is
 * an accident: a measurement without accidents does not prove that there are none.
 */
function isExplained(strata: readonly Stratum[], { trials, agreeing }: Count, agreement: Agreement): boolean {
  if (trials - agreeing <= 1) return true
  const limit = Math.max(MAX_DIFFERING, MAX_DIFFERING_PAGES / trials, MAX_OF_NOISE * computeCertainNoise(agreement))
  const { best, deviationsTo } = computeLikelihoods(strata, agreement)
  if (best >= limit || deviationsTo(limit) < CERTAINTY) return false
  return deviationsTo(0) < CERTAINTY
}

/** The share of pairs of fetches that noise certainly makes differ: few pairs may show too much by chance. */
function computeCertainNoise({ expected, pairs }: Agreement): number {
  return 1 - expected - CERTAINTY * Math.sqrt((expected * (1 - expected)) / pairs.trials)
}
