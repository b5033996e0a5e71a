// Reads a fetched page, decides whether it counts as one, and keeps the few facts that the queue needs.

import type { Document, readDocument } from '@canonist/web/internal/extract/document'
import type { FrontierReason } from '../frontier/reasons.ts'
import { isHomeUrl } from '@canonist/web/internal/page-facts/home-url'
import { saysItIsMissing } from '@canonist/web/internal/page-facts/says-it-is-missing'
import type { HeaderMap } from '@canonist/web/internal/net/exchange'
import { listHeaderValues } from '@canonist/web/internal/net/transport/header-map'
import type { Followed } from '@canonist/web/internal/resolve/follow'
import { listValues } from '@canonist/web/internal/extract/headers'
import { isSameSite, isTrap, type CrawlScope } from './crawl-bounds.ts'
import type { CanonicalUrl } from '@canonist/core/internal/text/stages'

/** A page as `onPage` receives it. */
export interface VisitedPage {
  readonly id: number
  /** The normalized URL, before it moves. */
  readonly url: CanonicalUrl
  /** The URL after all redirects. */
  readonly finalUrl: string
  readonly status: number
  readonly headers: HeaderMap
  /** Decompressed. */
  readonly body: Uint8Array
}

/** What pages must be like, and what to do with them. */
export interface PageRules {
  /** Accepted media types, such as `text/html` or `text/*`; an empty list accepts all. */
  readonly accept: readonly string[]
  /** Whether a page that says it is missing counts as missing. */
  readonly detectsSoft404: boolean
  readonly readDocument: typeof readDocument
  readonly onPage: (page: VisitedPage) => unknown
}

/** Why a page does not count as fetched. */
export interface PageFault {
  readonly reason: FrontierReason
  readonly detail: string | null
}

/** A page, or why the response could not be read as one. */
export type ReadPage = { readonly page: FetchedPage } | { readonly fault: PageFault }

export function readPage(answer: Followed, { accept, readDocument }: PageRules): ReadPage {
  const { url, headers } = answer
  const type = readMediaType(headers)
  if (type !== null && !isWanted(type, accept)) return { fault: { reason: 'unsupported_type', detail: type } }
  try {
    return { page: { url, headers, document: readDocument(answer) } }
  } catch (error) {
    // One unexpected document must not stop the worker.
    return { fault: { reason: 'extract_failed', detail: readMessage(error) } }
  }
}

/** Checks a page and passes it to `onPage`; returns null if it counts as fetched. */
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

/** Null if the server does not send one. */
function readMediaType(headers: HeaderMap): string | null {
  const type = listHeaderValues(headers, 'content-type')[0]?.split(';', 1)[0]?.trim().toLowerCase()
  return type === undefined || type === '' ? null : type
}

const isWanted = (type: string, accept: readonly string[]): boolean =>
  accept.length === 0 ||
  accept.some((wanted) => wanted === type || (wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1))))

/** A home page is never missing: it may mention missing pages in its text. */
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

/** A link of a page, for the queue. */
export interface FoundLink {
  readonly url: string
  readonly depth: number
}

/** The facts of a page that are kept until its result is written. The page itself may be megabytes. */
export interface PageNotes {
  /** The canonical URL that it declares, if it declares exactly one, on its own site. */
  readonly canonical: string | null
  readonly links: readonly FoundLink[]
}

/** A fetched page with its final URL and headers. */
export interface FetchedPage {
  readonly url: string
  readonly headers: HeaderMap
  readonly document: Document
}

/** A page that links to a crawler trap often has hundreds of such links; one is enough to record it. */
const MAX_TRAPS_PER_PAGE = 1

/**
 * @param bounds null if links are ignored
 * @param robotName the name by which robots.txt and headers may address the worker, in lower case
 */
export function readPageNotes(
  page: FetchedPage,
  depth: number,
  bounds: LinkBounds | null,
  robotName: string,
): PageNotes {
  const canonical = findCanonical(page)
  if (bounds === null) return { canonical, links: [] }
  // The same depth as the page itself: by its own account, it is the same page.
  const itself = canonical === null || !isNear(bounds.scope, page.url, canonical) ? [] : [{ url: canonical, depth }]
  return { canonical, links: [...itself, ...listLinks(page, depth, bounds, robotName)] }
}

function findCanonical({ url, document }: FetchedPage): string | null {
  if (document.kind !== 'page') return null
  const [first, ...others] = document.canonicals
  const named = first?.url ?? null
  const isPlain = named !== null && others.length === 0 && named !== url
  return isPlain && isSameSite('domain', url, named) ? named : null
}

function listLinks(
  { url: base, headers, document }: FetchedPage,
  depth: number,
  bounds: LinkBounds,
  robotName: string,
): FoundLink[] {
  if (document.kind !== 'page' || depth >= bounds.maxDepth) return []
  if (forbidsFollowing(document.robots, headers, robotName)) return []
  const links = document.followedLinks.filter((url) => isNear(bounds.scope, base, url))
  const traps = links.filter(isTrap).slice(0, MAX_TRAPS_PER_PAGE)
  const good = links.filter((url) => !isTrap(url))
  return [...good, ...traps].map((url) => ({ url, depth: depth + 1 }))
}

/** An explicit port is allowed for the origin of the page, and for no other. */
function isNear(scope: CrawlScope, base: string, url: string): boolean {
  const [from, to] = [new URL(base), new URL(url)]
  return isSameSite(scope, base, url) && (to.port === '' || to.origin === from.origin)
}

/** Whether the page or the server forbids following its links (`nofollow`). */
function forbidsFollowing(robots: readonly string[], headers: HeaderMap, robotName: string): boolean {
  const ofHeader = listValues(headers, 'x-robots-tag').flatMap((value) => readDirectives(value, robotName))
  return [...robots, ...ofHeader].some((directive) => directive === 'nofollow' || directive === 'none')
}

/** A directive after a name is for that robot only: `googlebot: nofollow`. */
function readDirectives(value: string, robotName: string): string[] {
  const named = /^\s*([a-z0-9_-]+)\s*:(?!\/\/)(.*)$/is.exec(value)
  if (named !== null && named[1]?.toLowerCase() !== robotName) return []
  return (named?.[2] ?? value).split(',').map((directive) => directive.trim().toLowerCase())
}
