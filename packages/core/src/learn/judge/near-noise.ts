import { NO_CONTENT } from '../log/content-clusters.ts'
import type { SiteData } from '../log/site-data.ts'
import { groupBy } from '../log/site-state.ts'
import { THRESHOLDS } from '../thresholds.ts'

const { MIN_FETCHES, MAX_NOISE } = THRESHOLDS.nearNoise

/**
 * How often a fetch differs in a few words from all others of its page, by near-equal simhashes beside unequal bytes: a new
 * advert, another date. Pages are replaced by something else about as often.
 */
export class NearNoise {
  readonly #data: SiteData
  /** URLs of each content that several of them show. */
  readonly #contents: readonly (readonly number[])[]

  constructor(data: SiteData) {
    this.#data = data
    const urls = data.hasSimhash ? [...data.urls.keys()].filter((url) => this.#isKnown(url)) : []
    this.#contents = [...groupBy(urls, (url) => data.clusters[url]).values()].filter(({ length }) => length > 1)
  }

  /**
   * @param isOwn whether a URL is changed by the rule that is judged: it does not measure its own noise
   * @returns null where too little was seen, or what was seen is no noise
   */
  measureWithout(isOwn: (url: number) => boolean): number | null {
    let [fetches, odd] = [0, 0]
    for (const content of this.#contents) {
      const others = content.filter((url) => !isOwn(url))
      if (others.length < 2) continue
      fetches += others.length
      odd += this.#countOdd(others)
    }
    const noise = odd / fetches
    return fetches < MIN_FETCHES || noise > MAX_NOISE ? null : noise
  }

  #isKnown(url: number): boolean {
    const { clusters, exact, isAsset } = this.#data
    return clusters[url] !== -1 && exact[url] !== NO_CONTENT && isAsset[url] === 0
  }

  #countOdd(urls: readonly number[]): number {
    const counts = [...groupBy(urls, (url) => this.#data.exact[url]).values()].map(({ length }) => length)
    return urls.length - Math.max(...counts)
  }
}
