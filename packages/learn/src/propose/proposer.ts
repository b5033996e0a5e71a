import { type Form, compareForms } from '../log/form.ts'
import type { Proposal } from './proposal.ts'
import { ProposalPool } from './proposal-pool.ts'
import type { Pair } from '../log/form.ts'
import type { Difference } from './rewrites.ts'
import { groupBy } from '../log/site-state.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_PAIRS, MAX_FORMS } = THRESHOLDS.pairs

/**
 * Chooses pairs of forms of one content: each form with the simplest of its path, each path with the simplest of its host, each
 * host with the simplest of all. The number of pairs is linear in the forms; all pairs would be quadratic.
 */
function choosePairs(members: readonly Form[]): [Form, Form][] {
  const forms = members.slice(0, MAX_FORMS).toSorted(compareForms)
  // Most contents have two forms, which are a pair wherever they differ.
  const [one, two] = forms
  if (forms.length === 2 && one !== undefined && two !== undefined) return [[two, one]]
  const pairs: [Form, Form][] = []
  const hosts = [...groupBy(forms, ({ scheme, host }) => scheme + host).values()]
  for (const own of hosts) {
    const paths = [...groupBy(own, ({ path }) => path).values()]
    for (const same of paths) pairs.push(...pairWithFirst(same))
    pairs.push(...pairWithFirst(paths.map(([first]) => first as Form)))
  }
  for (const own of hosts.slice(1, MAX_PAIRS)) {
    const twins = own.flatMap((form) => findTwins(form, hosts[0] ?? []))
    pairs.push(...(twins.length > 0 ? twins.slice(0, 2) : [[own[0], hosts[0]?.[0]] as [Form, Form]]))
  }
  return pairs
}

function pairWithFirst(forms: readonly Form[]): [Form, Form][] {
  const [first, ...others] = forms
  return first === undefined ? [] : others.slice(0, MAX_PAIRS).map((form) => [form, first])
}

function findTwins(form: Form, others: readonly Form[]): [Form, Form][] {
  const twin = others.find(({ path, query }) => path === form.path && query === form.query)
  return twin === undefined ? [] : [[form, twin]]
}

/** A content, a claim or a bucket of similar URLs, with the proposals of its pairs. */
export class Proposer {
  /** The number of the content, from 0; claims have negative numbers. */
  readonly source: number
  readonly pairs: readonly Pair[]
  readonly #isOfOneHost: boolean
  readonly #cache: PairCache
  #fields: readonly Proposal[] | null = null
  #twins: readonly Pair[] | null = null

  constructor(source: number, pairs: readonly Pair[], cache: PairCache) {
    this.source = source
    this.pairs = pairs
    this.#cache = cache
    this.#isOfOneHost = pairs.every(([from, to]) => from.host === to.host)
  }

  /** Pairs that differ in scheme and host alone. */
  get twins(): readonly Pair[] {
    return (this.#twins ??= this.pairs.filter(areTwins))
  }

  /**
   * Each proposal once, however many of the pairs make it.
   *
   * @param read depends only on the pair, unless its two hosts differ
   */
  listProposals(read: (pair: Pair, pool: ProposalPool) => readonly Proposal[]): readonly Proposal[] {
    const { pool } = this.#cache
    if (!this.#isOfOneHost) return removeDuplicates(this.pairs.flatMap((pair) => read(pair, pool)))
    return (this.#fields ??= removeDuplicates(
      this.pairs.flatMap((pair) => (this.#cache.get(pair).fields ??= read(pair, pool))),
    ))
  }

  listDifferences(read: (pair: Pair) => readonly Difference[]): readonly Difference[] {
    return this.pairs.flatMap((pair) => (this.#cache.get(pair).differences ??= read(pair)))
  }
}

const areTwins = ([from, to]: Pair): boolean =>
  (from.scheme !== to.scheme || from.host !== to.host) && from.resource === to.resource && from.fragment === to.fragment

function removeDuplicates(proposals: readonly Proposal[]): readonly Proposal[] {
  if (proposals.length < 2) return proposals
  return [...new Map(proposals.map((proposal) => [proposal.id, proposal])).values()]
}

/** The contents of a site as proposers. A content whose forms did not change since the last round is reused. */
export class ContentProposers {
  readonly #cache: PairCache
  #known = new Map<number, { readonly forms: readonly Form[]; readonly proposer: Proposer }>()

  constructor(cache: PairCache) {
    this.#cache = cache
  }

  update(clusters: ReadonlyMap<number, readonly Form[]>): Proposer[] {
    const before = this.#known
    this.#known = new Map()
    return Array.from(clusters, ([cluster, forms]) => {
      const known = before.get(cluster)
      const isSame = known !== undefined && areSame(known.forms, forms)
      const proposer = isSame ? known.proposer : new Proposer(cluster, choosePairs(forms), this.#cache)
      this.#known.set(cluster, { forms, proposer })
      return proposer
    })
  }
}

const areSame = (a: readonly Form[], b: readonly Form[]): boolean =>
  a.length === b.length && a.every((form, index) => form === b[index])

/** The results for one pair, computed on first use. */
export interface CachedPair {
  readonly to: string
  fields: readonly Proposal[] | null
  differences: readonly Difference[] | null
}

/** Caches results by pair: many pairs recur in later rounds, from other contents and claims. */
export class PairCache {
  readonly pool = new ProposalPool()
  readonly #byFrom = new Map<string, CachedPair[]>()

  get([from, to]: Pair): CachedPair {
    let pairs = this.#byFrom.get(from.text)
    if (pairs === undefined) this.#byFrom.set(from.text, (pairs = []))
    let pair = pairs.find((known) => known.to === to.text)
    if (pair === undefined) pairs.push((pair = { to: to.text, fields: null, differences: null }))
    return pair
  }
}
