import type { Candidate } from './candidate.ts'
import type { Proposal } from './proposal.ts'
import { groupBy, type SiteState } from '../log/site-state.ts'
import { assignHalf } from '../log/content-hash.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const {
  MAX_OF_A_KIND,
  MIN_PROPOSERS,
  TRIED_AT_ONCE,
  MIN_REACHABLE,
  LARGE_SITE,
  MAX_VALUES_PER_NAME,
  MAX_JOINT_PER_HOST,
} = THRESHOLDS.candidates

/** Collects candidates, and counts the contents that proposed each of them. */
export class Candidates {
  readonly #all = new Map<string, { readonly candidate: Candidate; last: number }>()

  /** Proposals of the same source must follow each other: each source counts once. */
  add({ id, hosts, edits }: Proposal, source: number): void {
    let known = this.#all.get(id)
    if (known === undefined) {
      known = { candidate: { id, hosts, edits, proposers: [0, 0] }, last: Number.NaN }
      this.#all.set(id, known)
    }
    if (known.last === source) return
    known.last = source
    known.candidate.proposers[assignHalf(source)]++
  }

  /** Selects the candidates that most contents propose, a limited number of each kind. */
  selectBest({ forms, byHost }: SiteState): Candidate[] {
    const isLarge = forms.length > LARGE_SITE && byHost.size === 1
    const worthTrying = [...this.#all.values()]
      .map(({ candidate }) => candidate)
      .filter((candidate) => isWorthTrying(candidate) && (!isLarge || mayBeProved(candidate)))
    const sorted = worthTrying.toSorted((a, b) => countProposers(b) - countProposers(a) || (a.id < b.id ? -1 : 1))
    const [joint, single] = partition(sorted, ({ edits }) => edits.length > 1)
    const [values, whole] = partition(single, ({ edits }) => edits[0]?.value !== undefined)
    const ofName = takeFirstOfEach(
      values,
      MAX_VALUES_PER_NAME,
      ({ hosts, edits }) => `${hosts.join()} ${edits[0]?.name}`,
    )
    const ofHosts = takeFirstOfEach(joint, MAX_JOINT_PER_HOST, ({ hosts }) => hosts.join())
    return [whole, ofName, ofHosts].flatMap((list) => list.slice(0, MAX_OF_A_KIND))
  }
}

function takeFirstOfEach(
  candidates: readonly Candidate[],
  most: number,
  readKey: (candidate: Candidate) => string,
): Candidate[] {
  return [...groupBy(candidates, readKey).values()].flatMap((same) => same.slice(0, most))
}

export function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

const countProposers = ({ proposers }: Candidate): number => proposers[0] + proposers[1]

/** Twice the proposers, because a collision may also come from URLs that are not a pair. */
const mayBeProved = (candidate: Candidate): boolean =>
  countProposers(candidate) * 2 + Math.min(...candidate.edits.map(({ prior }) => prior)) >= MIN_REACHABLE

const isWorthTrying = (candidate: Candidate): boolean =>
  countProposers(candidate) >= MIN_PROPOSERS || candidate.edits.every(({ prior }) => prior >= TRIED_AT_ONCE)
