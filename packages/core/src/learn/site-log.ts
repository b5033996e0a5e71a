import { hashText, mix } from './content-hash.ts'
import { NO_CONTENT, type Fingerprints } from './content-clusters.ts'
import type { CrawlRecord } from './types.ts'

/** What the site itself says to be the same: `from` redirects to `to`, or names it as its canonical URL. */
export interface Claim {
  readonly kind: 'redirect' | 'canonical'
  readonly from: string
  readonly to: string
}

const SIMHASH = /^[0-9a-f]{16}$/i
/** A site is thinned when it has grown by so much above its limit: not for every record anew. */
const SLACK = 1.25
const WHOLE = 0x1_0000_0000

/** All that is kept of the records of one site. Contents are numbers by now: a URL is all the text there is. */
export class SiteLog implements Fingerprints {
  readonly site: string
  readonly urls: string[] = []
  readonly exact: number[] = []
  readonly high: number[] = []
  readonly low: number[] = []
  readonly hasSimhash: number[] = []
  claims: Claim[] = []
  #limit = WHOLE
  readonly #most: number

  constructor(site: string, most: number) {
    this.site = site
    this.#most = most
  }

  /** A page that came. */
  addPage(url: string, record: CrawlRecord): void {
    const simhash = record.simhash !== undefined && SIMHASH.test(record.simhash) ? record.simhash : null
    const row = {
      url,
      exact: exactOf(record),
      high: simhash === null ? 0 : Number.parseInt(simhash.slice(0, 8), 16) | 0,
      low: simhash === null ? 0 : Number.parseInt(simhash.slice(8), 16) | 0,
      has: simhash === null ? 0 : 1,
    }
    if (placeOf(row.url, row.exact, row.high, row.low, row.has) >= this.#limit) return
    this.urls.push(row.url)
    this.exact.push(row.exact)
    this.high.push(row.high)
    this.low.push(row.low)
    this.hasSimhash.push(row.has)
    if (this.urls.length > this.#most * SLACK) this.#thin()
  }

  addClaim(claim: Claim): void {
    if (claim.from !== claim.to && this.claims.length < this.#most) this.claims.push(claim)
  }

  /** The last thinning, which makes what is left independent of when the others took place. */
  close(): void {
    if (this.urls.length > this.#most) this.#thin()
  }

  /** Keeps what lies below a lower limit, so that the same URLs stay in whatever order they came. */
  #thin(): void {
    const places = this.urls.map((url, row) =>
      placeOf(
        url,
        this.exact[row] as number,
        this.high[row] as number,
        this.low[row] as number,
        this.hasSimhash[row] as number,
      ),
    )
    this.#limit = places.toSorted((a, b) => a - b)[this.#most] ?? WHOLE
    for (const column of [this.urls, this.exact, this.high, this.low, this.hasSimhash] as unknown[][]) {
      let kept = 0
      for (const [row, place] of places.entries()) if (place < this.#limit) column[kept++] = column[row]
      column.length = kept
    }
  }
}

function exactOf({ contentHash, simhash, size }: CrawlRecord): number {
  if (contentHash !== undefined && contentHash !== '') return hashText(contentHash)
  return simhash === undefined && size !== undefined && size > 0 ? hashText(`${size}`, 1) : NO_CONTENT
}

/**
 * Where a fetch stands when a site must be thinned. By content, so that the URLs of one page stay or go together: the least
 * of a simhash's four blocks is nearly always the same for near ones. Without content the directory decides.
 */
function placeOf(url: string, exact: number, high: number, low: number, hasSimhash: number): number {
  if (hasSimhash === 1) return Math.min(mix(high >>> 16), mix(high & 0xffff), mix(low >>> 16), mix(low & 0xffff))
  if (exact !== NO_CONTENT) return mix(exact)
  const [directory = ''] = /^[^?#]*\//.exec(url) ?? []
  return mix(hashText(directory))
}
