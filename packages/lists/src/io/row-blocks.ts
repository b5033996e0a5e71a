import { Buffer } from 'node:buffer'
import type { BadRow } from './bad-row.ts'
import type { ByteSource } from './byte-source.ts'
import { IoError } from './errors.ts'
import type { Block, BlockReader } from './line-blocks.ts'
import { MAX_LINE_BYTES } from './line-errors.ts'
import { RowSorter } from './row-sorter.ts'
import type { TableDialect } from './table-dialect.ts'

const NEWLINE = 10

/** As for a line, with its line break. */
const MAX_ROW_BYTES = MAX_LINE_BYTES + 2

const NO_BYTES = Buffer.alloc(0)

export interface TableSource {
  /** What the table is called in messages. */
  readonly name: string
  readonly dialect: TableDialect
  /** A table is useless without its header: one that cannot be read is an error, while any other row is only left out. */
  readonly hasHeader: boolean
  /** The longest row that is read (default: 1 MiB); Infinity for a table that is known to have no bad rows. */
  readonly maxRowBytes?: number | undefined
}

/**
 * Cuts a table into blocks of whole rows: a newline in quotes does not end a row. Rows that cannot be read are taken out of their block, which
 * lists them. Must never hold more than one block and two rows in memory, so a row may have 1 MiB.
 */
export class RowBlocks implements BlockReader {
  readonly #source: ByteSource
  readonly #table: TableSource
  readonly #take: () => Buffer
  readonly #sorter: RowSorter
  readonly #maxRowBytes: number
  #carry: Buffer = NO_BYTES
  #isFirst = true
  #isEnd = false

  /** `take` returns memory for a block, which the receiver of the block may reuse. */
  constructor(source: ByteSource, table: TableSource, take: () => Buffer) {
    this.#source = source
    this.#table = table
    this.#take = take
    this.#maxRowBytes = table.maxRowBytes ?? MAX_ROW_BYTES
    this.#sorter = new RowSorter(table.dialect, this.#maxRowBytes)
  }

  async next(): Promise<Block | null> {
    if (this.#isEnd) return null
    const taken = this.#take()
    let bytes = taken.length > this.#carry.length ? taken : Buffer.allocUnsafeSlow(this.#carry.length + taken.length)
    let length = this.#carry.copy(bytes)
    for (;;) {
      if (length === bytes.length) bytes = growBuffer(bytes)
      const count = await this.#source.fill(bytes, length)
      length += count
      this.#isEnd = count === 0
      // Without a newline in it, what was added cannot end a row.
      const endsNoRow = length <= this.#maxRowBytes && !bytes.subarray(length - count, length).includes(NEWLINE)
      if (endsNoRow && !this.#isEnd) continue
      const { kept, done, bad } = this.#sorter.sort(bytes.subarray(0, length), this.#isEnd)
      if (bad.length > 0) this.#checkHeader(bad)
      if (kept > 0 || bad.length > 0) {
        this.#isFirst = false
        this.#carry = Buffer.from(bytes.subarray(done, length))
        return { bytes, length: kept, bad }
      }
      if (this.#isEnd) return null
      bytes.copyWithin(0, done, length)
      length -= done
    }
  }

  #checkHeader([first]: readonly BadRow[]): void {
    if (!this.#isFirst || !this.#table.hasHeader || first?.at !== 0) return
    throw new IoError('io/bad-row', {
      thing: `cannot read ${this.#table.name}`,
      says: 'Its header in line 1 has a quote that is not closed, or is longer than 1 MiB.',
      fix: 'Correct it, and run again.',
    })
  }
}

/** Makes room for more of the same row, which is read only up to the limit. */
function growBuffer(bytes: Buffer): Buffer {
  const larger = Buffer.allocUnsafeSlow(bytes.length * 2)
  bytes.copy(larger)
  return larger
}
