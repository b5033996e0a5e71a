import type { Declaration } from './result.ts'
import type { Preset, Presets } from './presets.ts'
import { compareRank, lowersScheme, type Origin, type Ranked } from './rank.ts'
import type { CandidateReport, Fate } from './result.ts'

/** A URL that may stand for the thing, until a test tells. */
export interface Candidate extends Ranked {
  /** The preset that made it; null where it was found as it is. */
  readonly preset: Preset | null
  /** The claim that it comes from; null where it comes from a URL that answered. */
  readonly by: Declaration['by'] | null
}

export function rank(
  url: string,
  origin: Origin,
  presets: Presets,
  { preset = null, by = null }: Partial<Pick<Candidate, 'preset' | 'by'>> = {},
): Candidate {
  return { url, origin, preset, by, score: presets.score(url), isPlain: presets.isPlain(url) }
}

/** The cleaner spellings of a URL, best first. */
export function variantsOf(url: string, presets: Presets): Candidate[] {
  return sortUnique(presets.variants(url).map(({ url, preset }) => rank(url, 'variant', presets, { preset })))
}

/** Best first; of one URL that came from several places, the best placed stays. */
export function sortUnique(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>()
  const sorted = candidates.toSorted(compareRank)
  return sorted.filter(({ url }) => !seen.has(url) && seen.add(url))
}

/** What may be tested to do better than the source: its variants, and what documents call themselves if that is one. */
export function candidatesFor(source: string, claims: readonly Declaration[], presets: Presets): Candidate[] {
  const own = claims.filter(({ url }) => presets.classOf(url) === presets.classOf(source))
  const twins = own.flatMap(({ url, by }) => presets.httpsTwin(url).map((twin) => ({ url: twin, by })))
  const claimed = [...own, ...twins].map(({ url, by }) => rank(url, 'declared', presets, { by }))
  return sortUnique([...variantsOf(source, presets), ...claimed]).filter(({ url }) => !lowersScheme(source, url))
}

/** What became of every URL that was considered, best first. */
export class Fates {
  readonly #considered = new Map<string, { readonly candidate: Candidate; fate: Fate }>()

  /** What was not decided by a test. */
  consider(candidates: readonly Candidate[], fate: Fate): void {
    for (const candidate of candidates) {
      if (!this.#considered.has(candidate.url)) this.#considered.set(candidate.url, { candidate, fate })
    }
  }

  decide(candidate: Candidate, fate: Fate): void {
    this.#considered.set(candidate.url, { candidate, fate })
  }

  report(winner: string): CandidateReport[] {
    const all = [...this.#considered.values()].toSorted((a, b) => compareRank(a.candidate, b.candidate))
    return all.map(({ candidate: { url, score, preset }, fate }) => {
      return { url, score, preset, fate: url === winner ? 'won' : fate }
    })
  }
}
