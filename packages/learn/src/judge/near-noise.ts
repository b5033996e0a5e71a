import { NO_CONTENT } from '../log/content-clusters.ts'
import type { SiteData } from '../log/site-data.ts'
import { groupBy } from '../log/site-state.ts'
import type { CornerCount } from './corner-noise.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MIN_FETCHES, MAX_NOISE } = THRESHOLDS.nearNoise

/**
 * Measures how often a fetch differs in a few words from the others of its page: similar simhashes, but different bytes, as after
 * a new advert or date. Fetches that return something else entirely are about as frequent.
 */
export class NearNoise {
  readonly #data: SiteData
  /** The URLs of each content that several URLs show. */
  readonly #contents: readonly (readonly number[])[]

  constructor(data: SiteData) {
    this.#data = data
    const urls = data.hasSimhash ? [...data.urls.keys()].filter((url) => this.#isKnown(url)) : []
    this.#contents = [...groupBy(urls, (url) => data.clusters[url]).values()].filter(({ length }) => length > 1)
  }

  /**
   * @param isOwn whether the judged rule changes a URL: a rule must not measure its own noise
   * @returns null if there are too few fetches, or too many differences for noise
   */
  measureWithout(isOwn: (url: number) => boolean): CornerCount | null {
    let [fetches, odd] = [0, 0]
    for (const content of this.#contents) {
      const others = content.filter((url) => !isOwn(url))
      if (others.length < 2) continue
      fetches += others.length
      odd += this.#countOdd(others)
    }
    return fetches < MIN_FETCHES || odd > MAX_NOISE * fetches ? null : { fetches, spoiled: odd }
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
