import { Buffer } from 'node:buffer'
import { streamSource, type ByteSource } from './byte-source.ts'
import { DataError, gunzip } from './gunzip.ts'
import { cannotRead, IoError, systemCodeOf } from './errors.ts'
import { unzstd } from './unzstd.ts'

export type Compression = 'gzip' | 'zstd'

const CHUNK_BYTES = 262_144

/** By content first: a list that was renamed is read all the same, and a pipe has no name. */
export function compressionOf(head: Buffer, name: string): Compression | null {
  if (head.length >= 2 && head.readUInt16BE(0) === 0x1f_8b) return 'gzip'
  if (head.length >= 4 && head.readUInt32LE(0) === 0xfd_2f_b5_28) return 'zstd'
  if (name.endsWith('.gz')) return 'gzip'
  if (name.endsWith('.zst')) return 'zstd'
  return null
}

async function* chunksOf(source: ByteSource): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const count = await source.fill(chunk, 0)
    if (count === 0) return
    yield chunk.subarray(0, count)
  }
}

/** The bytes behind the compression; damage ends the run, after the lines before it. */
export function decompressed(source: ByteSource, kind: Compression, name: string): ByteSource {
  const chunks = chunksOf(source)
  const plain = streamSource(kind === 'gzip' ? gunzip(chunks) : unzstd(chunks), () => source.consumed())
  return {
    async fill(target, at) {
      try {
        return await plain.fill(target, at)
      } catch (error) {
        throw damaged(name, kind, error)
      }
    },
    consumed: () => plain.consumed(),
  }
}

function damaged(name: string, kind: Compression, error: unknown): IoError {
  if (error instanceof IoError) return error
  if (!(error instanceof Error) || !isOfData(error)) return cannotRead(name, error)
  return new IoError('io/damaged', {
    thing: `cannot read ${name}`,
    says: `Its ${kind} data is damaged (${error.message}); the lines before the damage were read${lossOf(error)}.`,
    cause: error,
  })
}

/** A decoder that fails takes the output of its last step with it; where data only ends too early it gives all it has. */
function lossOf(error: Error): string {
  const isWhole = error instanceof DataError || systemCodeOf(error) === 'Z_BUF_ERROR'
  return isWhole ? '' : ', but up to 64 KiB of them may be missing'
}

function isOfData(error: Error): boolean {
  return error instanceof DataError || /^(?:Z_|ZSTD_)/.test(systemCodeOf(error))
}
