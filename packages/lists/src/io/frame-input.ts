import { Buffer } from 'node:buffer'
import type { Transform } from 'node:stream'

/** With a high-water mark of 1 a decoder continues only when its last output has been read. */
export const DECODER_OPTIONS = { chunkSize: 65_536, readableHighWaterMark: 1 }

/** Decodes one frame and counts the bytes it used. */
export interface FrameDecoder extends Transform {
  readonly bytesWritten: number
}

/**
 * Compressed data of many frames, one decoder each. Keeps the bytes that a decoder has not used, because the next frame starts
 * there. Only one frame may be decoded at a time.
 *
 * A decoder that fails drops output that was not read yet, so it must never run ahead of its reader. It does so as soon
 * as another chunk waits, or its input has ended: then it takes bytes of the next frame for its own, or finds that bytes are
 * missing. It is therefore given one chunk at a time, and its end only after the output of the last chunk was read. A pipeline
 * does neither.
 */
export class FrameInput {
  readonly #chunks: AsyncGenerator<Buffer>
  /** Bytes that no frame has used. */
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncGenerator<Buffer>) {
    this.#chunks = chunks
  }

  async hasMore(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next()
      if (next.done === true) return false
      this.#rest = next.value
    }
    return true
  }

  /** The next byte, or `null` at the end. */
  async byte(): Promise<number | null> {
    if (!(await this.hasMore())) return null
    const [byte = null] = this.#rest
    this.#use(1)
    return byte
  }

  /** Decodes the bytes up to the end of the frame. */
  async *decode(decoder: FrameDecoder): AsyncGenerator<Buffer> {
    const feeding = this.#feed(decoder).catch((error: unknown) => void decoder.destroy(error as Error))
    yield* decoder
    await feeding
  }

  async #feed(decoder: FrameDecoder): Promise<void> {
    while (await this.hasMore()) {
      const before = decoder.bytesWritten
      await writeChunk(decoder, this.#rest)
      this.#use(decoder.bytesWritten - before)
      const isOver = this.#rest.length > 0
      if (isOver) return
    }
    decoder.end()
  }

  #use(count: number): void {
    this.#rest = this.#rest.subarray(count)
  }
}

/** Resolves when the output of the chunk was read, or will never be read. A decoder whose frame has ended does not call back, it only closes. */
function writeChunk(decoder: FrameDecoder, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      decoder.off('close', done)
      resolve()
    }
    decoder.once('close', done)
    decoder.write(chunk, done)
  })
}
