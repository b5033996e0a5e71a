import type { Form } from '../log/form.ts'
import type { Proposal } from './candidates.ts'
import { choosePairs } from './pairs.ts'
import type { Pair } from '../log/form.ts'
import type { Readings } from './readings.ts'
import type { Difference } from './rewrites.ts'

/** A content, a claim or a bucket of like URLs, with what its pairs propose. */
export class Proposer {
  /** Contents have numbers from 0. */
  readonly source: number
  readonly pairs: readonly Pair[]
  readonly #isOfOneHost: boolean
  readonly #readings: Readings
  #fields: readonly Proposal[] | null = null
  #twins: readonly Pair[] | null = null

  constructor(source: number, pairs: readonly Pair[], readings: Readings) {
    this.source = source
    this.pairs = pairs
    this.#readings = readings
    this.#isOfOneHost = pairs.every(([from, to]) => from.host === to.host)
  }

  /** Pairs that differ in scheme and host alone. */
  get twins(): readonly Pair[] {
    return (this.#twins ??= this.pairs.filter(areTwins))
  }

  /**
   * Each proposal once, however many of the pairs make it.
   *
   * @param read depends on nothing but the pair, unless it is of two hosts
   */
  fields(read: (pair: Pair) => readonly Proposal[]): readonly Proposal[] {
    if (!this.#isOfOneHost) return eachOnce(this.pairs.flatMap(read))
    return (this.#fields ??= eachOnce(this.pairs.flatMap((pair) => (this.#readings.of(pair).fields ??= read(pair)))))
  }

  differences(read: (pair: Pair) => readonly Difference[]): readonly Difference[] {
    return this.pairs.flatMap((pair) => (this.#readings.of(pair).differences ??= read(pair)))
  }
}

const areTwins = ([from, to]: Pair): boolean =>
  (from.scheme !== to.scheme || from.host !== to.host) && from.resource === to.resource && from.fragment === to.fragment

const eachOnce = (proposals: readonly Proposal[]): readonly Proposal[] =>
  proposals.length < 2 ? proposals : [...new Map(proposals.map((proposal) => [proposal.id, proposal])).values()]

/** The contents of a site as proposers: one whose forms are those of the round before proposes the same again. */
export class ContentProposers {
  readonly #readings: Readings
  #known = new Map<number, { readonly forms: readonly Form[]; readonly proposer: Proposer }>()

  constructor(readings: Readings) {
    this.#readings = readings
  }

  of(clusters: ReadonlyMap<number, readonly Form[]>): Proposer[] {
    const before = this.#known
    this.#known = new Map()
    return Array.from(clusters, ([cluster, forms]) => {
      const known = before.get(cluster)
      const isSame = known !== undefined && areSame(known.forms, forms)
      const proposer = isSame ? known.proposer : new Proposer(cluster, choosePairs(forms), this.#readings)
      this.#known.set(cluster, { forms, proposer })
      return proposer
    })
  }
}

const areSame = (a: readonly Form[], b: readonly Form[]): boolean =>
  a.length === b.length && a.every((form, index) => form === b[index])
