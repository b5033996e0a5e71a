import { TIER } from './tier.ts'

/** The share of the cases that `npm test` tries. */
const QUICK = 0.1

const SEEDS = 2 ** 31

/** How many cases a property is tried with: a tenth of `most` in `npm test`. */
export const countRuns = (most: number): number => (TIER === 'quick' ? Math.ceil(most * QUICK) : most)

/** Always the same, so that a first run cannot fail by chance. `npm run test:long` tries new ones. */
export const chooseSeed = (): number => (TIER === 'long' ? Date.now() % SEEDS : 1)

/** The parameters of `fc.assert`: how many cases, and from which seed. `SEED` in the environment repeats a failure. */
export function runs(most: number): { readonly numRuns: number; readonly seed: number } {
  const { SEED } = process.env
  return { numRuns: countRuns(most), seed: SEED === undefined ? chooseSeed() : Number(SEED) }
}
