import { wilsonLowerBound } from './bound.ts'
import type { Candidate } from './candidate.ts'
import type { Edit } from './edit.ts'
import { countTrials, sumCounts, type Count, type Trial } from './trial.ts'

/**
 * A rule below this share is more likely wrong than noisy. Exact hashes see every changed word, so they get more room; never
 * so much that a manual of which seven pages in ten are the same in two versions could pass for one.
 */
const LEAST_AGREEMENT = { near: 0.85, exact: 0.75 }
/** Where nothing but the rule itself tells how noisy the log is. */
const AGREEMENT_ALONE = 0.94
/** Parameters are there to decide something; of one that nobody knows more is asked. */
const AGREEMENT_OF_UNKNOWN = 0.97
const KNOWN_NAME = 18
const LEAST_TRIALS = 15
const LEAST_REPEATS = 40
/** A proposal that agrees less often than the best, by more than chance explains, is wrong beyond noise. */
const MOST_DEVIATIONS = 2
/** Proposals that fail on the same contents are one and the same in other words. Half are those of the form that all lead to. */
const MOST_SHARED_FAILURES = 0.75

export interface Repeats {
  readonly pairs: number
  readonly agreeing: number
}

interface Reference {
  readonly id: string
  /** Parameters that it is about. */
  readonly names: readonly string[]
  readonly count: Count
  readonly failing: ReadonlySet<number>
}

/**
 * How often two fetches of one page agree, (1 - ν)². From URLs that were fetched again where there are enough of them;
 * otherwise from the proposals: noise spoils all true rules alike, so the best of them and those that are as good but for
 * chance are held to fail by noise alone. No rule is its own measure.
 */
export class Noise {
  readonly #repeats: Repeats
  readonly #floor: number
  #references: readonly Reference[] = []

  constructor(repeats: Repeats, hasSimhash: boolean) {
    this.#repeats = repeats
    this.#floor = hasSimhash ? LEAST_AGREEMENT.near : LEAST_AGREEMENT.exact
  }

  get isKnown(): boolean {
    return this.#references.length > 0
  }

  listen(trials: readonly Trial[]): void {
    this.#references = trials.map(referenceOf).filter(({ count }) => count.trials >= LEAST_TRIALS)
  }

  /** Of the whole log. */
  get agreement(): number {
    return this.#from(this.#references) ?? 1
  }

  /** As the other proposals tell it. Those that say nothing of their own may tell that there is less noise, never more. */
  agreementFor(trial: Trial): number {
    const own = referenceOf(trial)
    const others = this.#references.filter(({ id }) => id !== own.id)
    const strangers = others.filter((other) => !isAkin(own, other))
    return Math.max(this.#from(strangers) ?? agreementAlone(trial.candidate), this.#from(others) ?? 0)
  }

  #from(references: readonly Reference[]): number | null {
    const { pairs, agreeing } = this.#repeats
    if (pairs >= LEAST_REPEATS) return Math.max(this.#floor, agreeing / pairs)
    const counts = references.map(({ count }) => count)
    const best = counts.toSorted((a, b) => boundOf(b) - boundOf(a))[0]
    if (best === undefined) return null
    return Math.max(this.#floor, shareOf(sumCounts(counts.filter((count) => isAsGood(count, best)))))
  }
}

const agreementAlone = ({ edits }: Candidate): number =>
  edits.some(({ name, prior }) => name !== undefined && prior < KNOWN_NAME) ? AGREEMENT_OF_UNKNOWN : AGREEMENT_ALONE

function referenceOf({ candidate, collisions }: Trial): Reference {
  const failing = collisions.filter(({ agreeing, trials }) => agreeing < trials)
  return {
    id: candidate.id,
    names: candidate.edits.flatMap(namesOf),
    count: countTrials(collisions),
    failing: new Set(failing.map(({ cluster }) => cluster)),
  }
}

const namesOf = ({ name, fields }: Edit): string[] =>
  name === undefined
    ? (fields.rewrites ?? []).flatMap(({ match }) =>
        [...match.matchAll(/[?&]([^=&]+)=/g)].flatMap(([, each]) => each ?? []),
      )
    : [name]

/** Whether one says nothing about noise that the other does not say. */
function isAkin(a: Reference, b: Reference): boolean {
  if (a.names.some((name) => b.names.includes(name))) return true
  const [few, many] = a.failing.size < b.failing.size ? [a.failing, b.failing] : [b.failing, a.failing]
  if (few.size === 0) return false
  return [...few].filter((one) => many.has(one)).length >= MOST_SHARED_FAILURES * few.size
}

const shareOf = ({ agreeing, trials }: Count): number => agreeing / trials

const boundOf = ({ agreeing, trials }: Count): number => wilsonLowerBound(agreeing, trials)

/** Whether chance explains that it agrees less often than the best. */
function isAsGood(count: Count, best: Count): boolean {
  const share = shareOf(sumCounts([count, best]))
  const deviation = Math.sqrt(share * (1 - share) * (1 / count.trials + 1 / best.trials))
  return shareOf(best) - shareOf(count) <= MOST_DEVIATIONS * deviation
}

export const noiseOf = (agreement: number): number => 1 - Math.sqrt(agreement)
