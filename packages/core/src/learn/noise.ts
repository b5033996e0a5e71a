import { countTrials, type Trial } from './trial.ts'

/**
 * A rule below this share is more likely wrong than noisy. Exact hashes see every changed word, so they get more room; never
 * so much that a manual of which seven pages in ten are the same in two versions could pass for one.
 */
const LEAST_AGREEMENT = { near: 0.85, exact: 0.75 }
const LEAST_TRIALS = 15
const LEAST_REPEATS = 40

export interface Repeats {
  readonly pairs: number
  readonly agreeing: number
}

/**
 * How often two fetches of one page agree, (1 - ν)². From URLs that were fetched again where there are enough of them;
 * otherwise from the proposals themselves: those that nearly always agree are held to fail by noise alone.
 */
export function estimateAgreement(trials: readonly Trial[], repeats: Repeats, hasSimhash: boolean): number {
  const floor = hasSimhash ? LEAST_AGREEMENT.near : LEAST_AGREEMENT.exact
  if (repeats.pairs >= LEAST_REPEATS) return Math.max(floor, repeats.agreeing / repeats.pairs)
  let [all, agreeing] = [0, 0]
  for (const { collisions } of trials) {
    const count = countTrials(collisions)
    if (count.trials < LEAST_TRIALS || count.agreeing / count.trials < floor) continue
    all += count.trials
    agreeing += count.agreeing
  }
  return all === 0 ? 1 : agreeing / all
}

export const noiseOf = (agreement: number): number => 1 - Math.sqrt(agreement)
