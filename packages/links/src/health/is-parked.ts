import { findRegistrableDomain } from '@canonist/web/internal/net/gate/registrable-domain'
import { SEPARATOR } from '@canonist/web/internal/page-facts/title-parts'
import { listPhrases, allowLostAccents } from '@canonist/web/internal/page-facts/language-phrases'

/** Sites that sell domains and show parking pages. */
const SALE_SITES: ReadonlySet<string> = new Set([
  'above.com',
  'afternic.com',
  'atom.com',
  'bodis.com',
  'brandbucket.com',
  'dan.com',
  'domainmarket.com',
  'dynadot.com',
  'efty.com',
  'hugedomains.com',
  'parkingcrew.net',
  'parklogic.com',
  'sedo.com',
  'sedoparking.com',
  'squadhelp.com',
  'undeveloped.com',
])

/** Resources that parking pages load, whatever their domain. */
const PARKING_SERVICES =
  /\b(?:sedoparking\.com|parkingcrew\.net|bodiscdn\.com|parklogic\.com|parking-lander|cashparking|dsnextgen\.com|domainsponsor\.com|afternic\.com\/forsale|dan\.com\/buy-domain|hugedomains\.com\/domain_profile)/i

const PHRASE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${allowLostAccents(listPhrases('forSale').join('|'))})(?![\\p{L}\\p{N}])`,
  'iu',
)

/** A page with more words has other content. */
const MAX_WORDS = 150
/** The beginning of a text, in which a parking page says that the domain is for sale. */
const OPENING_LENGTH = 600

export interface ParkedCandidate {
  /** The checked page. */
  readonly url: string
  /** Where its redirects ended. */
  readonly end: string
  readonly title: string | null
  readonly text: string
  readonly words: number
  readonly html: string
}

/**
 * Whether a page only says that its domain is for sale, has expired, or is parked. Sites that sell domains say so about others, so they
 * are never parked themselves.
 *
 * @example isParked({ url, end: url, title: 'example.com', text: 'This domain is for sale', words: 5, html }) // true
 */
export function isParked({ url, end, title, text, words, html }: ParkedCandidate): boolean {
  if (sellsDomains(url)) return false
  if (sellsDomains(end)) return true
  if (words > MAX_WORDS) return false
  const said = [...(title ?? '').split(SEPARATOR), text.slice(0, OPENING_LENGTH).replace(/\s+/g, ' ')]
  return said.some((part) => PHRASE.test(part)) || PARKING_SERVICES.test(html)
}

const sellsDomains = (url: string): boolean =>
  SALE_SITES.has(findRegistrableDomain(URL.parse(url)?.hostname ?? '') ?? '')
