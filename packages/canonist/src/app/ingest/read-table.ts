import { Buffer } from 'node:buffer'
import type { Line } from '../../registry/ingest/line.ts'
import type { ByteSource } from '../../io/byte-source.ts'
import { formatRow } from '../../io/cell.ts'
import { readRows, type NamedTable } from '../../io/csv-rows.ts'
import { createMissingColumnError } from '../../io/missing-column.ts'
import type { TableDialect } from '../../io/table-dialect.ts'
import { refuseLine, toLine, type PutLines } from './read-lines.ts'

export interface TableColumn extends NamedTable {
  readonly column: string
}

/** Reads one column of CSV or TSV; the first row names the columns. */
export async function readTable(source: ByteSource, table: TableColumn, put: PutLines): Promise<void> {
  let index: number | null = null
  let [lines, starts]: [Line[], number[]] = [[], []]
  const visit = (cells: readonly string[], start: number): void => {
    if (index === null) {
      index = findColumn(cells, table)
      return
    }
    lines.push(readCell(cells, index, table.dialect))
    starts.push(start)
  }
  const flush = async (): Promise<void> => {
    const read = [lines, starts] as const
    ;[lines, starts] = [[], []]
    if (read[0].length > 0) await put(...read)
  }
  await readRows(source, table, visit, flush)
}

/** Cells are bytes as latin1 characters, see csv-rows.ts. */
function findColumn(cells: readonly string[], { name, column }: TableColumn): number {
  const index = cells.indexOf(Buffer.from(column).toString('latin1'))
  if (index >= 0) return index
  const names = cells.map((cell) => Buffer.from(cell, 'latin1').toString())
  throw createMissingColumnError(name, column, names)
}

function readCell(cells: readonly string[], index: number, dialect: TableDialect): Line {
  if (cells.length === 1 && cells[0] === '') return ''
  const value = cells[index]
  if (value === undefined) return refuseLine(Buffer.from(formatRow(cells, dialect), 'latin1'), 'line/no-column')
  return toLine(Buffer.from(value, 'latin1'))
}
