import type { Edit } from '../propose/edit.ts'
import { NearNoise } from './near-noise.ts'
import { CornerNoise, type CornerCount } from './corner-noise.ts'
import { createRepeatCounter, type Repeats } from '../log/repeats.ts'
import type { SiteData } from '../log/site-data.ts'
import type { Form } from '../log/form.ts'
import type { SiteState } from '../log/site-state.ts'
import { countTrials, sumCounts, type Collision, type Count, type Trial } from '../trial/trial.ts'
import { THRESHOLDS } from '../thresholds.ts'

const { MIN_AGREEMENT, MIN_BY_NEAR, MIN_TRIALS, MAX_SHARED_FAILURES, DOUBT } = THRESHOLDS.noise

/** Whether the judged rule changes a URL. */
type IsOwn = (url: number) => boolean

const isNever: IsOwn = () => false

/** How often two fetches of one page agree. */
export interface Agreement {
  /** As measured. */
  readonly expected: number
  /** Raised by the uncertainty of a measurement from few pairs, so that chance never excuses a wrong rule. */
  readonly cautious: number
}

interface Reference {
  readonly id: string
  /** Parameters that it concerns. */
  readonly names: readonly string[]
  readonly count: Count
  readonly failing: ReadonlySet<number>
}

/**
 * Measures how often two fetches of one page agree: (1 - ν)² for a noise of ν.
 *
 * Uses repeated fetches of a page, accepted rules, or similar fetches. Must never use the rule that is being judged, nor one that
 * is the same in other words.
 */
export class Noise {
  readonly #repeats: (own: ReadonlySet<string>) => Repeats
  readonly #near: NearNoise
  #corners: CornerNoise | null = null
  readonly #floor: number
  readonly #urlCount: number
  readonly #accepted = new Map<string, Reference>()

  constructor(data: SiteData) {
    this.#repeats = createRepeatCounter(data, data.repeats)
    this.#near = new NearNoise(data)
    this.#urlCount = data.urls.length
    this.#floor = data.hasSimhash ? MIN_AGREEMENT.near : MIN_AGREEMENT.exact
  }

  /** Takes trials of single proposals, before any rule is active. */
  observe(state: SiteState, trials: readonly Trial[]): void {
    this.#corners = new CornerNoise(state, trials)
  }

  /** Takes an accepted rule: its failures are noise. */
  accept(trial: Trial): void {
    this.#accepted.set(trial.candidate.id, createReference(trial))
  }

  withdraw(id: string): void {
    this.#accepted.delete(id)
  }

  /** For the whole log; null if nothing measures it. */
  get agreement(): number | null {
    return this.#measurePages('', new Set(), [...this.#accepted.values()], computeShare) ?? this.#measureNear(isNever)
  }

  /** The same without evidence from accepted rules. */
  get measured(): number | null {
    return this.#measurePages('', new Set(), [], computeCautiousShare) ?? this.#measureNear(isNever)
  }

  /** For one rule; null if nothing but the rule itself measures it. */
  agreementFor(trial: Trial): Agreement | null {
    const own = createReference(trial)
    const others = [...this.#accepted.values()].filter((other) => other.id !== own.id && !isRelated(own, other))
    const names = new Set(own.names)
    const expected = this.#measurePages(own.id, names, others, computeShare)
    const cautious = this.#measurePages(own.id, names, others, computeCautiousShare)
    if (expected !== null && cautious !== null) return { expected, cautious }
    const near = this.#measureNear(this.#isChangedBy(trial))
    return near === null ? null : { expected: near, cautious: near }
  }

  #isChangedBy({ changed }: Trial): IsOwn {
    const own = new Uint8Array(this.#urlCount)
    for (const { urls } of changed) for (const url of urls) own[url] = 1
    return (url) => own[url] === 1
  }

  /** Measures by all fetches that other evidence assigns to one page. */
  #measurePages(
    id: string,
    names: ReadonlySet<string>,
    rules: readonly Reference[],
    estimate: (count: Count) => number,
  ): number | null {
    const { pairs, agreeing: same } = this.#repeats(names)
    const direct = sumCounts([{ trials: pairs, agreeing: same }, toPairs(this.#corners?.countWithout(id) ?? NOTHING)])
    const { trials, agreeing } = sumCounts([direct, ...rules.map(({ count }) => count)])
    return trials < MIN_TRIALS ? null : Math.max(this.#floor, estimate({ trials, agreeing }))
  }

  #measureNear(isOwn: IsOwn): number | null {
    const noise = this.#near.measureWithout(isOwn)
    return noise === null ? null : Math.max(MIN_BY_NEAR, (1 - noise) ** 2)
  }
}

const computeShare = ({ trials, agreeing }: Count): number => agreeing / trials

/** A measurement from few pairs may show too much noise by chance, which must not excuse pages that differ. */
function computeCautiousShare({ trials, agreeing }: Count): number {
  const share = agreeing / (trials + 1)
  return Math.min(1, share + DOUBT * Math.sqrt((share * (1 - share)) / trials))
}

const NOTHING: CornerCount = { fetches: 0, spoiled: 0 }

/** Two fetches of one page agree if neither of them is noise. */
const toPairs = ({ fetches, spoiled }: CornerCount): Count => ({
  trials: fetches,
  agreeing: fetches === 0 ? 0 : (fetches - spoiled) ** 2 / fetches,
})

function createReference({ candidate, collisions }: Trial): Reference {
  const failing = collisions.filter(({ agreeing, trials }) => agreeing < trials)
  return {
    id: candidate.id,
    names: candidate.edits.flatMap(listNames),
    count: toFetchPairs(collisions),
    failing: new Set(failing.map(({ cluster }) => cluster)),
  }
}

/** Converts trials to pairs of single fetches: noise hardly ever affects a form with several URLs. */
function toFetchPairs(collisions: readonly Collision[]): Count {
  const { trials, agreeing } = countTrials(collisions)
  const exposed = collisions.reduce((sum, { forms }) => sum + sumExposure(forms), 0)
  const pairs = collisions.length === 0 ? 0 : (trials * exposed) / (2 * collisions.length)
  return { trials: pairs, agreeing: Math.max(0, pairs - (trials - agreeing)) }
}

function sumExposure(forms: readonly Form[]): number {
  const [most, next] = findMostExposed(forms)
  return most + next
}

const listNames = ({ name, fields }: Edit): string[] =>
  name === undefined
    ? (fields.rewrites ?? []).flatMap(({ match }) =>
        [...match.matchAll(/[?&]([^=&]+)=/g)].flatMap(([, each]) => each ?? []),
      )
    : [name]

/** Whether two rules are the same for the purpose of noise: they share parameters or failures. */
function isRelated(a: Reference, b: Reference): boolean {
  if (a.names.some((name) => b.names.includes(name))) return true
  const [few, many] = a.failing.size < b.failing.size ? [a.failing, b.failing] : [b.failing, a.failing]
  if (few.size === 0) return false
  return [...few].filter((one) => many.has(one)).length >= MAX_SHARED_FAILURES * few.size
}

/** The exposure to noise of the two most exposed forms. A form with several URLs shows the content of most of them. */
export function findMostExposed(forms: readonly Form[]): readonly [number, number] {
  let [most, next] = [0, 0]
  for (const { label, urls } of forms) {
    const share = label === -1 || urls.length > 2 ? 0 : 1 / urls.length
    if (share > most) [most, next] = [share, most]
    else if (share > next) next = share
  }
  return [most, next]
}

export const toNoise = (agreement: number): number => 1 - Math.sqrt(agreement)
