import { Buffer } from 'node:buffer'
import { formatJson } from '@canonist/core/internal/text/format-json'
import { formatRow } from '@canonist/lists/internal/io/cell'
import type { Sink } from '@canonist/lists/internal/io/sink'
import { CSV } from '@canonist/lists/internal/io/table-dialect'
import type { ExportColumn, ExportRow } from './export-columns.ts'

/** Writes rows in a format and returns their number. */
export type WriteExport = (
  rows: AsyncIterable<ExportRow>,
  columns: readonly ExportColumn[],
  sink: Sink,
) => Promise<number>

const CHUNK_LENGTH = 65_536

export const writeJsonl: WriteExport = (rows, _columns, sink) =>
  writeText(rows, sink, '', (value) => `${formatJson(value)}\n`)

/** As CSV; see `RowStyle` for `isSafe`. */
export function createCsvWriter(isSafe: boolean): WriteExport {
  const style = { ...CSV, isSafe }
  return (rows, columns, sink) => {
    const head = formatRow(
      columns.map(({ name }) => name),
      style,
    )
    const cells = (value: ExportRow): string[] => columns.map((column) => formatCell(value, column))
    return writeText(rows, sink, `${head}\n`, (value) => `${formatRow(cells(value), style)}\n`)
  }
}

function formatCell(value: ExportRow, { name, type }: ExportColumn): string {
  const cell = value[name] ?? null
  if (cell === null) return ''
  return type !== 'json' && typeof cell === 'string' ? cell : JSON.stringify(cell)
}

async function writeText(
  rows: AsyncIterable<ExportRow>,
  sink: Sink,
  head: string,
  formatLine: (value: ExportRow) => string,
): Promise<number> {
  let text = head
  let count = 0
  for await (const value of rows) {
    count += 1
    text += formatLine(value)
    if (text.length < CHUNK_LENGTH) continue
    await sink.write(Buffer.from(text))
    text = ''
  }
  if (text !== '') await sink.write(Buffer.from(text))
  return count
}
