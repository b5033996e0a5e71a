import type { Form } from '../log/form.ts'
import type { SiteData } from '../log/site-data.ts'
import { countTrials, type Collision, type Count } from '../trial/trial.ts'

/** Says which contents of a site were seen more than once. */
export type Sightings = Pick<SiteData, 'clusters' | 'confirmed' | 'unsettled'>

/** How many contents of a trial noise may have affected. */
interface Exposure {
  /** Contents that were fetched once. */
  readonly exposed: number
  /** Contents that several fetches show. */
  readonly confirmed: number
}

/** Trials that noise may have affected alike: each of them agrees if noise affected none of its contents. */
export interface Stratum extends Count, Exposure {}

/** Adds up collisions by how many of their contents noise may have affected. */
export function listStrata(collisions: readonly Collision[], data: Sightings): Stratum[] {
  const groups = new Map<string, Exposure & { readonly own: Collision[] }>()
  for (const collision of collisions) {
    const exposure = countExposed(collision.forms, data)
    if (exposure === null) continue
    const key = `${exposure.exposed} ${exposure.confirmed}`
    const group = groups.get(key) ?? { ...exposure, own: [] }
    groups.set(key, group)
    group.own.push(collision)
  }
  return Array.from(groups.values(), ({ own, exposed, confirmed }) => ({
    ...countTrials(own.map(toWhole)),
    exposed,
    confirmed,
  }))
}

/** Counts a collision as one trial, in which all forms have to agree: the more forms, the more often noise affects one of them. */
const toWhole = ({ page, trials, agreeing }: Collision): Count & Pick<Collision, 'page'> => ({
  page,
  trials: 1,
  agreeing: agreeing < trials ? 0 : 1,
})

/** Null if the fetches of a form contradict each other, since it is then unknown which of them noise affected. */
function countExposed(forms: readonly Form[], { clusters, confirmed, unsettled }: Sightings): Exposure | null {
  const count = { exposed: 0, confirmed: 0 }
  for (const { label, urls } of forms) {
    if (label === -1) continue
    const first = urls.find((url) => clusters[url] === label) ?? -1
    const isAgain = urls.length > 1 && urls.some((url) => url !== first && clusters[url] === label)
    if (isAgain || confirmed.has(first)) count.confirmed++
    else if (urls.length > 1 || unsettled.has(first)) return null
    else count.exposed++
  }
  return count
}
