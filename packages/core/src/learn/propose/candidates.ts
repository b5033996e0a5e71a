import { idOf, type Candidate } from '../candidate.ts'
import type { Edit } from '../edit.ts'
import { halfOf } from '../trial.ts'
import type { Pair } from './propose.ts'

const MOST_CANDIDATES = 200
/** One content that proposes a rule may be chance; known names and shapes are given a hearing all the same. */
const LEAST_PROPOSERS = 2
const HEARD_AT_ONCE = 15

/** Candidates by id, with what proposed them. */
export class Candidates {
  readonly #all = new Map<string, { candidate: Candidate; last: number }>()

  /** All edits together, and each of them alone. */
  add([from, to]: Pair, edits: readonly Edit[]): void {
    const hosts = [...new Set([from.host, to.host])].toSorted()
    if (edits.length > 1) this.#count(hosts, edits, from.label)
    for (const edit of edits) {
      if (edit.family === 'host') this.#count(hosts, [edit], from.label)
      else for (const host of hosts) this.#count([host], [edit], from.label)
    }
  }

  addRewrite(host: string, edit: Edit, clusters: ReadonlySet<number>): void {
    for (const cluster of clusters) this.#count([host], [edit], cluster)
  }

  #count(hosts: readonly string[], edits: readonly Edit[], cluster: number): void {
    const id = idOf(hosts, edits)
    let known = this.#all.get(id)
    if (known === undefined) {
      known = { candidate: { id, hosts, edits, proposers: [0, 0] }, last: -1 }
      this.#all.set(id, known)
    }
    // The pairs of one content come one after the other.
    if (known.last === cluster) return
    known.last = cluster
    known.candidate.proposers[halfOf(cluster)]++
  }

  /** Single edits first, then what most contents propose. */
  best(): Candidate[] {
    return [...this.#all.values()]
      .map(({ candidate }) => candidate)
      .filter(isHeard)
      .toSorted((a, b) => isJoint(a) - isJoint(b) || proposersOf(b) - proposersOf(a) || (a.id < b.id ? -1 : 1))
      .slice(0, MOST_CANDIDATES)
  }
}

const isJoint = ({ edits }: Candidate): number => (edits.length > 1 ? 1 : 0)

const proposersOf = ({ proposers }: Candidate): number => proposers[0] + proposers[1]

const isHeard = (candidate: Candidate): boolean =>
  proposersOf(candidate) >= LEAST_PROPOSERS || candidate.edits.every(({ prior }) => prior >= HEARD_AT_ONCE)
