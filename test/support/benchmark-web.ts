// The benchmarks are plain JavaScript; these are the types of what their tests read.
export interface WebRecord {
  readonly url: string
  readonly status: number
  readonly contentHash?: string
  readonly simhash?: string
  readonly size?: number
  readonly redirect?: string
  readonly canonical?: string
}

export interface Labelled {
  readonly url: string
  readonly page: string
}

export interface WebSite {
  readonly name: string
  readonly domain: string
  readonly train: readonly WebRecord[]
  /** The page of each record of `train`. */
  readonly trainPages: readonly string[]
  readonly test: readonly Labelled[]
}

export interface SiteOptions {
  readonly urls?: number
  readonly noise?: number
  readonly fingerprints?: 'simhash' | 'exact' | 'size' | 'none'
  readonly seed?: number
}

export interface Family {
  readonly name: string
}

export interface Score {
  readonly recall: number
  readonly precision: number
  readonly reduction: number
  readonly unstable: number
}

export interface Learned {
  readonly apply: (url: string) => string
}

type Learn = (records: readonly WebRecord[], threshold?: number) => Learned

const load = async (file: string): Promise<unknown> =>
  import(new URL(`../../bench/learn/${file}`, import.meta.url).href)

export const { loadFamilies } = (await load('families/index.mjs')) as {
  loadFamilies: (set: 'tune' | 'holdout') => Promise<readonly Family[]>
}
export const { makeSite } = (await load('site.mjs')) as {
  makeSite: (family: Family, options: SiteOptions) => WebSite
}
export const { score, total } = (await load('score.mjs')) as {
  score: (apply: (url: string) => string, test: readonly Labelled[]) => Score
  total: (scores: readonly Score[]) => Score & { readonly worstPrecision: number }
}
export interface AdversarialLog {
  readonly name: string
  readonly records: () => readonly WebRecord[]
  readonly options?: { readonly maxUrlsPerSite: number }
  /** Pairs of URLs that are two pages. */
  readonly apart: readonly (readonly [string, string])[]
}

export const { adversarialLogs, findWrongMerges } = (await load('adversarial/index.mjs')) as {
  adversarialLogs: (size: 'small' | 'full', draw?: number) => Readonly<Record<string, readonly AdversarialLog[]>>
  findWrongMerges: (
    log: AdversarialLog,
    learn: (records: readonly WebRecord[], options: AdversarialLog['options']) => Promise<Learned>,
  ) => Promise<AdversarialLog['apart']>
}
export const { learnDustBuster } = (await load('rivals/dustbuster/dustbuster.mjs')) as { learnDustBuster: Learn }
export const { learnSingleParameters } = (await load('rivals/single-parameter.mjs')) as { learnSingleParameters: Learn }
export const { learnTrackingList } = (await load('rivals/tracking-list.mjs')) as { learnTrackingList: () => Learned }
