import { Buffer } from 'node:buffer'
import type { ByteSource } from './byte-source.ts'
import { IoError } from './errors.ts'
import type { Block, BlockReader } from './line-blocks.ts'
import { MAX_LINE_BYTES } from './line-errors.ts'
import type { TableDialect } from './table-dialect.ts'

const NEWLINE = 10
const QUOTE = 34

/** As for a line, with its line break. */
const MAX_ROW_BYTES = MAX_LINE_BYTES + 2

const NO_BYTES = Buffer.alloc(0)

/**
 * Cuts a table into blocks of whole rows: a newline in quotes does not end a row. Must never hold more than one block and one row in
 * memory, so a row may have 1 MiB; a quote that is never closed ends the reading there instead of taking the rest of the file.
 */
export class RowBlocks implements BlockReader {
  readonly #source: ByteSource
  readonly #name: string
  readonly #delimiter: number
  readonly #hasQuotes: boolean
  readonly #take: () => Buffer
  readonly #maxRowBytes: number
  #carry: Buffer = NO_BYTES
  #isEnd = false
  #failure: IoError | null = null
  #lines = 0

  /** `take` returns memory for a block, which the receiver of the block may reuse. */
  constructor(
    source: ByteSource,
    name: string,
    { delimiter, hasQuotes }: TableDialect,
    take: () => Buffer,
    maxRowBytes = MAX_ROW_BYTES,
  ) {
    this.#source = source
    this.#name = name
    this.#delimiter = delimiter.charCodeAt(0)
    this.#hasQuotes = hasQuotes
    this.#take = take
    this.#maxRowBytes = maxRowBytes
  }

  async next(): Promise<Block | null> {
    if (this.#failure !== null) throw this.#failure
    if (this.#isEnd) return null
    const taken = this.#take()
    let bytes = taken.length > this.#carry.length ? taken : Buffer.allocUnsafeSlow(this.#carry.length + taken.length)
    let length = this.#carry.copy(bytes)
    for (;;) {
      if (length === bytes.length) bytes = growBuffer(bytes)
      const count = await this.#source.fill(bytes, length)
      if (count === 0) return this.#last(bytes, length)
      length += count
      // Without a newline in it, what was added cannot end a row.
      if (bytes.subarray(length - count, length).includes(NEWLINE)) {
        const { firstEnd, end } = this.#findRows(bytes, length)
        if (firstEnd > this.#maxRowBytes) return this.#failTooLong(bytes, 0, firstEnd)
        if (end > 0) return this.#cut(bytes, end, length)
      }
      if (length > this.#maxRowBytes) return this.#failTooLong(bytes, 0, length)
    }
  }

  #cut(bytes: Buffer, end: number, length: number): Block {
    this.#carry = Buffer.from(bytes.subarray(end, length))
    this.#lines += countNewlines(bytes, end)
    return { bytes, length: end }
  }

  #last(bytes: Buffer, length: number): Block | null {
    this.#isEnd = true
    const { end, isOpen } = this.#findRows(bytes, length)
    if (isOpen) return this.#fail(bytes, end, NOT_CLOSED)
    if (length - end > this.#maxRowBytes) return this.#failTooLong(bytes, end, length)
    return length === 0 ? null : { bytes, length }
  }

  #failTooLong(bytes: Buffer, start: number, end: number): Block | null {
    const row = bytes.subarray(start, end)
    const hasQuotedCell = this.#hasQuotes && this.#findQuotedCell(row, 0) < row.length
    return this.#fail(bytes, start, hasQuotedCell ? TOO_LONG_IN_QUOTES : TOO_LONG)
  }

  /** Gives the rows before the bad one; the next call throws. */
  #fail(bytes: Buffer, end: number, { says, fix }: RowFault): Block | null {
    const line = this.#lines + countNewlines(bytes, end) + 1
    this.#failure = new IoError('io/bad-row', {
      thing: `cannot read ${this.#name}`,
      says: `The row that begins in line ${line} ${says}`,
      fix,
    })
    if (end === 0) throw this.#failure
    return { bytes, length: end }
  }

  #findRows(bytes: Buffer, length: number): FoundRows {
    const used = bytes.subarray(0, length)
    if (!this.#hasQuotes || !used.includes(QUOTE)) {
      return { firstEnd: used.indexOf(NEWLINE) + 1, end: used.lastIndexOf(NEWLINE) + 1, isOpen: false }
    }
    // Goes from one cell in quotes to the next, because looking at every byte would cost more than all work on the rows.
    let [firstEnd, end, at] = [0, 0, 0]
    for (;;) {
      const open = this.#findQuotedCell(used, at)
      const lastEnd = findLastRowEnd(used, at, open)
      if (lastEnd > 0 && firstEnd === 0) firstEnd = used.indexOf(NEWLINE, at) + 1
      if (lastEnd > 0) end = lastEnd
      if (open === length) return { firstEnd, end, isOpen: false }
      const closed = skipQuoted(used, open)
      if (closed < 0) return { firstEnd, end, isOpen: true }
      at = closed
    }
  }

  /** Where the next cell in quotes begins; the end of the bytes if there is none. */
  #findQuotedCell(bytes: Buffer, from: number): number {
    let at = bytes.indexOf(QUOTE, from)
    while (at > 0 && bytes[at - 1] !== NEWLINE && bytes[at - 1] !== this.#delimiter) at = bytes.indexOf(QUOTE, at + 1)
    return at < 0 ? bytes.length : at
  }
}

/** The place after the last newline between two places; 0 if there is none. */
function findLastRowEnd(bytes: Buffer, from: number, to: number): number {
  for (let at = to; at > from; at -= 1) if (bytes[at - 1] === NEWLINE) return at
  return 0
}

/** The whole rows of a block. */
interface FoundRows {
  /** The end of the first one; 0 if there is none. */
  readonly firstEnd: number
  /** The end of the last one. */
  readonly end: number
  /** Whether a quote after it is still open. */
  readonly isOpen: boolean
}

/** The place after the closing quote of the cell that opens at `open`; -1 if it is not closed. */
function skipQuoted(bytes: Buffer, open: number): number {
  let at = bytes.indexOf(QUOTE, open + 1)
  while (at >= 0 && bytes[at + 1] === QUOTE) at = bytes.indexOf(QUOTE, at + 2)
  return at < 0 ? -1 : at + 1
}

function countNewlines(bytes: Buffer, end: number): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < end; at = bytes.indexOf(NEWLINE, at + 1)) count += 1
  return count
}

/** Makes room for more of the same row, which is read only up to the limit. */
function growBuffer(bytes: Buffer): Buffer {
  const larger = Buffer.allocUnsafeSlow(bytes.length * 2)
  bytes.copy(larger)
  return larger
}

interface RowFault {
  readonly says: string
  readonly fix: string
}

const FIX = 'lose it, or write "" for a quote inside a cell, and run again.'
const NOT_CLOSED: RowFault = { says: 'has a quote that is never closed.', fix: `C${FIX}` }
const TOO_LONG: RowFault = { says: 'is longer than 1 MiB.', fix: 'Shorten or remove it, and run again.' }
const TOO_LONG_IN_QUOTES: RowFault = {
  says: TOO_LONG.says,
  fix: `Shorten it. Or, if a quote in it is not closed, c${FIX}`,
}
