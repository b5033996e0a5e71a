import { Buffer } from 'node:buffer'
import type { ByteSource } from '../io/byte-source.ts'
import { IoError } from '../io/errors.ts'
import { BLOCK_BYTES, type Block, type BlockReader } from '../io/line-blocks.ts'

const NEWLINE = 10

/** No engine sends larger chunks; a larger number means that the header is data. */
const MAX_ROWS = 100_000_000

/**
 * Rows in chunks, each after a line with the number of its rows, as ClickHouse sends them (`send_chunk_header`). A chunk is one
 * block, so that its rows are written at once: the engine waits for all of them before it sends more.
 */
export class ChunkBlocks implements BlockReader {
  readonly #source: ByteSource
  /** Bytes that were read but not returned yet. */
  #bytes: Buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  #start = 0
  #end = 0

  constructor(source: ByteSource) {
    this.#source = source
  }

  async next(): Promise<Block | null> {
    if (this.#start === this.#end && !(await this.#fill())) return null
    const header = await this.#readUntil(1)
    const text = this.#bytes.toString('latin1', this.#start, this.#start + header).trim()
    const rows = /^\d{1,9}$/.test(text) ? Number(text) : -1
    if (rows < 0 || rows > MAX_ROWS) throw createHeaderError(text)
    this.#start += header
    const length = await this.#readUntil(rows)
    const bytes = Buffer.from(this.#bytes.subarray(this.#start, this.#start + length))
    this.#start += length
    return { bytes, length }
  }

  /**
   * Reads until this many lines are complete; returns their length. The last line of the input may lack its newline, unless it is
   * empty: then it looks like a missing one.
   */
  async #readUntil(lines: number): Promise<number> {
    let [found, at] = [0, this.#start]
    for (;;) {
      while (found < lines) {
        const newline = this.#bytes.subarray(0, this.#end).indexOf(NEWLINE, at)
        if (newline < 0) break
        at = newline + 1
        found += 1
      }
      if (found === lines) return at - this.#start
      const searched = this.#end - this.#start
      if (!(await this.#fill())) {
        if (found + 1 === lines && this.#hasOpenLine()) return searched
        throw createEndError(lines, found)
      }
      at = this.#start + searched
    }
  }

  #hasOpenLine(): boolean {
    return this.#start < this.#end && this.#bytes[this.#end - 1] !== NEWLINE
  }

  async #fill(): Promise<boolean> {
    if (this.#end === this.#bytes.length) {
      const held = this.#end - this.#start
      const room = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, held * 2))
      this.#bytes.copy(room, 0, this.#start, this.#end)
      ;[this.#bytes, this.#start, this.#end] = [room, 0, held]
    }
    const count = await this.#source.fill(this.#bytes, this.#end)
    this.#end += count
    return count > 0
  }
}

/** The engine ended in the middle of a chunk, so nothing waits for its rows. */
function createEndError(wanted: number, found: number): IoError {
  return new IoError('io/bad-row', {
    thing: 'cannot read stdin',
    says: `It ended after ${found} of the ${wanted} rows of a chunk.`,
    fix: 'Check the process that writes to it.',
  })
}

function createHeaderError(text: string): IoError {
  return new IoError('io/bad-row', {
    thing: 'cannot read stdin',
    says: `The first line of a chunk must be the number of its rows, not ${JSON.stringify(text.slice(0, 40))}.`,
    fix: 'Leave out --chunk-header, or set send_chunk_header in the engine.',
  })
}
