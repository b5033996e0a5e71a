import { Buffer } from 'node:buffer'
import type { Line } from '../../registry/ingest/line.ts'
import type { ByteSource } from '../../io/byte-source.ts'
import { formatRow, type Delimiter } from '../../io/cell.ts'
import { readRows } from '../../io/csv-rows.ts'
import { createMissingColumnError } from '../../io/errors.ts'
import type { Put } from '../../io/to-generator.ts'
import { lineOf, refusedLine } from './read-lines.ts'

export interface TableColumn {
  /** What the table is called in messages. */
  readonly name: string
  readonly column: string
  readonly delimiter: Delimiter
}

/** One column of CSV or TSV as the registry takes it in; the first row names the columns. */
export async function readTable(source: ByteSource, table: TableColumn, put: Put<readonly Line[]>): Promise<void> {
  let index: number | null = null
  let lines: Line[] = []
  const visit = (cells: readonly string[]): void => {
    if (index === null) index = columnOf(cells, table)
    else lines.push(cellOf(cells, index, table.delimiter))
  }
  const flush = async (): Promise<void> => {
    const read = lines
    lines = []
    if (read.length > 0) await put(read)
  }
  await readRows(source, table, visit, flush)
}

/** Bytes stand as latin1 characters here, see csv-rows.ts. */
function columnOf(cells: readonly string[], { name, column }: TableColumn): number {
  const index = cells.indexOf(Buffer.from(column).toString('latin1'))
  if (index >= 0) return index
  const names = Buffer.from(cells.join(', '), 'latin1').toString()
  throw createMissingColumnError(name, column, names)
}

function cellOf(cells: readonly string[], index: number, delimiter: Delimiter): Line {
  if (cells.length === 1 && cells[0] === '') return ''
  const value = cells[index]
  if (value === undefined) return refusedLine(Buffer.from(formatRow(cells, { delimiter }), 'latin1'), 'line/no-column')
  return lineOf(Buffer.from(value, 'latin1'))
}
