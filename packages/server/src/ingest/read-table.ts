import { Buffer } from 'node:buffer'
import type { Line } from '@canonist/registry/internal/registry/ingest/line'
import type { ByteSource } from '@canonist/lists/internal/io/byte-source'
import { formatRow } from '@canonist/lists/internal/io/cell'
import { readRows, type RowVisitor } from '@canonist/lists/internal/io/csv-rows'
import { requireColumn } from '@canonist/lists/internal/io/missing-column'
import type { TableSource } from '@canonist/lists/internal/io/row-blocks'
import type { TableDialect } from '@canonist/lists/internal/io/table-dialect'
import { refuseLine, toLine, type PutLines } from './read-lines.ts'

export interface TableColumn extends Pick<TableSource, 'name' | 'dialect'> {
  readonly column: string
}

/** Reads one column of CSV or TSV; the first row names the columns. */
export async function readTable(source: ByteSource, table: TableColumn, put: PutLines): Promise<void> {
  let index: number | null = null
  let [lines, starts]: [Line[], number[]] = [[], []]
  const add = (line: Line, start: number): void => {
    lines.push(line)
    starts.push(start)
  }
  const visitor: RowVisitor = {
    row(cells, start) {
      if (index === null) index = requireColumn(table.name, table.column, cells.map(decodeCell))
      else add(readCell(cells, index, table.dialect), start)
    },
    bad: ({ input, code, message }, start) => add({ raw: Buffer.from(input), code, message }, start),
    async flush() {
      const read = [lines, starts] as const
      ;[lines, starts] = [[], []]
      if (read[0].length > 0) await put(...read)
    },
  }
  await readRows(source, { ...table, hasHeader: true }, visitor)
}

/** Cells are bytes as latin1 characters, see csv-rows.ts. */
const decodeCell = (cell: string): string => Buffer.from(cell, 'latin1').toString()

function readCell(cells: readonly string[], index: number, dialect: TableDialect): Line {
  if (cells.length === 1 && cells[0] === '') return ''
  const value = cells[index]
  if (value === undefined) return refuseLine(Buffer.from(formatRow(cells, dialect), 'latin1'), 'line/no-column')
  return toLine(Buffer.from(value, 'latin1'))
}
