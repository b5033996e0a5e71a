import { classify, createNormalizer, type LinkType, type NormalizedUrl } from '@canonist/core'
import type { CanonicalUrl, FetchUrl, RawUrl } from '../text/stages.ts'

const spellPlainly = createNormalizer('rfc3986')

/** As a database keeps it: half a surrogate pair is U+FFFD, as the normalizer reads it. */
export function toRawUrl(text: string): RawUrl {
  return text.toWellFormed() as RawUrl
}

/** A URL in its plain spelling, taken apart at the `#`: what a server is asked for, and what it never sees. */
export interface Spelling {
  readonly fetchUrl: FetchUrl
  /** With its `#`; null where nothing stands behind it. */
  readonly fragment: string | null
}

/** @param url one that can be normalized */
export function splitFragment(url: string): Spelling {
  const plain: string = spellPlainly(url) ?? url
  const hash = plain.indexOf('#')
  if (hash < 0) return { fetchUrl: plain as FetchUrl, fragment: null }
  return { fetchUrl: plain.slice(0, hash) as FetchUrl, fragment: hash + 1 < plain.length ? plain.slice(hash) : null }
}

/** The fragment alone; most URLs have none. */
export function readFragment(rawUrl: RawUrl): string | null {
  return rawUrl.includes('#') ? splitFragment(rawUrl).fragment : null
}

/** What a page is stored with, as far as its URL tells. */
export interface PageDraft {
  readonly canonicalUrl: CanonicalUrl
  readonly fetchUrl: FetchUrl
  readonly host: string
  readonly linkType: LinkType
}

/** @param spelling the one that the page is fetched by */
export function draftPage(canonicalUrl: CanonicalUrl, spelling: RawUrl | FetchUrl): PageDraft {
  return { ...classifyPage(canonicalUrl), canonicalUrl, fetchUrl: splitFragment(spelling).fetchUrl }
}

/** What the canonical URL alone says of a page. */
export function classifyPage(canonicalUrl: CanonicalUrl): Pick<PageDraft, 'host' | 'linkType'> {
  return { host: parseHost(canonicalUrl), linkType: classify(canonicalUrl).linkType }
}

const AFTER_SCHEME = /^https?:\/\/([^/?#]*)/
const PORT = /:[0-9]*$/

/** The host of a URL in any spelling; a part of the text where it is not a URL. */
export function findHost(url: string): string {
  return parseHost(splitFragment(url).fetchUrl)
}

/** The host that a page belongs to or a request goes to: without userinfo and port, an IPv6 address in its brackets. */
export function parseHost(url: NormalizedUrl | FetchUrl): string {
  const authority = AFTER_SCHEME.exec(url)?.[1] ?? ''
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return host.includes(':') ? host.replace(PORT, '') : host
}
