import { Buffer } from 'node:buffer'
import type { ByteSource } from '@canonist/lists/internal/io/byte-source'

const NEWLINE = 10
const CAPACITY = 262_144

/** Reads lines and ranges of bytes from a source, in bounded memory. */
export class ByteReader {
  readonly #source: ByteSource
  readonly #bytes = Buffer.allocUnsafeSlow(CAPACITY)
  #start = 0
  #end = 0
  /** How many bytes were read. */
  position = 0

  constructor(source: ByteSource) {
    this.#source = source
  }

  /** The next line without its line break; null at the end. A line that does not fit into memory is cut. */
  async readLine(): Promise<string | null> {
    for (;;) {
      const newline = this.#bytes.subarray(0, this.#end).indexOf(NEWLINE, this.#start)
      if (newline >= 0) return this.#take(newline + 1 - this.#start).replace(/\r*\n$/, '')
      const held = this.#end - this.#start
      if (held === CAPACITY || !(await this.#fill())) return held === 0 ? null : this.#take(held)
    }
  }

  /** Passes the next bytes to `use`, piece by piece; each piece is valid during the call only. Returns how many there were. */
  async read(count: number, use: (bytes: Buffer) => void): Promise<number> {
    let left = count
    while (left > 0) {
      if (this.#start === this.#end && !(await this.#fill())) break
      const length = Math.min(left, this.#end - this.#start)
      use(this.#bytes.subarray(this.#start, this.#start + length))
      this.#pass(length)
      left -= length
    }
    return count - left
  }

  #take(length: number): string {
    const text = this.#bytes.toString('utf8', this.#start, this.#start + length)
    this.#pass(length)
    return text
  }

  #pass(length: number): void {
    this.#start += length
    this.position += length
  }

  async #fill(): Promise<boolean> {
    if (this.#start > 0) {
      this.#bytes.copyWithin(0, this.#start, this.#end)
      this.#end -= this.#start
      this.#start = 0
    }
    const count = await this.#source.fill(this.#bytes, this.#end)
    this.#end += count
    return count > 0
  }
}
