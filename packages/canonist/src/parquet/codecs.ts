import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import type { CompressionCodec, Compressors as Decompressors } from 'hyparquet'
import type { writeDataPageV2 } from 'hyparquet-writer/src/datapage.js'
import { snappyCompress } from 'hyparquet-writer/src/snappy.js'

// The library has Snappy, and Node has these. The size of a page is known, so it cannot grow without limit.
export const DECOMPRESSORS: Decompressors = {
  GZIP: (bytes, length) => gunzipSync(bytes, { maxOutputLength: Math.max(1, length) }),
  ZSTD: (bytes, length) => zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, length) }),
}

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
