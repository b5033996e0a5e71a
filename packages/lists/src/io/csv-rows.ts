import { Buffer } from 'node:buffer'
import { BadRows } from './bad-row.ts'
import type { ByteSource } from './byte-source.ts'
import { BLOCK_BYTES } from './line-blocks.ts'
import type { RejectedLine } from './line-outcome.ts'
import { RowBlocks, type TableSource } from './row-blocks.ts'
import { RowScanner } from './row-scanner.ts'

/** Takes the rows of a table in order, each with the line of the file where it begins. */
export interface RowVisitor {
  /** Bytes are latin1 characters, so that cells of any encoding pass through unharmed. */
  row(cells: string[], line: number): void
  /** Takes a row that cannot be read. */
  bad(rejected: RejectedLine, line: number): void
  /** Awaited after every block. */
  flush(): Promise<void>
}

/** Reads a table block by block. */
export async function readRows(source: ByteSource, table: TableSource, visitor: RowVisitor): Promise<void> {
  const memory = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  const blocks = new RowBlocks(source, table, () => memory)
  let lines = 0
  for (let block = await blocks.next(); block !== null; block = await blocks.next()) {
    const rows = new RowScanner(block.bytes.toString('latin1', 0, block.length), table.dialect)
    const badRows = new BadRows(block.bad)
    const takeBad = (rejected: RejectedLine, line: number): void => visitor.bad(rejected, lines + line)
    while (rows.advance()) {
      badRows.passTo(rows, takeBad)
      visitor.row(rows.readCells(), lines + badRows.lines + rows.line)
    }
    badRows.passTo(rows, takeBad)
    lines += rows.lines + badRows.lines
    await visitor.flush()
  }
}
