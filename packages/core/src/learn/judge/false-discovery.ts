import type { Count } from '../trial/trial.ts'
import { THRESHOLDS } from '../thresholds.ts'

const { WRONG_AGREES } = THRESHOLDS.falseDiscovery

/**
 * How likely so many contents agree, or more, where a rule is wrong: at most this (Chernoff), which also holds for fractions.
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
 * Of all that looks at least as good as a rule, the share that is chance to be expected (Benjamini and Hochberg 1995): whoever
 * tries a thousand proposals finds some that hold by accident.
 *
 * @param chances of all proposals that were tried
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
