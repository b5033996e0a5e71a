import { Buffer } from 'node:buffer'
import type { LinkType } from '@canonist/core'
import { STORED_BYTES } from '../stored-hash.ts'
import { LINK_TYPES, NOT_FIRST, PAIR_BYTES, TEXTS_PER_URL, type PackedUrls } from './packed-urls.ts'
import type { CanonicalUrl, FetchUrl, RawUrl, KeyBytes } from '../../text/stages.ts'

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

/** Yields URLs one by one, so that they are never all in memory as objects. */
export function* unpackUrls(packed: PackedUrls): Generator<UnpackedUrl> {
  const { counts, ends } = packed
  const texts = Buffer.from(packed.texts.buffer)
  let start = 0
  const readNextText = (index: number): string | null => {
    const end = ends[index] ?? start
    const text = end === start ? null : texts.toString('utf8', start, end)
    start = end
    return text
  }
  for (let at = 0; at < counts.length; at++) {
    const index = at * TEXTS_PER_URL
    yield {
      ...readHashes(packed, at),
      count: counts[at] ?? 0,
      rawUrl: (readNextText(index) ?? '') as RawUrl,
      fragment: readNextText(index + 1),
      page: readPackedPage(
        packed,
        at,
        readNextText(index + 2) as CanonicalUrl | null,
        readNextText(index + 3) as FetchUrl | null,
      ),
    }
  }
}

function readHashes({ hashes }: PackedUrls, at: number): Pick<UnpackedUrl, 'key' | 'rawHash'> {
  const start = at * PAIR_BYTES
  const middle = start + STORED_BYTES
  return {
    key: hashes.subarray(start, middle) as Uint8Array as KeyBytes,
    rawHash: hashes.subarray(middle, start + PAIR_BYTES),
  }
}

function readPackedPage(
  { hostNumbers, linkTypes, clean }: PackedUrls,
  at: number,
  canonicalUrl: CanonicalUrl | null,
  fetchUrl: FetchUrl | null,
): PackedPage | null {
  const hostNumber = hostNumbers[at] ?? NOT_FIRST
  if (hostNumber === NOT_FIRST) return null
  const linkType = LINK_TYPES[linkTypes[at] ?? 0] ?? 'informative'
  return { canonicalUrl, fetchUrl, hostNumber, linkType, isClean: clean[at] === 1 }
}
