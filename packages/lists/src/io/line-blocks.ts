import { Buffer } from 'node:buffer'
import type { BadRow } from './bad-row.ts'
import type { ByteSource } from './byte-source.ts'
import { MAX_LINE_BYTES } from './line-errors.ts'

/** Large enough that the price of a block is spread over thousands of lines, small enough for the processor's cache. */
export const BLOCK_BYTES = 524_288

const NEWLINE = 10

/** Too long even if the last byte is the CR of a CRLF. */
const KEPT_OF_TOO_LONG = MAX_LINE_BYTES + 2

const NO_BYTES = Buffer.alloc(0)

/** Whole lines: every line that begins in it ends in it. Only the last one of an input may lack its newline. */
export interface Block {
  readonly bytes: Buffer
  readonly length: number
  /** Rows of a table that cannot be read, and are left out of the bytes. */
  readonly bad?: readonly BadRow[] | undefined
}

/** Gives the blocks of an input in order, then `null`. */
export interface BlockReader {
  next(): Promise<Block | null>
}

/** Cuts a source into blocks of whole lines. A line that is too long is cut at the limit. Must never hold more than one block and one line in memory. */
export class LineBlocks implements BlockReader {
  readonly #source: ByteSource
  readonly #take: () => Buffer
  #carry: Buffer = NO_BYTES
  #isEnd = false

  /** `take` returns memory for a block, which the receiver of the block may reuse. */
  constructor(source: ByteSource, take: () => Buffer) {
    this.#source = source
    this.#take = take
  }

  async next(): Promise<Block | null> {
    if (this.#isEnd) return null
    let bytes = this.#takeFor(this.#carry)
    let length = this.#carry.copy(bytes)
    // The rest after a line that was too long may hold whole lines.
    const whole = this.#carry.lastIndexOf(NEWLINE) + 1
    if (whole > 0) return this.#cut(bytes, whole, length)
    for (;;) {
      if (length === bytes.length) bytes = growBuffer(bytes)
      const count = await this.#source.fill(bytes, length)
      if (count === 0) return this.#last(bytes, length)
      const added = bytes.subarray(length, length + count)
      const lastNewline = added.lastIndexOf(NEWLINE)
      if (lastNewline >= 0) return this.#cut(bytes, length + lastNewline + 1, length + count)
      length += count
      if (length >= KEPT_OF_TOO_LONG) return this.#skipLine(bytes)
    }
  }

  /** The beginning of a long line may be longer than a block. */
  #takeFor(carry: Buffer): Buffer {
    const bytes = this.#take()
    return bytes.length > carry.length ? bytes : Buffer.allocUnsafeSlow(carry.length + bytes.length)
  }

  #cut(bytes: Buffer, end: number, length: number): Block {
    this.#carry = Buffer.from(bytes.subarray(end, length))
    return { bytes, length: end }
  }

  #last(bytes: Buffer, length: number): Block | null {
    this.#isEnd = true
    this.#carry = NO_BYTES
    return length === 0 ? null : { bytes, length }
  }

  /** Keeps enough to show that the line is too long and skips the rest of it. */
  async #skipLine(line: Buffer): Promise<Block> {
    const bytes = line.length > KEPT_OF_TOO_LONG ? line : growBuffer(line)
    const rest = Buffer.allocUnsafe(65_536)
    for (;;) {
      const count = await this.#source.fill(rest, 0)
      const newline = rest.subarray(0, count).indexOf(NEWLINE)
      if (count > 0 && newline < 0) continue
      bytes[KEPT_OF_TOO_LONG] = NEWLINE
      this.#carry = Buffer.from(rest.subarray(newline + 1, count))
      this.#isEnd = count === 0
      return { bytes, length: KEPT_OF_TOO_LONG + 1 }
    }
  }
}

/** Makes room for more of the same line, which is read only up to the limit. */
function growBuffer(bytes: Buffer): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(bytes.length + 65_536, Math.min(bytes.length * 2, MAX_LINE_BYTES)))
  bytes.copy(larger)
  return larger
}
