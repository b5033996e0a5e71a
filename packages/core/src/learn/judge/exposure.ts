import type { Form } from '../log/form.ts'
import type { SiteData } from '../log/site-data.ts'
import { groupBy } from '../log/site-state.ts'
import { countTrials, type Collision, type Count } from '../trial/trial.ts'

/** Says which contents of a site were seen more than once. */
export type Sightings = Pick<SiteData, 'clusters' | 'confirmed' | 'unsettled'>

/** Trials in which noise may have affected the same number of contents. */
export interface Stratum extends Count {
  readonly exposed: number
}

/** Adds up collisions by how many of their contents noise may have affected. */
export function listStrata(collisions: readonly Collision[], data: Sightings): Stratum[] {
  const groups = groupBy(collisions, ({ forms }) => countExposed(forms, data))
  return [...groups].flatMap(([exposed, own]) => (exposed === null ? [] : [{ ...countTrials(own), exposed }]))
}

/**
 * Counts the forms that were fetched once, up to two: noise hardly ever affects a content that several fetches show. Null if the
 * fetches of a form contradict each other, since it is then unknown which of them noise affected.
 */
function countExposed(forms: readonly Form[], { clusters, confirmed, unsettled }: Sightings): number | null {
  let count = 0
  for (const { label, urls } of forms) {
    if (label === -1) continue
    const [first = -1, another] = urls.filter((url) => clusters[url] === label)
    if (another !== undefined || confirmed.has(first)) continue
    if (urls.length > 1 || unsettled.has(first)) return null
    count++
  }
  return Math.min(2, count)
}
