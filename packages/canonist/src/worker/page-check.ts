import type { readDocument } from '../extract/document.ts'
import type { Reason } from '../frontier/reasons.ts'
import { isHomeUrl } from '../health/home-url.ts'
import { saysItIsMissing } from '../health/missing-phrases.ts'
import type { HeaderMap } from '../net/exchange.ts'
import { valuesOf } from '../net/transport/header-map.ts'
import type { Followed } from '../resolve/follow.ts'
import type { FetchedPage } from './page-notes.ts'

/** A page as it is handed on. */
export interface VisitedPage {
  readonly id: number
  /** The normalized URL, before it moves. */
  readonly url: string
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
  readonly reason: Reason
  readonly detail: string | null
}

/** A page that was read, or why it could not be. */
export type ReadPage = { readonly page: FetchedPage } | { readonly fault: PageFault }

export function readPage(answer: Followed, { accept, readDocument }: PageRules): ReadPage {
  const { url, headers } = answer
  const type = typeOf(headers)
  if (type !== null && !isWanted(type, accept)) return { fault: { reason: 'unsupported_type', detail: type } }
  try {
    return { page: { url, headers, document: readDocument(answer) } }
  } catch (error) {
    // One page that nobody thought of must not stop all others.
    return { fault: { reason: 'extract_failed', detail: messageOf(error) } }
  }
}

/** A page of its own kind is handed on; null where all is well. */
export async function checkPage(
  page: FetchedPage,
  visited: VisitedPage,
  { detectsSoft404, onPage }: PageRules,
): Promise<PageFault | null> {
  if (detectsSoft404 && isSoft404(page)) return { reason: 'soft_404', detail: titleOf(page) }
  try {
    await onPage(visited)
    return null
  } catch (error) {
    return { reason: 'downstream_failed', detail: messageOf(error) }
  }
}

/** Null where the server does not say. */
function typeOf(headers: HeaderMap): string | null {
  const type = valuesOf(headers, 'content-type')[0]?.split(';', 1)[0]?.trim().toLowerCase()
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

const titleOf = ({ document }: FetchedPage): string | null => (document.kind === 'page' ? document.title : null)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
