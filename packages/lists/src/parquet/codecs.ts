import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import type { CompressionCodec } from 'hyparquet'
import { snappyUncompress } from 'hyparquet/src/snappy.js'
import type { writeDataPageV2 } from 'hyparquet-writer/src/datapage.js'
import { snappyCompress } from 'hyparquet-writer/src/snappy.js'
import type { PageMemory } from './page-memory.ts'

/** Decompresses a page of `length` bytes. The size of a page is known, so it cannot grow without limit. */
export function decompress(bytes: Uint8Array, length: number, codec: CompressionCodec, memory: PageMemory): Uint8Array {
  const page = codec === 'UNCOMPRESSED' ? bytes : (DECOMPRESSORS[codec]?.(bytes, length, memory) ?? new Uint8Array())
  if (page.length === length) return page
  throw new Error(`a page of ${page.length} bytes that should be ${length}`)
}

type Decompress = (bytes: Uint8Array, length: number, memory: PageMemory) => Uint8Array

// The library has Snappy, and Node has these.
const DECOMPRESSORS: Partial<Record<CompressionCodec, Decompress>> = {
  SNAPPY(bytes, length, memory) {
    const page = memory.take(length)
    snappyUncompress(bytes, page)
    return page
  },
  GZIP: (bytes, length, memory) => memory.keep(gunzipSync(bytes, limitTo(length))),
  ZSTD: (bytes, length, memory) => memory.keep(zstdDecompressSync(bytes, limitTo(length))),
  BROTLI: (bytes, length, memory) => memory.keep(brotliDecompressSync(bytes, limitTo(length))),
}

/** In one piece: Node would join pieces, which takes the memory twice. One byte more, or it would make room for a second piece. */
const limitTo = (length: number): { readonly maxOutputLength: number; readonly chunkSize: number } => ({
  maxOutputLength: Math.max(1, length),
  chunkSize: Math.max(64, length + 1),
})

/** Brotli's default quality takes a hundred times as long as the others. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export const COMPRESSORS: Parameters<typeof writeDataPageV2>[0]['column']['compressors'] = {
  SNAPPY: snappyCompress,
  GZIP: (bytes) => gzipSync(bytes),
  ZSTD: (bytes) => zstdCompressSync(bytes),
  BROTLI: (bytes) => brotliCompressSync(bytes, BROTLI_OPTIONS),
}

/** Whether pages in this compression can be read and written. */
export function isKnownCodec(codec: CompressionCodec): boolean {
  return codec === 'UNCOMPRESSED' || codec in COMPRESSORS
}
