import { THRESHOLDS } from '../log/thresholds.ts'

const { Z } = THRESHOLDS.wilsonBound

/** The lower end of Wilson's interval for the share of `successes` among `trials`. Both may be fractions. */
export function wilsonLowerBound(successes: number, trials: number): number {
  if (trials <= 0) return 0
  const share = successes / trials
  const square = (Z * Z) / trials
  const centre = share + square / 2
  const spread = Z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials))
  return Math.max(0, (centre - spread) / (1 + square))
}
