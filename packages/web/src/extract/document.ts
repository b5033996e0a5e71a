import type { CommonDocument } from './common-document.ts'
import type { FeedDocument } from './feed/feed-document.ts'
import { readFeed } from './feed/read-feed.ts'
import { listValues, type Headers } from './headers.ts'
import { readLinkHeader } from './link-header.ts'
import type { PageDocument } from './page/page-document.ts'
import { readPage } from './page/read-page.ts'
import { sniffKind } from './sniff-kind.ts'
import { decodeText, isTooLong } from './text/decode-text.ts'

/** A response, as it came. */
export interface RawDocument {
  /** Absolute; where the response came from. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Headers
  readonly body: Uint8Array
  /** Whether the body is only the beginning of what the server has. */
  readonly isCut?: boolean
}

/** Neither feed nor page: a picture, a text, data. */
export interface OtherDocument extends CommonDocument {
  readonly kind: 'other'
}

export type Document = FeedDocument | PageDocument | OtherDocument
export type { FeedDocument } from './feed/feed-document.ts'
export type { PageDocument } from './page/page-document.ts'

/**
 * Reads a document: its kind, by its content and not by its Content-Type, and its claims. Never throws: from a broken document
 * it returns what can be read.
 *
 * @example
 * const body = new TextEncoder().encode('<html><title>Hello</title>')
 * readDocument({ url: 'https://example.com/', headers: {}, body }).kind // 'page'
 */
export function readDocument({ url, headers, body, ...given }: RawDocument): Document {
  const isCut = given.isCut === true || isTooLong(body)
  const { text, asOldPage } = decodeText(body, headers, isCut)
  const common = { text, linkHeader: readLinkHeader(listValues(headers, 'link'), url), isCut }
  const kind = sniffKind(text)
  if (kind === 'page') return readPage({ ...common, text: asOldPage() }, url)
  const feed = kind === 'other' ? null : readFeed(common, kind, url)
  return feed ?? { ...common, kind: 'other' }
}
