import { idOf, type Candidate } from './candidate.ts'
import type { Edit } from './edit.ts'
import { groupBy, type SiteState } from '../log/site-state.ts'
import { halfOf } from '../trial/trial.ts'
import type { Pair } from './readings.ts'

const MOST_OF_A_KIND = 120
/** One content that proposes a rule may be chance; known names and shapes are given a hearing all the same. */
const LEAST_PROPOSERS = 2
const HEARD_AT_ONCE = 15
/** On a large site what can no longer be proved is not even doubtful: with so many in sight, proposers and prior together. */
const LEAST_IN_SIGHT = 30
const LARGE_SITE = 2000

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

/** A parameter has one default, and its most frequent value need not be it. */
const MOST_VALUES_A_NAME = 2
/** What few contents propose can wait: it is found in a later round, when other rules are in force. */
const MOST_JOINT_A_HOST = 12

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
