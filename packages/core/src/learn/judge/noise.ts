import type { Edit } from '../propose/edit.ts'
import { NearNoise } from './near-noise.ts'
import { CornerNoise, type CornerCount } from './corner-noise.ts'
import { createRepeats, type Repeats } from '../log/repeats.ts'
import type { SiteData } from '../log/site-data.ts'
import type { SiteState } from '../log/site-state.ts'
import { countTrials, sumCounts, type Count, type Trial } from '../trial/trial.ts'
import { THRESHOLDS } from '../thresholds.ts'

const { LEAST_AGREEMENT, LEAST_BY_NEAR, LEAST_TRIALS, MOST_SHARED_FAILURES, ENOUGH_TRIALS, DOUBT } = THRESHOLDS.noise

/** Whether a URL is changed by the rule that is judged. */
type IsOwn = (url: number) => boolean

const isNone: IsOwn = () => false

interface Reference {
  readonly id: string
  /** Parameters that it is about. */
  readonly names: readonly string[]
  readonly count: Count
  readonly failing: ReadonlySet<number>
}

/**
 * How often two fetches of one page agree, (1 - ν)². It is measured by fetches of one page, by rules that are accepted already,
 * or by fetches that are nearly equal; never by the rule that is judged with it, nor by one that says the same in other words.
 */
export class Noise {
  readonly #repeats: (own: ReadonlySet<string>) => Repeats
  readonly #near: NearNoise
  #corners: CornerNoise | null = null
  readonly #floor: number
  readonly #urlCount: number
  readonly #accepted = new Map<string, Reference>()

  constructor(data: SiteData) {
    this.#repeats = createRepeats(data, data.repeats)
    this.#near = new NearNoise(data)
    this.#urlCount = data.urls.length
    this.#floor = data.hasSimhash ? LEAST_AGREEMENT.near : LEAST_AGREEMENT.exact
  }

  /** Takes in what single proposals make of the log, before any rule is in force. */
  listen(state: SiteState, trials: readonly Trial[]): void {
    this.#corners = new CornerNoise(state, trials)
  }

  /** Takes in a rule that is in force: what it fails by is noise. */
  accept(trial: Trial): void {
    this.#accepted.set(trial.candidate.id, referenceOf(trial))
  }

  withdraw(id: string): void {
    this.#accepted.delete(id)
  }

  /** Of the whole log; null where nothing measures it. */
  get agreement(): number | null {
    return this.#fromPages('', new Set(), [...this.#accepted.values()], shareOf) ?? this.#fromNear(isNone)
  }

  /** The same without what accepted rules say. */
  get measured(): number | null {
    return this.#fromPages('', new Set(), []) ?? this.#fromNear(isNone)
  }

  /** For one rule; null where nothing else measures it. */
  agreementFor(trial: Trial): number | null {
    const own = referenceOf(trial)
    const others = [...this.#accepted.values()].filter((other) => other.id !== own.id && !isAkin(own, other))
    return this.#fromPages(own.id, new Set(own.names), others) ?? this.#fromNear(this.#isChangedBy(trial))
  }

  #isChangedBy({ changed }: Trial): IsOwn {
    const own = new Uint8Array(this.#urlCount)
    for (const { urls } of changed) for (const url of urls) own[url] = 1
    return (url) => own[url] === 1
  }

  /** By all fetches of which something else says that they are of one page. */
  #fromPages(
    id: string,
    names: ReadonlySet<string>,
    rules: readonly Reference[],
    estimate: (count: Count) => number = cautious,
  ): number | null {
    const { pairs, agreeing: same } = this.#repeats(names)
    const direct = sumCounts([{ trials: pairs, agreeing: same }, asPairs(this.#corners?.without(id) ?? NOTHING)])
    // What rules compare is what most URLs of a page show, so that they see less noise than there is.
    const { trials, agreeing } =
      direct.trials < ENOUGH_TRIALS ? sumCounts([direct, ...rules.map(({ count }) => count)]) : direct
    return trials < LEAST_TRIALS ? null : Math.max(this.#floor, estimate({ trials, agreeing }))
  }

  #fromNear(isOwn: IsOwn): number | null {
    const noise = this.#near.without(isOwn)
    return noise === null ? null : Math.max(LEAST_BY_NEAR, (1 - noise) ** 2)
  }
}

const shareOf = ({ trials, agreeing }: Count): number => agreeing / trials

function cautious({ trials, agreeing }: Count): number {
  const share = agreeing / (trials + 1)
  return share + DOUBT * Math.sqrt((share * (1 - share)) / trials)
}

const NOTHING: CornerCount = { fetches: 0, spoiled: 0 }

/** Two fetches of one page agree where neither of them was spoiled. */
const asPairs = ({ fetches, spoiled }: CornerCount): Count => ({
  trials: fetches,
  agreeing: fetches === 0 ? 0 : (fetches - spoiled) ** 2 / fetches,
})

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

export const noiseOf = (agreement: number): number => 1 - Math.sqrt(agreement)
