import type { Form } from './form.ts'
import { noiseOf } from './noise.ts'
import type { Collision, Count } from './trial.ts'

/** Beyond what noise explains a rule may be wrong in so many contents of a hundred. */
const MOST_WRONG = 0.02

/**
 * Whether noise explains what fails, but for chance.
 *
 * @param agreement how often two fetches of one page agree
 */
export function isWithinNoise(
  collisions: readonly Collision[],
  { trials, agreeing }: Count,
  agreement: number,
): boolean {
  const noise = noiseOf(agreement)
  const spoiled = collisions.reduce((sum, { forms }) => sum + 1 - cleanOf(forms, noise), 0)
  const expected = spoiled + MOST_WRONG * trials
  return trials - agreeing <= expected + Math.sqrt(expected)
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
