import { Buffer } from 'node:buffer'
import type { ByteSource } from '../io/byte-source.ts'
import { ColumnTable, type ColumnOptions } from './column-table.ts'
import { readRows } from '../io/csv-rows.ts'
import type { Input } from '../io/input.ts'
import { emptyTally, type Tally } from '../io/outcome.ts'
import { addInput, NOTHING_SEEN, type OnProgress, type Report } from '../io/input-report.ts'
import type { Sink } from '../io/sink.ts'

/** Rewrites a column of CSV or TSV files, one after the other, in this thread. */
export async function runTable(
  inputs: readonly Input[],
  options: ColumnOptions,
  sink: Sink,
  onProgress: OnProgress,
): Promise<Report> {
  const table = new ColumnTable(options)
  let report = NOTHING_SEEN
  let before = 0
  for (const input of inputs) {
    const tally = emptyTally()
    const progress = (bytes: number): void => onProgress(before + bytes, report.lines + tally.lines)
    before += await input.read((source) => rewrite(source, input.name, table, tally, sink, progress))
    report = addInput(report, input.name, tally)
  }
  return report
}

/** Rewrites one input and tells how many bytes it had. */
async function rewrite(
  source: ByteSource,
  name: string,
  table: ColumnTable,
  tally: Tally,
  sink: Sink,
  progress: (bytes: number) => void,
): Promise<number> {
  let isHeader = true
  let written = ''
  const visit = (cells: readonly string[], line: number): void => {
    const text = isHeader ? table.header(name, cells) : table.record(cells, line, tally)
    isHeader = false
    if (text !== null) written += `${text}\n`
  }
  const flush = async (): Promise<void> => {
    const bytes = Buffer.from(written, 'latin1')
    written = ''
    if (bytes.length > 0) await sink.write(bytes)
    progress(source.consumed())
  }
  await readRows(source, { name, delimiter: table.delimiter }, visit, flush)
  return source.consumed()
}
