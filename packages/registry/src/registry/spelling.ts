import { classify, createNormalizer, type LinkType, type NormalizedUrl } from '@canonist/core'
import type { CanonicalUrl, FetchUrl, RawUrl } from '@canonist/core/internal/text/stages'

const spellPlainly = createNormalizer('rfc3986')

/** Converts text to the form that is stored: a lone surrogate becomes U+FFFD, as in the normalizer. */
export function toRawUrl(text: string): RawUrl {
  return text.toWellFormed() as RawUrl
}

/** A URL in its plain spelling (`rfc3986`), split at the `#`: the part that is requested, and the part that a server never sees. */
export interface Spelling {
  readonly fetchUrl: FetchUrl
  /** With its `#`; null if it is empty or missing. */
  readonly fragment: string | null
}

/** @param url a valid URL */
export function splitFragment(url: string): Spelling {
  const plain: string = spellPlainly(url) ?? url
  const hash = plain.indexOf('#')
  if (hash < 0) return { fetchUrl: plain as FetchUrl, fragment: null }
  return { fetchUrl: plain.slice(0, hash) as FetchUrl, fragment: hash + 1 < plain.length ? plain.slice(hash) : null }
}

/** Reads only the fragment; fast for the many URLs without one. */
export function readFragment(rawUrl: RawUrl): string | null {
  return rawUrl.includes('#') ? splitFragment(rawUrl).fragment : null
}

/** The fields of a page that follow from its URLs. */
export interface PageDraft {
  readonly canonicalUrl: CanonicalUrl
  readonly fetchUrl: FetchUrl
  readonly host: string
  readonly linkType: LinkType
}

/** @param spelling the spelling by which the page is fetched */
export function draftPage(canonicalUrl: CanonicalUrl, spelling: RawUrl | FetchUrl): PageDraft {
  return { ...classifyPage(canonicalUrl), canonicalUrl, fetchUrl: splitFragment(spelling).fetchUrl }
}

/** Derives host and link type from a canonical URL. */
export function classifyPage(canonicalUrl: CanonicalUrl): Pick<PageDraft, 'host' | 'linkType'> {
  return { host: parseHost(canonicalUrl), linkType: classify(canonicalUrl).linkType }
}

const AFTER_SCHEME = /^https?:\/\/([^/?#]*)/
const PORT = /:[0-9]*$/

/** Finds the host of a URL in any spelling. The result for an invalid URL is meaningless. */
export function findHost(url: string): string {
  return parseHost(splitFragment(url).fetchUrl)
}

/** Parses the host of a normalized URL, without userinfo and port; an IPv6 address keeps its brackets. */
export function parseHost(url: NormalizedUrl | FetchUrl): string {
  const authority = AFTER_SCHEME.exec(url)?.[1] ?? ''
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return host.includes(':') ? host.replace(PORT, '') : host
}
