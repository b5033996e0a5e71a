import { AllPages } from './all-pages.ts'
import { ByteLog } from './byte-log.ts'
import { hashText, mix } from './content-hash.ts'
import { NO_CONTENT, type Fingerprints } from './content-clusters.ts'
import { addPage, readContent, toContent, HEADER_BYTES, UINT32_RANGE, type Content } from './page-bytes.ts'
import { createMemorySpool, type PageSpool } from './page-spool.ts'
import type { CrawlRecord } from './types.ts'
import { THRESHOLDS } from './thresholds.ts'

const { SLACK, MAX_OWN_CLAIMS } = THRESHOLDS.siteLog

/** A statement of the site itself that two URLs are the same: `from` redirects to `to`, or declares it as canonical. */
export interface Claim {
  readonly kind: 'redirect' | 'canonical'
  readonly from: string
  readonly to: string
}

/** The records of a site, one index per fetch. */
export interface SiteRecords extends Fingerprints {
  readonly site: string
  /** 1 if only the size of the content is known. */
  readonly isSize: readonly number[]
  /** 1 for an asset instead of a page. */
  readonly isAsset: readonly number[]
  readonly urls: readonly string[]
  readonly claims: readonly Claim[]
  /** Every page, if the ones above are a sample; otherwise null. */
  readonly all: AllPages | null
}

/**
 * Collects the records of one site while the log is read. Contents are stored as numbers; URLs are the only text.
 *
 * Once a site has more pages than the sample holds, all of them also go to a spool. The sample must never depend on the order
 * of the records.
 */
export class SiteLog {
  readonly site: string
  readonly #maxUrls: number
  #pages = new ByteLog()
  #pageCount = 0
  readonly #claims = new ByteLog()
  #claimCount = 0
  #ownCount = 0
  #limit = UINT32_RANGE
  readonly #createSpool: () => PageSpool
  /** All pages, once there are more than the sample holds. */
  #all: AllPages | null = null

  /** @param createSpool for all pages of a site that exceeds the sample */
  constructor(site: string, most: number, createSpool: () => PageSpool = createMemorySpool) {
    this.site = site
    this.#maxUrls = most
    this.#createSpool = createSpool
  }

  /** Adds a page that was fetched. */
  addPage(url: string, record: CrawlRecord): void {
    const content = toContent(url, record)
    if (this.#all !== null) {
      const page = new ByteLog()
      addPage(page, url, content)
      this.#all.add(page, 0, page.length, 1)
    }
    if (computeRank(content, () => url) >= this.#limit) return
    addPage(this.#pages, url, content)
    if (++this.#pageCount > this.#maxUrls * SLACK) this.#thin()
  }

  addClaim({ kind, from, to }: Claim): void {
    const isOwn = from === to
    // A redirect to itself is a loop, and claims nothing.
    if (isOwn ? kind === 'redirect' || this.#ownCount >= MAX_OWN_CLAIMS : this.#claimCount >= this.#maxUrls) return
    if (isOwn) this.#ownCount++
    else this.#claimCount++
    this.#claims.addNumber(kind === 'redirect' ? 1 : 0)
    this.#claims.addText(from)
    this.#claims.addText(to)
  }

  /** Reads all records, after a last thinning that makes the sample independent of when earlier ones took place. */
  read(): SiteRecords {
    if (this.#pageCount > this.#maxUrls) this.#thin()
    const [urls, contents]: [string[], Content[]] = [[], []]
    for (const at of this.#listStarts()) {
      urls.push(this.#pages.readText(at + HEADER_BYTES))
      contents.push(readContent(this.#pages, at))
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

  *#listStarts(): Generator<number> {
    for (let at = 0; at < this.#pages.length; at = this.#pages.findTextEnd(at + HEADER_BYTES)) yield at
  }

  #readClaims(): Claim[] {
    const claims: Claim[] = []
    for (let at = 0; at < this.#claims.length;) {
      const to = this.#claims.findTextEnd(at + 4)
      const kind = this.#claims.readNumber(at) === 1 ? 'redirect' : 'canonical'
      claims.push({ kind, from: this.#claims.readText(at + 4), to: this.#claims.readText(to) })
      at = this.#claims.findTextEnd(to)
    }
    return claims
  }

  /** Lowers the limit and keeps the pages below it. The same URLs stay, whatever their order. */
  #thin(): void {
    const before = this.#pages
    if (this.#all === null) {
      this.#all = new AllPages(this.#createSpool())
      this.#all.add(before, 0, before.length, this.#pageCount)
    }
    const starts = [...this.#listStarts()]
    const places = starts.map((at) =>
      computeRank(readContent(this.#pages, at), () => before.readText(at + HEADER_BYTES)),
    )
    this.#limit = places.toSorted((a, b) => a - b)[this.#maxUrls] ?? UINT32_RANGE
    const kept = starts.filter((_, index) => (places[index] ?? 0) < this.#limit)
    this.#pages = new ByteLog()
    for (const at of kept) this.#pages.addPiece(before, at, before.findTextEnd(at + HEADER_BYTES))
    this.#pageCount = kept.length
  }
}

/**
 * The rank of a fetch when a site is thinned. It depends on the content, so that the URLs of one page stay or go together: the
 * smallest of a simhash's four blocks is nearly always the same for similar contents. Without content, the directory decides.
 */
function computeRank({ exact, high, low, hasSimhash }: Content, readUrl: () => string): number {
  if (hasSimhash === 1) return Math.min(mix(high >>> 16), mix(high & 0xffff), mix(low >>> 16), mix(low & 0xffff))
  if (exact !== NO_CONTENT) return mix(exact)
  const [directory = ''] = /^[^?#]*\//.exec(readUrl()) ?? []
  return mix(hashText(directory))
}
