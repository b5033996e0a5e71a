import { Buffer } from 'node:buffer'
import type { ByteSource } from './byte-source.ts'
import { BLOCK_BYTES } from './line-blocks.ts'
import { RowBlocks } from './row-blocks.ts'
import { RowScanner } from './row-scanner.ts'
import type { TableDialect } from './table-dialect.ts'

/**
 * Takes the cells of one row and the line of the file where it begins. Bytes are latin1 characters, so that cells
 * of any encoding pass through unharmed.
 */
export type RowVisitor = (cells: string[], line: number) => void

export interface NamedTable {
  /** What the table is called in messages. */
  readonly name: string
  readonly dialect: TableDialect
  /** The longest row that is read (default: 1 MiB). */
  readonly maxRowBytes?: number
}

/** Reads rows block by block and awaits `flush` after every block. */
export async function readRows(
  source: ByteSource,
  { name, dialect, maxRowBytes }: NamedTable,
  visit: RowVisitor,
  flush: () => Promise<void>,
): Promise<void> {
  const memory = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  const blocks = new RowBlocks(source, name, dialect, () => memory, maxRowBytes)
  let lines = 0
  for (let block = await blocks.next(); block !== null; block = await blocks.next()) {
    const rows = new RowScanner(block.bytes.toString('latin1', 0, block.length), dialect)
    while (rows.advance()) visit(rows.readCells(), lines + rows.line)
    lines += rows.lines
    await flush()
  }
}
