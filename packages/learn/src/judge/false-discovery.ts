import type { Count } from '../trial/trial.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { WRONG_AGREES } = THRESHOLDS.falseDiscovery

/**
 * An upper bound for the probability that a wrong rule agrees in at least this many contents (Chernoff; also for fractions).
 *
 * @example computeChance({ trials: 10, agreeing: 10 }) // 0.107: 0.8 to the tenth
 */
export function computeChance({ trials, agreeing }: Count): number {
  const share = trials === 0 ? 0 : Math.min(1, agreeing / trials)
  if (share <= WRONG_AGREES) return 1
  const failing = share === 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - WRONG_AGREES))
  return Math.exp(-trials * (share * Math.log(share / WRONG_AGREES) + failing))
}

/**
 * The expected share of chance among all proposals that look at least as good as a rule (Benjamini and Hochberg 1995). Among a
 * thousand proposals, some hold by accident.
 *
 * @param chances of all proposals that were tried, by id
 */
export function computeFalseDiscoveries(chances: ReadonlyMap<string, number>): Map<string, number> {
  const ranked = [...chances].toSorted(([, a], [, b]) => b - a)
  const rates = new Map<string, number>()
  let least = 1
  for (const [at, [id, chance]] of ranked.entries()) {
    least = Math.min(least, (chance * ranked.length) / (ranked.length - at))
    rates.set(id, least)
  }
  return rates
}
