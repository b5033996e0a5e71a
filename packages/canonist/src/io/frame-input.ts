import { pipeline, Readable, type Transform } from 'node:stream'

/**
 * With a high-water mark of 1 a decoder continues only when its last output has been read, so that a damaged end cannot
 * destroy the stream while good lines still wait in its buffer.
 */
export const DECODER_OPTIONS = { chunkSize: 65_536, readableHighWaterMark: 1 }

/** Decodes one frame and counts the bytes it used. */
export interface FrameDecoder extends Transform {
  readonly bytesWritten: number
}

/** Compressed data of many frames, one decoder each. Keeps the bytes that a decoder has not used, because the next frame starts there. Only one frame may be decoded at a time. */
export class FrameInput {
  readonly #chunks: AsyncGenerator<Buffer>
  readonly #kept: Buffer[] = []
  /** Bytes of this frame that are no longer kept. */
  #dropped = 0
  #frame = 0

  constructor(chunks: AsyncGenerator<Buffer>) {
    this.#chunks = chunks
  }

  async hasMore(): Promise<boolean> {
    return this.#kept.length > 0 || (await this.#take()) || this.#kept.length > 0
  }

  /** The next byte, or `null` at the end. */
  async byte(): Promise<number | null> {
    if (!(await this.hasMore())) return null
    const [first] = this.#kept
    const byte = first?.[0] ?? null
    this.#restart(1)
    return byte
  }

  /** Decodes the bytes up to the end of the frame. */
  async *decode(decoder: FrameDecoder): AsyncGenerator<Buffer> {
    const used = (): number => decoder.bytesWritten
    pipeline(Readable.from(this.#replay(used), { objectMode: false }), decoder, () => undefined)
    yield* decoder
    this.#restart(used())
  }

  async *#replay(used: () => number): AsyncGenerator<Buffer> {
    const frame = this.#frame
    let sent = 0
    // A stream that reads ahead may ask again after its frame has ended.
    while (frame === this.#frame) {
      sent -= this.#drop(used())
      if (sent === this.#kept.length && !(await this.#take())) return
      const chunk = this.#kept[sent]
      if (chunk !== undefined) yield chunk
      sent += 1
    }
  }

  /** The next frame begins after `used` bytes of what this one was given. */
  #restart(used: number): void {
    this.#drop(used)
    const first = this.#kept[0]
    if (first !== undefined) this.#kept[0] = first.subarray(used - this.#dropped)
    this.#dropped = 0
    this.#frame += 1
  }

  async #take(): Promise<boolean> {
    const next = await this.#chunks.next()
    if (next.done === true) return false
    this.#kept.push(next.value)
    return true
  }

  /** Drops the chunks that are used up and returns how many there were. */
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
