import type { LinkType } from '@canonist/core'
import { LINK_TYPES, NOT_FIRST, type PackedUrls } from './packed-urls.ts'
import { UrlReader } from './url-reader.ts'
import type { CanonicalUrl, FetchUrl, RawUrl, KeyBytes } from '@canonist/core/internal/text/stages'

/** The stored fields of a page. */
export interface PackedPage {
  /** Null if it is the raw URL. */
  readonly canonicalUrl: CanonicalUrl | null
  /** Null if it is the canonical URL. */
  readonly fetchUrl: FetchUrl | null
  /** The index in `hosts`. */
  readonly hostNumber: number
  readonly linkType: LinkType
  /** Whether the fetch URL is the canonical URL itself. */
  readonly isClean: boolean
}

export interface UnpackedUrl {
  readonly rawUrl: RawUrl
  readonly fragment: string | null
  readonly key: KeyBytes
  readonly rawHash: Uint8Array
  readonly count: number
  /** Only on the first URL with its key. */
  readonly page: PackedPage | null
}

/**
 * Yields URLs one by one, so that they are never all in memory as objects.
 *
 * @param isWanted by index; default: all
 */
export function* unpackUrls(
  packed: PackedUrls,
  isWanted: (at: number) => boolean = () => true,
): Generator<UnpackedUrl> {
  const reader = new UrlReader(packed)
  for (let at = 0; at < packed.counts.length; at++) {
    if (!isWanted(at)) continue
    yield {
      key: reader.readKey(at),
      rawHash: reader.readRawHash(at),
      count: packed.counts[at] ?? 0,
      rawUrl: reader.readRawUrl(at),
      fragment: reader.readFragment(at),
      page: readPage(packed, reader, at),
    }
  }
}

function readPage({ hostNumbers, linkTypes, clean }: PackedUrls, reader: UrlReader, at: number): PackedPage | null {
  const hostNumber = hostNumbers[at] ?? NOT_FIRST
  if (hostNumber === NOT_FIRST) return null
  return {
    canonicalUrl: reader.readCanonicalUrl(at),
    fetchUrl: reader.readFetchUrl(at),
    hostNumber,
    linkType: LINK_TYPES[linkTypes[at] ?? 0] ?? 'informative',
    isClean: clean[at] === 1,
  }
}
