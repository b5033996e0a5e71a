import type { Pair } from '../log/form.ts'
import type { Proposal } from './candidates.ts'
import type { Difference } from './rewrites.ts'

/** What was read off a pair, as soon as somebody has asked for it. */
export interface Reading {
  readonly to: string
  fields: readonly Proposal[] | null
  differences: readonly Difference[] | null
}

/** What was read off all pairs of a site: rounds bring many of them again, by other contents and claims. */
export class Readings {
  readonly #byFrom = new Map<string, Reading[]>()

  of([from, to]: Pair): Reading {
    let readings = this.#byFrom.get(from.text)
    if (readings === undefined) this.#byFrom.set(from.text, (readings = []))
    let reading = readings.find((known) => known.to === to.text)
    if (reading === undefined) readings.push((reading = { to: to.text, fields: null, differences: null }))
    return reading
  }
}
