// Reads a page that was fetched, says why it may not count as one, and keeps the little that the queue wants of it.

import type { Document, readDocument } from '../extract/document.ts'
import type { FrontierReason } from '../frontier/reasons.ts'
import { isHomeUrl } from '../health/home-url.ts'
import { saysItIsMissing } from '../health/says-it-is-missing.ts'
import type { HeaderMap } from '../net/exchange.ts'
import { listHeaderValues } from '../net/transport/header-map.ts'
import type { Followed } from '../resolve/follow.ts'
import { listValues } from '../extract/headers.ts'
import { isSameSite, isTrap, type CrawlScope } from './crawl-bounds.ts'
import type { CanonicalUrl } from '../text/stages.ts'

/** A page as it is handed on. */
export interface VisitedPage {
  readonly id: number
  /** The normalized URL, before it moves. */
  readonly url: CanonicalUrl
  /** What was fetched, behind all redirects. */
  readonly finalUrl: string
  readonly status: number
  readonly headers: HeaderMap
  /** Without its compression. */
  readonly body: Uint8Array
}

/** What is wanted of pages. */
export interface PageRules {
  /** Media types such as `text/html`, or `text/*`; none: whatever comes. */
  readonly accept: readonly string[]
  /** Whether a page that says it is missing is held to be. */
  readonly detectsSoft404: boolean
  readonly readDocument: typeof readDocument
  readonly onPage: (page: VisitedPage) => unknown
}

/** Why a page does not count as fetched. */
export interface PageFault {
  readonly reason: FrontierReason
  readonly detail: string | null
}

/** A page that was read, or why it could not be. */
export type ReadPage = { readonly page: FetchedPage } | { readonly fault: PageFault }

export function readPage(answer: Followed, { accept, readDocument }: PageRules): ReadPage {
  const { url, headers } = answer
  const type = readMediaType(headers)
  if (type !== null && !isWanted(type, accept)) return { fault: { reason: 'unsupported_type', detail: type } }
  try {
    return { page: { url, headers, document: readDocument(answer) } }
  } catch (error) {
    // One page that nobody thought of must not stop all others.
    return { fault: { reason: 'extract_failed', detail: readMessage(error) } }
  }
}

/** A page of its own kind is handed on; null where all is well. */
export async function checkPage(
  page: FetchedPage,
  visited: VisitedPage,
  { detectsSoft404, onPage }: PageRules,
): Promise<PageFault | null> {
  if (detectsSoft404 && isSoft404(page)) return { reason: 'soft_404', detail: readTitle(page) }
  try {
    await onPage(visited)
    return null
  } catch (error) {
    return { reason: 'downstream_failed', detail: readMessage(error) }
  }
}

/** Null where the server does not say. */
function readMediaType(headers: HeaderMap): string | null {
  const type = listHeaderValues(headers, 'content-type')[0]?.split(';', 1)[0]?.trim().toLowerCase()
  return type === undefined || type === '' ? null : type
}

const isWanted = (type: string, accept: readonly string[]): boolean =>
  accept.length === 0 ||
  accept.some((wanted) => wanted === type || (wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1))))

/** A home page is never missing: what is said there about missing pages is news. */
function isSoft404({ url, document }: FetchedPage): boolean {
  if (document.kind !== 'page' || isHomeUrl(url)) return false
  return saysItIsMissing({ title: document.title, text: document.mainText(), words: document.signature.wordCount })
}

const readTitle = ({ document }: FetchedPage): string | null => (document.kind === 'page' ? document.title : null)

const readMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** How far links are followed. */
export interface LinkBounds {
  readonly scope: CrawlScope
  /** How many links away from what a person asked for. */
  readonly maxDepth: number
}

/** What a page leads to, for the queue. */
export interface FoundLink {
  readonly url: string
  readonly depth: number
}

/** What is kept of a page until its result is written; the page itself may be megabytes. */
export interface PageNotes {
  /** What it says is its own URL, if it says one thing only, and speaks of its own site. */
  readonly canonical: string | null
  readonly links: readonly FoundLink[]
}

/** A page that was fetched, and how. */
export interface FetchedPage {
  readonly url: string
  readonly headers: HeaderMap
  readonly document: Document
}

/** A page that links to a trap links to it a hundred times. */
const MAX_TRAPS_PER_PAGE = 1

/** @param bounds null where links are not looked for */
export function readPageNotes(page: FetchedPage, depth: number, bounds: LinkBounds | null): PageNotes {
  const canonical = findCanonical(page)
  if (bounds === null) return { canonical, links: [] }
  // As near as the page itself: it is the same page, by its own word.
  const itself = canonical === null || !isNear(bounds.scope, page.url, canonical) ? [] : [{ url: canonical, depth }]
  return { canonical, links: [...itself, ...listLinks(page, depth, bounds)] }
}

function findCanonical({ url, document }: FetchedPage): string | null {
  if (document.kind !== 'page') return null
  const [first, ...others] = document.canonicals
  const named = first?.url ?? null
  const isPlain = named !== null && others.length === 0 && named !== url
  return isPlain && isSameSite('domain', url, named) ? named : null
}

function listLinks({ url: base, headers, document }: FetchedPage, depth: number, bounds: LinkBounds): FoundLink[] {
  if (document.kind !== 'page' || depth >= bounds.maxDepth || forbidsFollowing(document.robots, headers)) return []
  const links = document.followedLinks.filter((url) => isNear(bounds.scope, base, url))
  const traps = links.filter(isTrap).slice(0, MAX_TRAPS_PER_PAGE)
  const good = links.filter((url) => !isTrap(url))
  return [...good, ...traps].map((url) => ({ url, depth: depth + 1 }))
}

/** A port of its own is good for the origin that somebody asked for, and for no other. */
function isNear(scope: CrawlScope, base: string, url: string): boolean {
  const [from, to] = [new URL(base), new URL(url)]
  return isSameSite(scope, base, url) && (to.port === '' || to.origin === from.origin)
}

/** Pages and servers may ask that links be left alone. */
function forbidsFollowing(robots: readonly string[], headers: HeaderMap): boolean {
  const ofHeader = listValues(headers, 'x-robots-tag').flatMap(readDirectives)
  return [...robots, ...ofHeader].some((directive) => directive === 'nofollow' || directive === 'none')
}

/** A directive behind a name is for that robot alone: `googlebot: nofollow`. */
function readDirectives(value: string): string[] {
  const named = /^\s*([a-z0-9_-]+)\s*:(?!\/\/)(.*)$/is.exec(value)
  if (named !== null && named[1]?.toLowerCase() !== 'canonist') return []
  return (named?.[2] ?? value).split(',').map((directive) => directive.trim().toLowerCase())
}
