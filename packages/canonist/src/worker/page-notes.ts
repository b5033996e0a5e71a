import type { Document } from '../extract/document.ts'
import { headerValues } from '../extract/headers.ts'
import type { HeaderMap } from '../net/exchange.ts'
import { isSameSite, type Scope } from './scope.ts'
import { isTrap } from './trap.ts'

/** How far links are followed. */
export interface LinkBounds {
  readonly scope: Scope
  /** How many links away from what a person asked for. */
  readonly maxDepth: number
}

/** What a page leads to, for the queue. */
export interface Found {
  readonly url: string
  readonly depth: number
}

/** What is kept of a page until its result is written; the page itself may be megabytes. */
export interface PageNotes {
  /** What it says is its own URL, if it says one thing only, and speaks of its own site. */
  readonly canonical: string | null
  readonly links: readonly Found[]
}

/** A page that was fetched, and how. */
export interface FetchedPage {
  readonly url: string
  readonly headers: HeaderMap
  readonly document: Document
}

/** A page that links to a trap links to it a hundred times. */
const MOST_TRAPS_OF_A_PAGE = 1

/** @param bounds null where links are not looked for */
export function notesOf(page: FetchedPage, depth: number, bounds: LinkBounds | null): PageNotes {
  const canonical = canonicalOf(page)
  if (bounds === null) return { canonical, links: [] }
  // As near as the page itself: it is the same page, by its own word.
  const itself = canonical === null || !isNear(bounds.scope, page.url, canonical) ? [] : [{ url: canonical, depth }]
  return { canonical, links: [...itself, ...linksOf(page, depth, bounds)] }
}

function canonicalOf({ url, document }: FetchedPage): string | null {
  if (document.kind !== 'page') return null
  const [first, ...others] = document.canonicals
  const named = first?.url ?? null
  const isPlain = named !== null && others.length === 0 && named !== url
  return isPlain && isSameSite('domain', url, named) ? named : null
}

function linksOf({ url: base, headers, document }: FetchedPage, depth: number, bounds: LinkBounds): Found[] {
  if (document.kind !== 'page' || depth >= bounds.maxDepth || forbidsFollowing(document.robots, headers)) return []
  const links = document.followedLinks.filter((url) => isNear(bounds.scope, base, url))
  const traps = links.filter(isTrap).slice(0, MOST_TRAPS_OF_A_PAGE)
  const good = links.filter((url) => !isTrap(url))
  return [...good, ...traps].map((url) => ({ url, depth: depth + 1 }))
}

/** A port of its own is good for the origin that somebody asked for, and for no other. */
function isNear(scope: Scope, base: string, url: string): boolean {
  const [from, to] = [new URL(base), new URL(url)]
  return isSameSite(scope, base, url) && (to.port === '' || to.origin === from.origin)
}

/** Pages and servers may ask that links be left alone. */
function forbidsFollowing(robots: readonly string[], headers: HeaderMap): boolean {
  const ofHeader = headerValues(headers, 'x-robots-tag').flatMap(directivesOf)
  return [...robots, ...ofHeader].some((directive) => directive === 'nofollow' || directive === 'none')
}

/** A directive behind a name is for that robot alone: `googlebot: nofollow`. */
function directivesOf(value: string): string[] {
  const named = /^\s*([a-z0-9_-]+)\s*:(?!\/\/)(.*)$/is.exec(value)
  if (named !== null && named[1]?.toLowerCase() !== 'canonist') return []
  return (named?.[2] ?? value).split(',').map((directive) => directive.trim().toLowerCase())
}
