import type { Form, ParsedUrl } from '../form.ts'
import type { Proposal } from './candidates.ts'
import { choosePairs } from './pairs.ts'
import type { Difference } from './rewrites.ts'

/** Two URLs of which something says that they are one page: some rule would make them equal. */
export type Pair = readonly [from: ParsedUrl, to: ParsedUrl]

/** A content, a claim or a bucket of like URLs, with what its pairs propose. That is read off them once, for all rounds. */
export class Proposer {
  /** Contents have numbers from 0. */
  readonly source: number
  readonly pairs: readonly Pair[]
  readonly isOfOneHost: boolean
  #fields: readonly Proposal[] | null = null
  #differences: readonly Difference[] | null = null

  constructor(source: number, pairs: readonly Pair[]) {
    this.source = source
    this.pairs = pairs
    this.isOfOneHost = pairs.every(([from, to]) => from.host === to.host)
  }

  /** @param read depends on nothing but the pairs, unless they are of several hosts */
  fields(read: (pairs: readonly Pair[]) => readonly Proposal[]): readonly Proposal[] {
    if (!this.isOfOneHost) return read(this.pairs)
    return (this.#fields ??= read(this.pairs))
  }

  differences(read: (pairs: readonly Pair[]) => readonly Difference[]): readonly Difference[] {
    return (this.#differences ??= read(this.pairs))
  }
}

/** The contents of a site as proposers: one whose forms are those of the round before proposes the same again. */
export class ContentProposers {
  #known = new Map<number, { readonly forms: readonly Form[]; readonly proposer: Proposer }>()

  of(clusters: ReadonlyMap<number, readonly Form[]>): Proposer[] {
    const before = this.#known
    this.#known = new Map()
    return Array.from(clusters, ([cluster, forms]) => {
      const known = before.get(cluster)
      const isSame = known !== undefined && areSame(known.forms, forms)
      const proposer = isSame ? known.proposer : new Proposer(cluster, choosePairs(forms))
      this.#known.set(cluster, { forms, proposer })
      return proposer
    })
  }
}

const areSame = (a: readonly Form[], b: readonly Form[]): boolean =>
  a.length === b.length && a.every((form, index) => form === b[index])
