import type { Declaration } from './result.ts'
import type { Preset, Presets } from './presets.ts'
import { compareRank, lowersScheme, type Origin, type Ranked } from './rank.ts'
import type { CandidateReport, CandidateOutcome } from './result.ts'

/** A URL that may be the canonical one, until a test decides. */
export interface Candidate extends Ranked {
  /** The preset that produced it; null if it was found as it is. */
  readonly preset: Preset | null
  /** The claim that it comes from; null if it comes from a response. */
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
export function listVariants(url: string, presets: Presets): Candidate[] {
  return sortUnique(presets.variants(url).map(({ url, preset }) => rank(url, 'variant', presets, { preset })))
}

/** Best first; of one URL that came from several places, the best placed stays. */
export function sortUnique(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>()
  const sorted = candidates.toSorted(compareRank)
  return sorted.filter(({ url }) => !seen.has(url) && seen.add(url))
}

/** Lists the URLs that may be better than the source: its variants, and declared URLs of the same class. */
export function listCandidates(
  source: string,
  claims: readonly Declaration[],
  presets: Presets,
  mayReplace: (url: string) => boolean,
): Candidate[] {
  const own = claims.filter(({ url }) => presets.getClass(url) === presets.getClass(source))
  const twins = own.flatMap(({ url, by }) => presets.httpsTwin(url).map((twin) => ({ url: twin, by })))
  const claimed = [...own, ...twins].map(({ url, by }) => rank(url, 'declared', presets, { by }))
  return sortUnique([...listVariants(source, presets), ...claimed]).filter(
    ({ url }) => !lowersScheme(source, url) && mayReplace(url),
  )
}

/** The results for all URLs that were considered. */
export class CandidateOutcomes {
  readonly #considered = new Map<string, { readonly candidate: Candidate; outcome: CandidateOutcome }>()

  /** Sets the result of URLs that no test has decided. */
  consider(candidates: readonly Candidate[], outcome: CandidateOutcome): void {
    for (const candidate of candidates) {
      if (!this.#considered.has(candidate.url)) this.#considered.set(candidate.url, { candidate, outcome })
    }
  }

  decide(candidate: Candidate, outcome: CandidateOutcome): void {
    this.#considered.set(candidate.url, { candidate, outcome })
  }

  report(winner: string): CandidateReport[] {
    const all = [...this.#considered.values()].toSorted((a, b) => compareRank(a.candidate, b.candidate))
    return all.map(({ candidate: { url, score, preset }, outcome }) => {
      return { url, score, preset, outcome: url === winner ? 'won' : outcome }
    })
  }
}
