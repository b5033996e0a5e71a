import { Buffer } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { streamSource, type ByteSource } from './byte-source.ts'
import { cannotRead, RunError } from './run-error.ts'
import { DECODER_OPTIONS, unzstd } from './unzstd.ts'

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

function gunzip(chunks: AsyncGenerator<Buffer>): Readable {
  const decoder = createGunzip(DECODER_OPTIONS)
  pipeline(Readable.from(chunks, { objectMode: false }), decoder, () => undefined)
  return decoder
}

/** The bytes behind the compression; damage ends the run, after the lines before it. */
export function decompressed(source: ByteSource, kind: Compression, name: string): ByteSource {
  const chunks = chunksOf(source)
  const stream = kind === 'gzip' ? gunzip(chunks) : Readable.from(unzstd(chunks), { objectMode: false })
  const plain = streamSource(stream, () => source.consumed())
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

function damaged(name: string, kind: Compression, error: unknown): RunError {
  if (error instanceof RunError) return error
  if (!(error instanceof Error) || !('errno' in error) || !isZlibCode(error)) return cannotRead(name, error)
  return new RunError(
    `cannot read ${name}: its ${kind} data is damaged (${error.message}); the lines before the damage were processed; fetch or write the file again`,
    3,
    error,
  )
}

function isZlibCode(error: Error): boolean {
  return 'code' in error && /^(?:Z_|ZSTD_)/.test(String(error.code))
}
