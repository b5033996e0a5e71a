import { pipeline, Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'

/**
 * With a high-water mark of 1 a decoder goes on only when its last output has been taken, so that a damaged end cannot
 * destroy the stream while good lines still wait in its buffer.
 */
export const DECODER_OPTIONS = { chunkSize: 65_536, readableHighWaterMark: 1 }

/**
 * Decodes every frame. The platform's decoder ends at the first frame's end and drops the rest without a word, but
 * `cat a.zst b.zst` and parallel compressors write many frames, so each gets a decoder of its own.
 */
export async function* unzstd(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const input = new Replayable(chunks)
  while (await input.hasMore()) {
    const decoder = createZstdDecompress(DECODER_OPTIONS)
    const used = (): number => decoder.bytesWritten
    pipeline(Readable.from(input.replay(used), { objectMode: false }), decoder, () => undefined)
    yield* decoder
    input.restart(used())
  }
}

/** Keeps the chunks that a decoder has not used up yet: the next frame starts in them. */
class Replayable {
  readonly #chunks: AsyncGenerator<Buffer>
  readonly #kept: Buffer[] = []
  /** Bytes of this frame that are no longer kept. */
  #dropped = 0

  constructor(chunks: AsyncGenerator<Buffer>) {
    this.#chunks = chunks
  }

  async hasMore(): Promise<boolean> {
    return this.#kept.length > 0 || (await this.#take()) || this.#kept.length > 0
  }

  async *replay(used: () => number): AsyncGenerator<Buffer> {
    let sent = 0
    for (;;) {
      sent -= this.#drop(used())
      if (sent === this.#kept.length && !(await this.#take())) return
      const chunk = this.#kept[sent]
      if (chunk !== undefined) yield chunk
      sent += 1
    }
  }

  /** The next frame begins after `used` bytes of what this one was given. */
  restart(used: number): void {
    this.#drop(used)
    const first = this.#kept[0]
    if (first !== undefined) this.#kept[0] = first.subarray(used - this.#dropped)
    this.#dropped = 0
  }

  async #take(): Promise<boolean> {
    const next = await this.#chunks.next()
    if (next.done === true) return false
    this.#kept.push(next.value)
    return true
  }

  /** Lets go of the chunks that are used up and tells how many those were. */
  #drop(used: number): number {
    let count = 0
    for (let first = this.#kept[0]; first !== undefined; first = this.#kept[0]) {
      if (this.#dropped + first.length > used) break
      this.#dropped += first.length
      this.#kept.shift()
      count += 1
    }
    return count
  }
}
