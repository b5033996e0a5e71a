import { Buffer } from 'node:buffer'
import type { ByteSource } from '../io/byte-source.ts'
import { ColumnTable, type ColumnOptions } from './column-table.ts'
import { readRows } from '../io/csv-rows.ts'
import type { Input } from '../io/input.ts'
import { createTally, type Tally } from '../io/line-outcome.ts'
import { addToReport, EMPTY_REPORT, type OnProgress, type OnRejected, type InputReport } from '../io/input-report.ts'
import type { Sink } from '../io/sink.ts'

/** Rewrites a column of CSV or TSV files, one after the other, in this thread. */
export async function runTable(
  inputs: readonly Input[],
  options: ColumnOptions,
  sink: Sink,
  onProgress: OnProgress,
  onRejected?: OnRejected,
): Promise<InputReport> {
  const table = new ColumnTable(options)
  let report = EMPTY_REPORT
  let before = 0
  for (const input of inputs) {
    const tally = createTally(onRejected !== undefined)
    const progress = (bytes: number): void => onProgress(before + bytes, report.lines + tally.lines)
    const takeRejected = async (): Promise<void> => {
      const kept = tally.kept ?? []
      if (tally.kept !== null) tally.kept = []
      await onRejected?.(kept.map((rejected) => Object.assign(rejected, { source: input.name })))
    }
    before += await input.read((source) =>
      rewrite(source, input.name, table, tally, sink, async (bytes) => {
        progress(bytes)
        await takeRejected()
      }),
    )
    report = addToReport(report, input.name, tally)
  }
  return report
}

/** Rewrites one input and returns how many bytes it had. */
async function rewrite(
  source: ByteSource,
  name: string,
  table: ColumnTable,
  tally: Tally,
  sink: Sink,
  onFlush: (bytes: number) => Promise<void>,
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
    await onFlush(source.consumed())
  }
  await readRows(source, { name, delimiter: table.delimiter }, visit, flush)
  return source.consumed()
}
