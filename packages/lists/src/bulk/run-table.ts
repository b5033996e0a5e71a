import { Buffer } from 'node:buffer'
import { formatRow } from '../io/cell.ts'
import { readColumnNumber } from '../io/column.ts'
import { createTakenError, IoError } from '../io/errors.ts'
import { createMissingColumnError, requireColumn } from '../io/missing-column.ts'
import type { Input } from '../io/input.ts'
import { addToReport, EMPTY_REPORT, type InputReport, type OnProgress, type OnRejected } from '../io/input-report.ts'
import { createTally } from '../io/line-outcome.ts'
import type { Sink } from '../io/sink.ts'
import { TSV, type TableDialect } from '../io/table-dialect.ts'
import { makeUnique } from '../io/unique-names.ts'
import { listAddedColumns, listReservedColumns, type RecordOutput } from './record-output.ts'
import { runBlocks } from './run-blocks.ts'
import { writeResult, type ChooseRunner } from './run-lines.ts'
import { detectDialect, TableBlocks } from './table-blocks.ts'
import type { OnTable, TableInput } from './table-input.ts'
import { keepsSpelling, type TableShape } from './table-work.ts'

export interface TableRun {
  readonly input: TableInput
  readonly output: RecordOutput
  /** Chooses the runner, once the columns of the first table are known. */
  start(shape: TableShape, output: RecordOutput): ChooseRunner
  readonly onTable?: OnTable | undefined
}

/** What the first table determines for all others. */
interface Started {
  readonly shape: TableShape
  readonly choose: ChooseRunner
}

/** Rewrites a column of CSV or TSV files, one after the other. The header of the first is written; those of the others must be the same. */
export async function runTable(
  inputs: readonly Input[],
  run: TableRun,
  sink: Sink,
  onProgress: OnProgress,
  onRejected?: OnRejected,
): Promise<InputReport> {
  let report = EMPTY_REPORT
  let before = 0
  let started: Started | null = null
  for (const input of inputs) {
    const tally = createTally()
    before += await input.read(async (source) => {
      const { dialect, whole } = await openDialect(source, run.input)
      const { hasHeader } = run.input
      const table = { name: input.name, dialect: started?.shape.dialect ?? dialect, hasHeader }
      const blocks = new TableBlocks(whole, table)
      const header = hasHeader ? await blocks.readHeader() : []
      if (header === null) return source.consumed()
      tally.fileLines = blocks.headerLines
      const { headerText, longRow } = blocks
      if (started === null)
        started = await start(input.name, { headerText, longRow, cells: header }, dialect, run, sink)
      else checkHeader(input.name, header, started.shape, hasHeader)
      const { choose } = started
      await runBlocks(source, {
        chooseRunner: (consumed) => choose(before + consumed),
        cut(take) {
          blocks.take = take
          return blocks
        },
        write: async (result) => {
          await writeResult(result, { sink, tally, source: input.name, onRejected })
          onProgress(before + source.consumed(), report.lines + tally.lines)
        },
      })
      return source.consumed()
    })
    report = addToReport(report, input.name, tally)
  }
  return report
}

type Source = Parameters<typeof detectDialect>[0]

async function openDialect(
  source: Source,
  { format, delimiter, column }: TableInput,
): Promise<{ readonly dialect: TableDialect; readonly whole: Source }> {
  if (delimiter !== null) return { dialect: { delimiter, hasQuotes: format === 'csv' }, whole: source }
  return format === 'tsv' ? { dialect: TSV, whole: source } : detectDialect(source, column)
}

/** The first row in latin1: its cells, and as it is spelled. */
interface Header extends Pick<TableBlocks, 'headerText' | 'longRow'> {
  readonly cells: readonly string[]
}

async function start(name: string, header: Header, dialect: TableDialect, run: TableRun, sink: Sink): Promise<Started> {
  const shape = createShape(name, header.cells.map(toUtf8), dialect, run.input)
  // Without --delimiter, a table of the same kind is written as it was read.
  const isSameFormat = run.output.format === run.input.format
  const style = isSameFormat ? { ...run.output.style, ...dialect } : run.output.style
  const output = { ...run.output, style }
  rejectTaken(name, shape.names, output)
  run.onTable?.(name, { delimiter: dialect.delimiter, longRow: header.longRow })
  const isTable = output.format === 'csv' || output.format === 'tsv'
  if (isTable && run.input.hasHeader) await sink.write(formatHeader(header, output, dialect))
  return { shape, choose: run.start(shape, output) }
}

function createShape(
  name: string,
  names: readonly string[],
  dialect: TableDialect,
  { column, hasHeader }: TableInput,
): TableShape {
  const place = hasHeader ? requireColumn(name, column, names) : readColumnNumber(column)
  if (place === null) throw createMissingColumnError(name, column, names)
  return { dialect, names, column: place }
}

function rejectTaken(name: string, names: readonly string[], output: RecordOutput): void {
  const reserved = listReservedColumns(output)
  const written = output.format === 'jsonl' ? makeUnique(names) : names
  const taken = reserved.find((column) => written.includes(column))
  if (taken !== undefined) throw createTakenError(name, taken)
  if (output.format !== 'jsonl' || !reserved.some((column) => /^column[1-9]\d*$/.test(column))) return
  const says = 'In JSON lines, columns without a name are called column1, column2 and so on.'
  throw new IoError('io/column-taken', { thing: name, says })
}

/** In latin1, which keeps bytes of any encoding. */
function formatHeader({ cells, headerText }: Header, output: RecordOutput, dialect: TableDialect): Buffer {
  const added = listAddedColumns(output).map(toLatin1)
  const written = keepsSpelling(dialect, output.style) ? [headerText] : [formatRow(cells, output.style)]
  if (added.length > 0) written.push(formatRow(added, output.style))
  return Buffer.from(`${written.join(output.style.delimiter)}\n`, 'latin1')
}

function checkHeader(name: string, header: readonly string[], { names }: TableShape, hasHeader: boolean): void {
  if (!hasHeader) return
  const isSame = header.length === names.length && header.every((cell, index) => toUtf8(cell) === names[index])
  if (!isSame) throw new IoError('io/other-columns', { thing: name })
}

function toLatin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function toUtf8(text: string): string {
  return Buffer.from(text, 'latin1').toString()
}
