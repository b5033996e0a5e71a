import type { Collision, Trial } from './trial.ts'
import { THRESHOLDS } from '../thresholds.ts'

const { MOST_OUTPUTS } = THRESHOLDS.commonSizes

/**
 * A trial without what agrees only in a size that many pages have: it would take any two of them for one. What differs in
 * size still differs.
 *
 * @param sizes contents of which only the size is known
 */
export function withoutCommonSizes(trial: Trial, sizes: ReadonlySet<number>): Trial {
  if (sizes.size === 0) return trial
  const outputs = new Map<number, number>()
  for (const { cluster } of trial.collisions) {
    if (sizes.has(cluster)) outputs.set(cluster, (outputs.get(cluster) ?? 0) + 1)
  }
  const tells = ({ cluster, agreeing, trials }: Collision): boolean =>
    agreeing < trials || (outputs.get(cluster) ?? 0) <= MOST_OUTPUTS
  return { ...trial, collisions: trial.collisions.filter(tells) }
}
