import { Buffer } from 'node:buffer'
import { BadRows, cutBadRows } from '../io/bad-row.ts'
import { createPrefixedSource, type ByteSource } from '../io/byte-source.ts'
import { BLOCK_BYTES, type Block, type BlockReader } from '../io/line-blocks.ts'
import { RowBlocks, type TableSource } from '../io/row-blocks.ts'
import { RowScanner } from '../io/row-scanner.ts'
import { CSV, detectDelimiter, type TableDialect } from '../io/table-dialect.ts'
import type { LongRow } from './table-input.ts'

const NEWLINE = 10
/** The delimiter is searched in this many bytes; a longer header is read as comma-separated. */
const HEAD_BYTES = 65_536
/** Among so many rows after the header, one that is too long is searched for. */
const CHECKED_ROWS = 1000

/** The blocks of a table after its header. */
export class TableBlocks implements BlockReader {
  readonly #blocks: RowBlocks
  readonly #dialect: TableDialect
  /** Provides memory for the blocks; replace it once the runner is known. */
  take: () => Buffer = () => Buffer.allocUnsafeSlow(BLOCK_BYTES)
  /** Bytes that were read together with the header. */
  #rest: Block | null = null
  /** Lines of the header. */
  headerLines = 0
  /** The header as it is spelled, latin1. */
  headerText = ''
  /** The first of the rows after the header that is too long; null if none is. */
  longRow: LongRow | null = null

  constructor(source: ByteSource, table: TableSource) {
    this.#dialect = table.dialect
    this.#blocks = new RowBlocks(source, table, () => this.take())
  }

  /** The cells of the first row, latin1; null for an empty file. Call it before `next`. */
  async readHeader(): Promise<string[] | null> {
    const block = await this.#blocks.next()
    if (block === null) return null
    const text = block.bytes.toString('latin1', 0, block.length)
    const rows = new RowScanner(text, this.#dialect)
    rows.advance()
    this.headerText = text.slice(rows.start, rows.end)
    this.headerLines = rows.lines
    const cells = rows.readCells()
    const { next } = rows
    this.longRow = findLongRow(rows, new BadRows(block.bad), cells.length)
    this.#rest = dropStart(block, next)
    return cells
  }

  next(): Promise<Block | null> {
    const rest = this.#rest
    this.#rest = null
    return rest === null ? this.#blocks.next() : Promise.resolve(rest)
  }
}

function findLongRow(rows: RowScanner, badRows: BadRows, columns: number): LongRow | null {
  for (let row = 0; row < CHECKED_ROWS && rows.advance(); row += 1) {
    badRows.passTo(rows, () => undefined)
    const cells = rows.countCells()
    if (cells > columns) return { line: badRows.lines + rows.line, cells, columns }
  }
  return null
}

/** A block must begin at the beginning of its memory, which changes hands as a whole. */
function dropStart({ bytes, length, bad = [] }: Block, start: number): Block | null {
  const rest = Math.max(0, length - start)
  if (rest === 0 && bad.length === 0) return null
  bytes.copyWithin(0, start, length)
  return { bytes, length: rest, bad: cutBadRows(bad, start) }
}

export interface DetectedTable {
  readonly dialect: TableDialect
  /** The source from its beginning, including the bytes read so far. */
  readonly whole: ByteSource
}

/** Finds the delimiter of a CSV file by its first line. */
export async function detectDialect(source: ByteSource, column: string): Promise<DetectedTable> {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES)
  let length = 0
  while (length < bytes.length && !bytes.subarray(0, length).includes(NEWLINE)) {
    const count = await source.fill(bytes, length)
    if (count === 0) break
    length += count
  }
  const head = bytes.subarray(0, length)
  const delimiter = detectDelimiter(head.toString(), column)
  return { dialect: { ...CSV, delimiter }, whole: createPrefixedSource(head, source) }
}
