import type { Form } from '../log/form.ts'
import { noiseOf } from './noise.ts'
import type { Collision, Count } from '../trial/trial.ts'
import { THRESHOLDS } from '../thresholds.ts'

const { MOST_UNEXPLAINED, MOST_DEVIATIONS } = THRESHOLDS.expectedFailures

/**
 * Whether noise explains what fails, but for chance.
 *
 * @param agreement how often two fetches of one page agree; null where that is not known
 */
export function isWithinNoise(
  collisions: readonly Collision[],
  { trials, agreeing }: Count,
  agreement: number | null,
): boolean {
  const failures = trials - agreeing
  if (failures <= MOST_UNEXPLAINED * trials) return true
  if (agreement === null) return false
  const noise = noiseOf(agreement)
  const spoiled = collisions.reduce((sum, { forms }) => sum + 1 - cleanOf(forms, noise), 0)
  return failures <= spoiled + MOST_DEVIATIONS * Math.sqrt(spoiled)
}

/** The same of a mere count, in which every failure may be that of two fetches. */
export function isCountWithinNoise({ trials, agreeing }: Count, agreement: number | null): boolean {
  const [failures, spoiled] = [trials - agreeing, trials * (1 - (agreement ?? 1))]
  return failures <= Math.max(MOST_UNEXPLAINED * trials, spoiled + MOST_DEVIATIONS * Math.sqrt(spoiled))
}

/** How likely noise has spoiled none of the two forms that it may spoil most. One of several URLs shows what most of them show. */
function cleanOf(forms: readonly Form[], noise: number): number {
  let [most, next] = [0, 0]
  for (const { label, urls } of forms) {
    const share = label === -1 || urls.length > 2 ? 0 : noise / urls.length
    if (share > most) [most, next] = [share, most]
    else if (share > next) next = share
  }
  return (1 - most) * (1 - next)
}
