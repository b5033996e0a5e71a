import { classify, createNormalizer, type LinkType, type NormalizedUrl } from '@canonist/core'

const plainly = createNormalizer('rfc3986')

/** As a database keeps it: half a surrogate pair is U+FFFD, as the normalizer reads it. */
export function asKept(rawUrl: string): string {
  return rawUrl.toWellFormed()
}

/** A raw URL in its plain spelling, taken apart at the `#`: what a server is asked for, and what it never sees. */
export interface Spelling {
  readonly fetchUrl: string
  /** With its `#`; null where nothing stands behind it. */
  readonly fragment: string | null
}

/** @param rawUrl one that can be normalized */
export function spellingOf(rawUrl: string): Spelling {
  const plain: string = plainly(rawUrl) ?? rawUrl
  const hash = plain.indexOf('#')
  if (hash < 0) return { fetchUrl: plain, fragment: null }
  return { fetchUrl: plain.slice(0, hash), fragment: hash + 1 < plain.length ? plain.slice(hash) : null }
}

/** The fragment alone; most URLs have none. */
export function fragmentOf(rawUrl: string): string | null {
  return rawUrl.includes('#') ? spellingOf(rawUrl).fragment : null
}

/** What a page is stored with, as far as its URL tells. */
export interface PageDraft {
  readonly canonicalUrl: string
  readonly fetchUrl: string
  readonly host: string
  readonly linkType: LinkType
}

/** @param rawUrl the spelling that the page is fetched by */
export function draftPage(canonicalUrl: NormalizedUrl, rawUrl: string): PageDraft {
  return { ...placePage(canonicalUrl), canonicalUrl, fetchUrl: spellingOf(rawUrl).fetchUrl }
}

/** What the canonical URL alone says of a page. */
export function placePage(canonicalUrl: NormalizedUrl): Pick<PageDraft, 'host' | 'linkType'> {
  return { host: hostOf(canonicalUrl), linkType: classify(canonicalUrl).linkType }
}

const AFTER_SCHEME = /^https?:\/\/([^/?#]*)/
const PORT = /:[0-9]*$/

/** Without userinfo and port. */
export function hostOf(url: string): string {
  const authority = AFTER_SCHEME.exec(url)?.[1] ?? ''
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return host.includes(':') ? host.replace(PORT, '') : host
}
