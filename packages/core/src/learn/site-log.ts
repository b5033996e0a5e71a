import { ByteLog } from './byte-log.ts'
import { hashText, mix } from './content-hash.ts'
import { NO_CONTENT, type Fingerprints } from './content-clusters.ts'
import type { CrawlRecord } from './types.ts'

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
  readonly urls: readonly string[]
  readonly claims: readonly Claim[]
}

const SIMHASH = /^[0-9a-f]{16}$/i
/** A site is thinned when it has grown by so much above its limit: not for every record anew. */
const SLACK = 1.25
const WHOLE = 0x1_0000_0000
/** Nearly every page of some sites names itself: so many of them tell what it means, and leave room for other claims. */
const MOST_OWN = 2000

/** A page: a number that says what is known of it, the exact content in two numbers, the simhash in two, and the URL. */
const [EXACT, SIMILAR, SIZE] = [1, 2, 4]
const NUMBERS = 20

/** What a page showed, in numbers. */
interface Content {
  readonly exact: number
  readonly high: number
  readonly low: number
  readonly hasSimhash: number
  readonly isSize: number
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

  constructor(site: string, most: number) {
    this.site = site
    this.#most = most
  }

  /** A page that came. */
  addPage(url: string, record: CrawlRecord): void {
    const content = contentOf(record)
    if (placeOf(content, () => url) >= this.#limit) return
    const { exact, high, low, hasSimhash, isSize } = content
    this.#pages.addNumber((exact === NO_CONTENT ? 0 : EXACT) | (hasSimhash * SIMILAR) | (isSize * SIZE))
    this.#pages.addNumber(Math.floor(Math.max(0, exact) / WHOLE))
    this.#pages.addNumber(Math.max(0, exact) % WHOLE)
    this.#pages.addNumber(high)
    this.#pages.addNumber(low)
    this.#pages.addText(url)
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
      contents.push(this.#contentAt(at))
    }
    return {
      site: this.site,
      urls,
      exact: contents.map(({ exact }) => exact),
      high: contents.map(({ high }) => high),
      low: contents.map(({ low }) => low),
      hasSimhash: contents.map(({ hasSimhash }) => hasSimhash),
      isSize: contents.map(({ isSize }) => isSize),
      claims: this.#readClaims(),
    }
  }

  *#starts(): Generator<number> {
    for (let at = 0; at < this.#pages.length; at = this.#pages.afterText(at + NUMBERS)) yield at
  }

  #contentAt(at: number): Content {
    const known = this.#pages.numberAt(at)
    const exact = this.#pages.numberAt(at + 4) * WHOLE + this.#pages.numberAt(at + 8)
    return {
      exact: (known & EXACT) === 0 ? NO_CONTENT : exact,
      high: this.#pages.numberAt(at + 12) | 0,
      low: this.#pages.numberAt(at + 16) | 0,
      hasSimhash: (known & SIMILAR) === 0 ? 0 : 1,
      isSize: (known & SIZE) === 0 ? 0 : 1,
    }
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
    const starts = [...this.#starts()]
    const places = starts.map((at) => placeOf(this.#contentAt(at), () => before.textAt(at + NUMBERS)))
    this.#limit = places.toSorted((a, b) => a - b)[this.#most] ?? WHOLE
    const kept = starts.filter((_, index) => (places[index] ?? 0) < this.#limit)
    this.#pages = new ByteLog()
    for (const at of kept) this.#pages.addPiece(before, at, before.afterText(at + NUMBERS))
    this.#pageCount = kept.length
  }
}

function contentOf(record: CrawlRecord): Content {
  const simhash = record.simhash !== undefined && SIMHASH.test(record.simhash) ? record.simhash : null
  const hash = hashOf(record)
  const size = hash === NO_CONTENT ? sizeOf(record) : NO_CONTENT
  return {
    exact: Math.max(hash, size),
    high: simhash === null ? 0 : Number.parseInt(simhash.slice(0, 8), 16) | 0,
    low: simhash === null ? 0 : Number.parseInt(simhash.slice(8), 16) | 0,
    hasSimhash: simhash === null ? 0 : 1,
    isSize: size === NO_CONTENT ? 0 : 1,
  }
}

const hashOf = ({ contentHash }: CrawlRecord): number =>
  contentHash !== undefined && contentHash !== '' ? hashText(contentHash) : NO_CONTENT

const sizeOf = ({ simhash, size }: CrawlRecord): number =>
  simhash === undefined && size !== undefined && size > 0 ? hashText(`${size}`, 1) : NO_CONTENT

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
