import type { ByteLog } from './byte-log.ts'
import { hashText } from './content-hash.ts'
import { NO_CONTENT } from './content-clusters.ts'
import type { CrawlRecord } from './types.ts'

/** Files that belong to pages. Documents such as PDF are pages of their own. */
const ASSET_EXTENSION =
  /\.(?:css|m?js|cjs|map|png|jpe?g|gif|svgz?|webp|avif|bmp|ico|cur|tiff?|woff2?|ttf|otf|eot|mp[34]|m4[av]|og[gav]|webm|wav|flac|aac|avi|mov|mkv|flv|swf|wasm|m3u8|vtt)$/i
const ASSET_TYPE =
  /^(?:image|font|audio|video)\/|^text\/(?:css|vtt)\b|\/(?:x-)?(?:java|ecma)script\b|^application\/(?:wasm|(?:x-)?font|vnd\.ms-fontobject|x-shockwave-flash)/i

/**
 * Whether a URL is that of a stylesheet, script, image or similar file. Pages share these, so they prove nothing about pages.
 * The media type decides if it is known.
 */
function isAsset(url: string, mediaType: string | undefined): boolean {
  if (mediaType !== undefined && mediaType !== '') return ASSET_TYPE.test(mediaType)
  const [path = ''] = url.split(/[?#]/, 1)
  return ASSET_EXTENSION.test(path)
}

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
