import { isAsset } from './asset.ts'
import type { ByteLog } from './byte-log.ts'
import { hashText } from './content-hash.ts'
import { NO_CONTENT } from './content-clusters.ts'
import type { CrawlRecord } from './types.ts'

const SIMHASH = /^[0-9a-f]{16}$/i
export const UINT32_RANGE = 0x1_0000_0000

/** The layout of a page: flags for the known fields, two numbers for the exact content, two for the simhash, then the URL. */
const [EXACT, SIMILAR, SIZE, ASSET] = [1, 2, 4, 8]
/** Bytes before the URL. */
export const HEADER_BYTES = 20

/** The content of a page as numbers. */
export interface Content {
  readonly exact: number
  readonly high: number
  readonly low: number
  readonly hasSimhash: number
  readonly isSize: number
  readonly isAsset: number
}

/** Appends a page to a log. */
export function addPage(pages: ByteLog, url: string, content: Content): void {
  const { exact, high, low, hasSimhash, isSize, isAsset } = content
  const known = (exact === NO_CONTENT ? 0 : EXACT) | (hasSimhash * SIMILAR) | (isSize * SIZE) | (isAsset * ASSET)
  pages.addNumber(known)
  pages.addNumber(Math.floor(Math.max(0, exact) / UINT32_RANGE))
  pages.addNumber(Math.max(0, exact) % UINT32_RANGE)
  pages.addNumber(high)
  pages.addNumber(low)
  pages.addText(url)
}

/** Reads the content of the page that begins at an offset of a log. */
export function readContent(pages: ByteLog, at: number): Content {
  const known = pages.readNumber(at)
  const exact = pages.readNumber(at + 4) * UINT32_RANGE + pages.readNumber(at + 8)
  return {
    exact: (known & EXACT) === 0 ? NO_CONTENT : exact,
    high: pages.readNumber(at + 12) | 0,
    low: pages.readNumber(at + 16) | 0,
    hasSimhash: (known & SIMILAR) === 0 ? 0 : 1,
    isSize: (known & SIZE) === 0 ? 0 : 1,
    isAsset: (known & ASSET) === 0 ? 0 : 1,
  }
}

export function toContent(url: string, record: CrawlRecord): Content {
  const simhash = record.simhash !== undefined && SIMHASH.test(record.simhash) ? record.simhash : null
  const hash = hashContent(record)
  const size = hash === NO_CONTENT ? hashSize(record) : NO_CONTENT
  return {
    exact: Math.max(hash, size),
    high: simhash === null ? 0 : Number.parseInt(simhash.slice(0, 8), 16) | 0,
    low: simhash === null ? 0 : Number.parseInt(simhash.slice(8), 16) | 0,
    hasSimhash: simhash === null ? 0 : 1,
    isSize: size === NO_CONTENT ? 0 : 1,
    isAsset: isAsset(url, record.mediaType) ? 1 : 0,
  }
}

const hashContent = ({ contentHash }: CrawlRecord): number =>
  contentHash !== undefined && contentHash !== '' ? hashText(contentHash) : NO_CONTENT

const hashSize = ({ simhash, size }: CrawlRecord): number =>
  simhash === undefined && size !== undefined && size > 0 ? hashText(`${size}`, 1) : NO_CONTENT
