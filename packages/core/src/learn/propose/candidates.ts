import { idOf, type Candidate } from './candidate.ts'
import type { Edit } from './edit.ts'
import { groupBy, type SiteState } from '../log/site-state.ts'
import { halfOf } from '../log/content-hash.ts'
import type { Pair } from '../log/form.ts'
import { THRESHOLDS } from '../thresholds.ts'

const {
  MOST_OF_A_KIND,
  LEAST_PROPOSERS,
  HEARD_AT_ONCE,
  LEAST_IN_SIGHT,
  LARGE_SITE,
  MOST_VALUES_A_NAME,
  MOST_JOINT_A_HOST,
} = THRESHOLDS.candidates

/** Edits that a pair asks for on some hosts. */
export type Proposal = Omit<Candidate, 'proposers'>

/** All edits together, and each of them alone. */
export function proposalsOf([from, to]: Pair, edits: readonly Edit[]): Proposal[] {
  const hosts = from.host === to.host ? [from.host] : [from.host, to.host].toSorted()
  const single = edits.flatMap((edit) =>
    (edit.family === 'host' ? [hosts] : hosts.map((host) => [host])).map((own) => createProposal(own, [edit])),
  )
  return edits.length > 1 ? [createProposal(hosts, edits), ...single] : single
}

export const createProposal = (hosts: readonly string[], edits: readonly Edit[]): Proposal => ({
  id: idOf(hosts, edits),
  hosts,
  edits,
})

/** Candidates by id, with what proposed them. */
export class Candidates {
  readonly #all = new Map<string, { readonly candidate: Candidate; last: number }>()

  /** The proposals of one source come one after the other. */
  count({ id, hosts, edits }: Proposal, source: number): void {
    let known = this.#all.get(id)
    if (known === undefined) {
      known = { candidate: { id, hosts, edits, proposers: [0, 0] }, last: Number.NaN }
      this.#all.set(id, known)
    }
    if (known.last === source) return
    known.last = source
    known.candidate.proposers[halfOf(source)]++
  }

  /** What most contents propose comes first; of each kind no more than can lead anywhere. */
  best({ forms, byHost }: SiteState): Candidate[] {
    const isLarge = forms.length > LARGE_SITE && byHost.size === 1
    const heard = [...this.#all.values()]
      .map(({ candidate }) => candidate)
      .filter((candidate) => isHeard(candidate) && (!isLarge || mayBeProved(candidate)))
    const sorted = heard.toSorted((a, b) => proposersOf(b) - proposersOf(a) || (a.id < b.id ? -1 : 1))
    const [joint, single] = separate(sorted, ({ edits }) => edits.length > 1)
    const [values, whole] = separate(single, ({ edits }) => edits[0]?.value !== undefined)
    const ofName = firstOfEach(values, MOST_VALUES_A_NAME, ({ hosts, edits }) => `${hosts.join()} ${edits[0]?.name}`)
    const ofHosts = firstOfEach(joint, MOST_JOINT_A_HOST, ({ hosts }) => hosts.join())
    return [whole, ofName, ofHosts].flatMap((list) => list.slice(0, MOST_OF_A_KIND))
  }
}

function firstOfEach(
  candidates: readonly Candidate[],
  most: number,
  keyOf: (candidate: Candidate) => string,
): Candidate[] {
  return [...groupBy(candidates, keyOf).values()].flatMap((same) => same.slice(0, most))
}

export function separate<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

const proposersOf = ({ proposers }: Candidate): number => proposers[0] + proposers[1]

/** A collision may be one that no pair was taken from. */
const mayBeProved = (candidate: Candidate): boolean =>
  proposersOf(candidate) * 2 + Math.min(...candidate.edits.map(({ prior }) => prior)) >= LEAST_IN_SIGHT

const isHeard = (candidate: Candidate): boolean =>
  proposersOf(candidate) >= LEAST_PROPOSERS || candidate.edits.every(({ prior }) => prior >= HEARD_AT_ONCE)
