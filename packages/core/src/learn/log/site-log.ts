import { AllPages } from './all-pages.ts'
import { ByteLog } from './byte-log.ts'
import { hashText, mix } from './content-hash.ts'
import { NO_CONTENT, type Fingerprints } from './content-clusters.ts'
import { addPage, contentAt, contentOf, NUMBERS, WHOLE, type Content } from './page-bytes.ts'
import { createMemorySpool, type PageSpool } from './page-spool.ts'
import type { CrawlRecord } from '../types.ts'
import { THRESHOLDS } from '../thresholds.ts'

const { SLACK, MOST_OWN } = THRESHOLDS.siteLog

/** What the site itself says to be the same: `from` redirects to `to`, or names it as its canonical URL. */
export interface Claim {
  readonly kind: 'redirect' | 'canonical'
  readonly from: string
  readonly to: string
}

/** All that was kept of a site, one place for each fetch. */
export interface SiteRecords extends Fingerprints {
  readonly site: string
  /** 1 where the size is all that is known of a content. */
  readonly isSize: readonly number[]
  /** 1 where what came is an asset and no page. */
  readonly isAsset: readonly number[]
  readonly urls: readonly string[]
  readonly claims: readonly Claim[]
  /** Every page, where the ones above are a sample; null where they are all there is. */
  readonly all: AllPages | null
}

/** The records of one site, for as long as others still come. Contents are numbers by now: a URL is all the text there is. */
export class SiteLog {
  readonly site: string
  readonly #most: number
  #pages = new ByteLog()
  #pageCount = 0
  readonly #claims = new ByteLog()
  #claimCount = 0
  #ownCount = 0
  #limit = WHOLE
  readonly #createSpool: () => PageSpool
  /** All pages, once there are more than the sample may have. */
  #all: AllPages | null = null

  /** @param createSpool where the pages of a site go that has more of them */
  constructor(site: string, most: number, createSpool: () => PageSpool = createMemorySpool) {
    this.site = site
    this.#most = most
    this.#createSpool = createSpool
  }

  /** A page that came. */
  addPage(url: string, record: CrawlRecord): void {
    const content = contentOf(url, record)
    if (this.#all !== null) {
      const page = new ByteLog()
      addPage(page, url, content)
      this.#all.add(page, 0, page.length, 1)
    }
    if (placeOf(content, () => url) >= this.#limit) return
    addPage(this.#pages, url, content)
    if (++this.#pageCount > this.#most * SLACK) this.#thin()
  }

  addClaim({ kind, from, to }: Claim): void {
    const isOwn = from === to
    // A redirect to itself is a loop, and says nothing.
    if (isOwn ? kind === 'redirect' || this.#ownCount >= MOST_OWN : this.#claimCount >= this.#most) return
    if (isOwn) this.#ownCount++
    else this.#claimCount++
    this.#claims.addNumber(kind === 'redirect' ? 1 : 0)
    this.#claims.addText(from)
    this.#claims.addText(to)
  }

  /** Everything, after a last thinning that makes what is left independent of when the others took place. */
  read(): SiteRecords {
    if (this.#pageCount > this.#most) this.#thin()
    const [urls, contents]: [string[], Content[]] = [[], []]
    for (const at of this.#starts()) {
      urls.push(this.#pages.textAt(at + NUMBERS))
      contents.push(contentAt(this.#pages, at))
    }
    return {
      site: this.site,
      urls,
      exact: contents.map(({ exact }) => exact),
      high: contents.map(({ high }) => high),
      low: contents.map(({ low }) => low),
      hasSimhash: contents.map(({ hasSimhash }) => hasSimhash),
      isSize: contents.map(({ isSize }) => isSize),
      isAsset: contents.map(({ isAsset }) => isAsset),
      claims: this.#readClaims(),
      all: this.#all,
    }
  }

  *#starts(): Generator<number> {
    for (let at = 0; at < this.#pages.length; at = this.#pages.afterText(at + NUMBERS)) yield at
  }

  #readClaims(): Claim[] {
    const claims: Claim[] = []
    for (let at = 0; at < this.#claims.length;) {
      const to = this.#claims.afterText(at + 4)
      const kind = this.#claims.numberAt(at) === 1 ? 'redirect' : 'canonical'
      claims.push({ kind, from: this.#claims.textAt(at + 4), to: this.#claims.textAt(to) })
      at = this.#claims.afterText(to)
    }
    return claims
  }

  /** Keeps what lies below a lower limit, so that the same URLs stay in whatever order they came. */
  #thin(): void {
    const before = this.#pages
    if (this.#all === null) {
      this.#all = new AllPages(this.#createSpool())
      this.#all.add(before, 0, before.length, this.#pageCount)
    }
    const starts = [...this.#starts()]
    const places = starts.map((at) => placeOf(contentAt(this.#pages, at), () => before.textAt(at + NUMBERS)))
    this.#limit = places.toSorted((a, b) => a - b)[this.#most] ?? WHOLE
    const kept = starts.filter((_, index) => (places[index] ?? 0) < this.#limit)
    this.#pages = new ByteLog()
    for (const at of kept) this.#pages.addPiece(before, at, before.afterText(at + NUMBERS))
    this.#pageCount = kept.length
  }
}

/**
 * Where a fetch stands when a site must be thinned. By content, so that the URLs of one page stay or go together: the least
 * of a simhash's four blocks is nearly always the same for near ones. Without content the directory decides.
 */
function placeOf({ exact, high, low, hasSimhash }: Content, urlOf: () => string): number {
  if (hasSimhash === 1) return Math.min(mix(high >>> 16), mix(high & 0xffff), mix(low >>> 16), mix(low & 0xffff))
  if (exact !== NO_CONTENT) return mix(exact)
  const [directory = ''] = /^[^?#]*\//.exec(urlOf()) ?? []
  return mix(hashText(directory))
}
