import { Buffer } from 'node:buffer'
import { createStreamSource, type ByteSource, type OnWarning } from './byte-source.ts'
import { DataError, gunzip } from './gunzip.ts'
import { createReadError, IoError, readSystemCode } from './errors.ts'
import { createZstdDecompress } from 'node:zlib'
import { DECODER_OPTIONS, FrameInput } from './frame-input.ts'

export type Compression = 'gzip' | 'zstd'

const CHUNK_BYTES = 262_144

/** Looks at the content first: a renamed list can still be read, and a pipe has no name. */
export function detectCompression(head: Buffer, name: string): Compression | null {
  if (head.length >= 2 && head.readUInt16BE(0) === 0x1f_8b) return 'gzip'
  if (head.length >= 4 && head.readUInt32LE(0) === 0xfd_2f_b5_28) return 'zstd'
  if (name.endsWith('.gz')) return 'gzip'
  if (name.endsWith('.zst')) return 'zstd'
  return null
}

async function* readChunks(source: ByteSource): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const count = await source.fill(chunk, 0)
    if (count === 0) return
    yield chunk.subarray(0, count)
  }
}

/**
 * The decompressed bytes. Damage ends the run, after the lines before it were read. So does data behind the end of a gzip stream, unless there is
 * somebody to warn.
 */
export function decompress(source: ByteSource, kind: Compression, name: string, onWarning?: OnWarning): ByteSource {
  const chunks = readChunks(source)
  const warning = `${name}: Data follows the end of the gzip stream, and was not read. Remove it, or fetch the file again.`
  const onTrailing = onWarning === undefined ? undefined : () => onWarning(warning)
  const decoded = kind === 'gzip' ? gunzip(chunks, onTrailing) : unzstd(chunks)
  const plain = createStreamSource(decoded, () => source.consumed())
  return {
    async fill(target, at) {
      try {
        return await plain.fill(target, at)
      } catch (error) {
        throw createDamageError(name, kind, error)
      }
    },
    consumed: () => plain.consumed(),
  }
}

function createDamageError(name: string, kind: Compression, error: unknown): IoError {
  if (error instanceof IoError) return error
  if (!(error instanceof Error) || !isDataError(error)) return createReadError(name, error)
  return new IoError('io/damaged', {
    thing: `cannot read ${name}`,
    says: `Its ${kind} data is damaged (${error.message}). The lines before the damage were read${describeLoss(error)}.`,
    cause: error,
  })
}

/** A decoder that fails loses the output of its last step; if data only ends too early, it returns everything. */
function describeLoss(error: Error): string {
  const isWhole = error instanceof DataError || readSystemCode(error) === 'Z_BUF_ERROR'
  return isWhole ? '' : ', but up to 64 KiB of them may be missing'
}

function isDataError(error: Error): boolean {
  return error instanceof DataError || /^(?:Z_|ZSTD_)/.test(readSystemCode(error))
}

/**
 * Decodes every frame. The platform's decoder ends at the first frame's end and drops the rest without a word, but
 * `cat a.zst b.zst` and parallel compressors write many frames, so each gets a decoder of its own.
 */
export async function* unzstd(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const input = new FrameInput(chunks)
  while (await input.hasMore()) yield* input.decode(createZstdDecompress(DECODER_OPTIONS))
}
