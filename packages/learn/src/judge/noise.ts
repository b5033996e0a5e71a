import type { Edit } from '../propose/edit.ts'
import { NearNoise } from './near-noise.ts'
import { CornerNoise, type CornerCount } from './corner-noise.ts'
import { createRepeatCounter, type Repeats } from '../log/repeats.ts'
import type { SiteData } from '../log/site-data.ts'
import type { SiteState } from '../log/site-state.ts'
import { sumCounts, type Collision, type Count, type Trial } from '../trial/trial.ts'
import { createAgreement, type Agreement } from './agreement.ts'
import { listStrata, type Sightings } from './exposure.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MIN_AGREEMENT, MIN_BY_NEAR, MIN_TRIALS, MAX_SHARED_FAILURES } = THRESHOLDS.noise

/** Whether the judged rule changes a URL. */
type IsOwn = (url: number) => boolean

const isNever: IsOwn = () => false

/** What makes two rules the same for the purpose of noise. */
interface Traits {
  readonly id: string
  /** Parameters that it concerns. */
  readonly names: readonly string[]
  /** Contents that it fails on. */
  readonly failing: ReadonlySet<number>
}

/** An accepted rule, and the pairs of fetches that it compared. */
interface Reference extends Traits {
  readonly pairs: Count
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
  readonly #data: SiteData
  /** The agreement for the whole log; undefined until it is needed, and after each change. */
  #agreement: number | null | undefined

  constructor(data: SiteData) {
    this.#data = data
    this.#repeats = createRepeatCounter(data, data.repeats)
    this.#near = new NearNoise(data)
    this.#urlCount = data.urls.length
    this.#floor = data.hasSimhash ? MIN_AGREEMENT.near : MIN_AGREEMENT.exact
  }

  /** Takes trials of single proposals, before any rule is active. */
  observe(state: SiteState, trials: readonly Trial[]): void {
    this.#corners = new CornerNoise(state, trials)
    this.#agreement = undefined
  }

  /** Takes an accepted rule: its failures are noise. */
  accept(trial: Trial): void {
    this.#accepted.set(trial.candidate.id, { ...readTraits(trial), pairs: toFetchPairs(trial.collisions, this.#data) })
    this.#agreement = undefined
  }

  withdraw(id: string): void {
    this.#accepted.delete(id)
    this.#agreement = undefined
  }

  /** For the whole log; null if nothing measures it. */
  get agreement(): number | null {
    // Every candidate of a round needs it, and only an observation or an accepted rule changes it.
    if (this.#agreement === undefined) this.#agreement = this.#measureAll()
    return this.#agreement
  }

  #measureAll(): number | null {
    const measured = this.#measurePages('', new Set(), [...this.#accepted.values()]) ?? this.#measureNear(isNever)
    return measured?.expected ?? null
  }

  /** The same without evidence from accepted rules. */
  get measured(): Agreement | null {
    return this.#measurePages('', new Set(), []) ?? this.#measureNear(isNever)
  }

  /** For one rule; null if nothing but the rule itself measures it. */
  agreementFor(trial: Trial): Agreement | null {
    const own = readTraits(trial)
    const others = [...this.#accepted.values()].filter((other) => other.id !== own.id && !isRelated(own, other))
    const names = new Set(own.names)
    return this.#measurePages(own.id, names, others) ?? this.#measureNear(this.#isChangedBy(trial))
  }

  #isChangedBy({ changed }: Trial): IsOwn {
    const own = new Uint8Array(this.#urlCount)
    for (const { urls } of changed) for (const url of urls) own[url] = 1
    return (url) => own[url] === 1
  }

  /** Measures by all fetches that other evidence assigns to one page. */
  #measurePages(id: string, names: ReadonlySet<string>, rules: readonly Reference[]): Agreement | null {
    const { pairs, agreeing: same } = this.#repeats(names)
    const direct = sumCounts([{ trials: pairs, agreeing: same }, toPairs(this.#corners?.countWithout(id) ?? NOTHING)])
    const all = sumCounts([direct, ...rules.map((rule) => rule.pairs)])
    return all.trials < MIN_TRIALS ? null : createAgreement(all, this.#floor)
  }

  #measureNear(isOwn: IsOwn): Agreement | null {
    const near = this.#near.measureWithout(isOwn)
    return near === null ? null : createAgreement(toPairs(near), MIN_BY_NEAR)
  }
}

const NOTHING: CornerCount = { fetches: 0, spoiled: 0 }

/** Two fetches of one page agree if neither of them is noise. Half as many pairs as fetches are as certain a measurement. */
const toPairs = ({ fetches, spoiled }: CornerCount): Count => ({
  trials: fetches / 2,
  agreeing: fetches === 0 ? 0 : (fetches - spoiled) ** 2 / fetches / 2,
})

function readTraits({ candidate, collisions }: Trial): Traits {
  const failing = collisions.filter(({ agreeing, trials }) => agreeing < trials)
  return {
    id: candidate.id,
    names: candidate.edits.flatMap(listNames),
    failing: new Set(failing.map(({ cluster }) => cluster)),
  }
}

/** Converts trials to pairs of single fetches, which agree if noise affects none of two contents instead of all. */
function toFetchPairs(collisions: readonly Collision[], data: Sightings): Count {
  const exposed = listStrata(collisions, data).filter(({ exposed }) => exposed > 0)
  return sumCounts(
    exposed.map(({ trials, agreeing, exposed }) => {
      const pairs = (trials * exposed) / 2
      return { trials: pairs, agreeing: pairs * (agreeing / trials) ** (2 / exposed) }
    }),
  )
}

const listNames = ({ name, fields }: Edit): string[] =>
  name === undefined
    ? (fields.rewrites ?? []).flatMap(({ match }) =>
        [...match.matchAll(/[?&]([^=&]+)=/g)].flatMap(([, each]) => each ?? []),
      )
    : [name]

/** Whether two rules are the same for the purpose of noise: they share parameters or failures. */
function isRelated(a: Traits, b: Traits): boolean {
  if (a.names.some((name) => b.names.includes(name))) return true
  const [few, many] = a.failing.size < b.failing.size ? [a.failing, b.failing] : [b.failing, a.failing]
  if (few.size === 0) return false
  return [...few].filter((one) => many.has(one)).length >= MAX_SHARED_FAILURES * few.size
}

export const toNoise = (agreement: number): number => 1 - Math.sqrt(agreement)
