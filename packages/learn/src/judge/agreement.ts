import type { Count } from '../trial/trial.ts'

/** How often two fetches of one page agree. */
export interface Agreement {
  /** As measured, but never less than `least`. */
  readonly expected: number
  /** The pairs of fetches that measured it. */
  readonly pairs: Count
  readonly least: number
}

export const createAgreement = (pairs: Count, least: number): Agreement => ({
  expected: Math.max(least, pairs.agreeing / pairs.trials),
  pairs,
  least,
})
