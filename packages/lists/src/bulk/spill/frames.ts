import { Buffer } from 'node:buffer'
import type { Sink } from '../../io/sink.ts'
import { readChunks, type AppendFile } from './append-file.ts'

const HEADER_BYTES = 16
const CHUNK_BYTES = 65_536

/** A file of texts of any length. Before each text are its length and the number by which files are merged. */
export function appendFrameHeader(file: AppendFile, sequence: number, length: number): void {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeDoubleLE(sequence, 0)
  header.writeDoubleLE(length, 8)
  file.append(header)
}

/** Reads a file of frames. A frame is passed on in pieces, because it may be larger than memory. */
class FrameReader {
  readonly #chunks: Generator<Buffer>
  #chunk: Buffer = Buffer.alloc(0)
  #at = 0
  /** The number of the next frame; Infinity at the end. */
  sequence = 0
  length = 0

  constructor(path: string) {
    this.#chunks = readChunks(path, CHUNK_BYTES)
    this.#readHeader()
  }

  async passOn(write: (bytes: Buffer) => Promise<void> | void): Promise<void> {
    for (let left = this.length; left > 0;) {
      const piece = this.#take(left)
      if (piece === null) throw new Error('a temporary file is shorter than it was written')
      await write(piece)
      left -= piece.length
    }
    this.#readHeader()
  }

  #readHeader(): void {
    const header = Buffer.alloc(HEADER_BYTES)
    for (let length = 0; length < HEADER_BYTES;) {
      const piece = this.#take(HEADER_BYTES - length)
      if (piece === null) {
        this.sequence = Infinity
        return
      }
      length += piece.copy(header, length)
    }
    this.sequence = header.readDoubleLE(0)
    this.length = header.readDoubleLE(8)
  }

  /** At most so many of the next bytes. */
  #take(most: number): Buffer | null {
    if (this.#at === this.#chunk.length) {
      const next = this.#chunks.next()
      if (next.done === true) return null
      this.#chunk = next.value
      this.#at = 0
    }
    const piece = this.#chunk.subarray(this.#at, this.#at + Math.min(most, this.#chunk.length - this.#at))
    this.#at += piece.length
    return piece
  }
}

/** Gives the frames of all files in order of their numbers; each must be passed on before the next is asked for. */
function* mergeReaders(paths: readonly string[]): Generator<FrameReader> {
  const readers = paths.map((path) => new FrameReader(path))
  for (;;) {
    let first: FrameReader | null = null
    for (const reader of readers) if (reader.sequence < (first?.sequence ?? Infinity)) first = reader
    if (first === null) return
    yield first
  }
}

/** Merges files of frames into one. */
export async function mergeIntoFile(paths: readonly string[], file: AppendFile): Promise<void> {
  for (const reader of mergeReaders(paths)) {
    appendFrameHeader(file, reader.sequence, reader.length)
    await reader.passOn((bytes) => file.append(bytes))
  }
  file.flush()
}

const OUTPUT_BYTES = 262_144

/** Writes the texts of all files in order. Returns how many there are. */
export async function mergeIntoSink(paths: readonly string[], sink: Sink): Promise<number> {
  const output = Buffer.allocUnsafeSlow(OUTPUT_BYTES)
  let [length, count] = [0, 0]
  for (const reader of mergeReaders(paths)) {
    count += 1
    await reader.passOn(async (bytes) => {
      if (length + bytes.length > output.length) {
        await sink.write(output.subarray(0, length))
        length = 0
      }
      length += bytes.copy(output, length)
    })
  }
  if (length > 0) await sink.write(output.subarray(0, length))
  return count
}
