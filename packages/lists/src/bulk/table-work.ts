import { Buffer } from 'node:buffer'
import { createNormalizer, type Policy } from '@canonist/core'
import { BadRows } from '../io/bad-row.ts'
import { formatCell, formatRow, type RowStyle } from '../io/cell.ts'
import { countRejected, createTally, rejectLine, type LineOutcome, type RejectedLine } from '../io/line-outcome.ts'
import { decodeLine, isPlain } from '../io/lines.ts'
import { makeUnique } from '../io/unique-names.ts'
import { RowScanner } from '../io/row-scanner.ts'
import type { TableDialect } from '../io/table-dialect.ts'
import type { BlockWork } from './block-work.ts'
import { computeKey } from './compute-key.ts'
import type { Keeper } from './dedupe-work.ts'
import type { Judge } from './judge.ts'
import { OutputBuffer } from './output-buffer.ts'
import { formatJsonRecord, listAddedCells, listAddedColumns, type RecordOutput } from './record-output.ts'

/** How the rows of a table are read: plain data, so that it can be sent to a worker thread. */
export interface TableShape {
  readonly dialect: TableDialect
  /** The names of the columns; `column1` and so on for a table without a header. */
  readonly names: readonly string[]
  /** Which of them holds the URL, from 0. */
  readonly column: number
}

export interface TableWorkOptions {
  readonly output: RecordOutput
  readonly judgeCell: Judge
  /** Keeps only the first row of every URL; null to keep all rows. */
  readonly keeper: Keeper | null
  readonly keepsRejected: boolean
}

/** A row of a block on its way to the output. */
interface Row {
  readonly rows: RowScanner
  readonly bytes: Buffer
  /** The length of the block. */
  readonly length: number
  /** Null for an empty cell. */
  readonly outcome: LineOutcome | null
  /** Where the cell is; -1 if the row has none. */
  readonly start: number
  readonly end: number
}

/** Writes a row. `copied` is the end of the part of the block that is already written; returns the new end. */
type WriteRow = (row: Row, output: OutputBuffer, copied: number) => number

/**
 * Rewrites one column of a table. What is copied is runs of unchanged bytes, whatever their encoding, and other cells keep their
 * spelling, unless the output is another kind of table.
 */
export function createTableWork(shape: TableShape, options: TableWorkOptions): BlockWork {
  const { judgeCell, keeper, keepsRejected } = options
  const write = chooseWriter(shape, options.output)
  const writeBad = keeper === null ? createBadRowWriter(options.output) : () => undefined
  return ({ bytes, length, bad }, memory) => {
    const output = new OutputBuffer(memory)
    const tally = createTally(keepsRejected)
    const rows = new RowScanner(bytes.toString('latin1', 0, length), shape.dialect)
    const badRows = new BadRows(bad)
    const rejectBad = (rejected: RejectedLine, line: number): void => {
      tally.lines += 1
      countRejected(tally, rejected, line)
      writeBad(rejected, output)
    }
    let copied = 0
    while (rows.advance()) {
      badRows.passTo(rows, rejectBad)
      tally.lines += 1
      const start = rows.findCell(shape.column)
      const end = start < 0 ? -1 : rows.findCellEnd(start)
      const outcome = judgeRow(rows, start, end, judgeCell)
      if (outcome?.ok === false) countRejected(tally, outcome, badRows.lines + rows.line)
      const isKept = keeper === null || (outcome?.ok === true && keeper.isNew(outcome.url, outcome.input))
      copied = (isKept ? write : skipRow)({ rows, bytes, length, outcome, start, end }, output, copied)
      if (keeper === null || !isKept) continue
      // Writes the whole row, so that its end in the output is known.
      output.copy(bytes, copied, Math.min(rows.next, length))
      copied = Math.min(rows.next, length)
      keeper.endRecord(output.length)
    }
    badRows.passTo(rows, rejectBad)
    if (copied < length) output.copy(bytes, copied, length)
    tally.fileLines = badRows.lines + rows.lines
    return { output: output.bytes, length: output.length, tally }
  }
}

/** A row that cannot be read has no cells for a table; everything else has a line for each row. */
function createBadRowWriter(output: RecordOutput): (rejected: RejectedLine, to: OutputBuffer) => void {
  const { format } = output
  if (format === 'csv' || format === 'tsv') return () => undefined
  return (rejected, to) => {
    if (format === 'jsonl') to.utf8(formatJsonRecord([], rejected, rejected.input, output))
    to.newline()
  }
}

/** Judges cells without decoding them, as latin1. That is safe, because a normalized URL is ASCII; see text-work.ts. */
export function createCellJudge(policy: Policy, judge: Judge): Judge {
  const normalizer = createNormalizer(policy)
  const judgeDecoded = createDecodingJudge(judge)
  return (input) => {
    const url = normalizer(input)
    return url !== null && (url === input || isPlain(input)) ? { ok: true, input, url } : judgeDecoded(input)
  }
}

/** The same for a judge that needs the decoded text of every cell. */
export function createDecodingJudge(judge: Judge): Judge {
  return (input) => {
    const text = decodeLine(Buffer.from(input, 'latin1'))
    return typeof text === 'string' ? judge(text) : text
  }
}

/** Null for a blank row or an empty cell; neither is an error. */
function judgeRow(rows: RowScanner, start: number, end: number, judge: Judge): LineOutcome | null {
  if (rows.start === rows.end) return null
  if (start < 0) return rejectLine('line/no-column', '')
  const value = rows.readCell(start, end)
  return value === '' ? null : judge(value)
}

function chooseWriter(shape: TableShape, output: RecordOutput): WriteRow {
  const { format, style } = output
  if (format === 'text') return createTextWriter(output)
  if (format === 'jsonl') return createJsonWriter(shape, output)
  return keepsSpelling(shape.dialect, style) ? createSplicer(shape, output) : createRowWriter(shape, output)
}

/** Whether a row may be written as it was read. */
export function keepsSpelling({ delimiter, hasQuotes }: TableDialect, style: RowStyle): boolean {
  return style.delimiter === delimiter && style.hasQuotes === hasQuotes && style.isSafe !== true
}

const skipRow: WriteRow = ({ rows, bytes, length }, output, copied) => {
  output.copy(bytes, copied, rows.start)
  return Math.min(rows.next, length)
}

/** Changes the cell in place, and adds cells below the added columns of the header; cells beyond the header stay behind them. */
function createSplicer(shape: TableShape, output: RecordOutput): WriteRow {
  const adds = listAddedColumns(output).length > 0
  const { style, into } = output
  return (row, to, copied) => {
    const { rows, bytes, outcome } = row
    let done = copied
    if (into === null && outcome?.ok === true && outcome.url !== outcome.input) {
      to.copy(bytes, done, row.start)
      to.latin1(formatCell(outcome.url, style))
      done = row.end
    }
    if (!adds || rows.start === rows.end) return endRow(row, to, done)
    const width = shape.names.length
    const extra = width === 0 ? -1 : rows.findCell(width)
    const end = extra < 0 ? rows.end : extra - 1
    to.copy(bytes, done, end)
    const missing = Math.max(0, width - rows.countCells())
    const added = [...Array<string>(missing).fill(''), ...listAddedCells(output, outcome)]
    to.latin1(`${style.delimiter}${formatRow(added, style)}`)
    to.copy(bytes, end, rows.end)
    to.newline()
    return Math.min(rows.next, row.length)
  }
}

/** A row that ends in LF stays part of the run that is copied; any other gets one. */
function endRow({ rows, bytes, length }: Row, output: OutputBuffer, copied: number): number {
  if (rows.next === rows.end + 1 && rows.next <= length) return copied
  output.copy(bytes, copied, rows.end)
  output.newline()
  return Math.min(rows.next, length)
}

/** Writes all cells again. */
function createRowWriter(shape: TableShape, output: RecordOutput): WriteRow {
  return ({ rows, length, outcome }, to) => {
    const isBlank = rows.start === rows.end
    if (!isBlank) {
      const cells = rows.readCells()
      if (output.into === null && outcome?.ok === true) cells[shape.column] = outcome.url
      const added = listAddedCells(output, outcome)
      const { length: width } = shape.names
      if (added.length > 0) while (cells.length < width) cells.push('')
      to.latin1(formatRow(cells.toSpliced(width === 0 ? cells.length : width, 0, ...added), output.style))
    }
    to.newline()
    return Math.min(rows.next, length)
  }
}

/** Writes one URL per line, as for a list. */
function createTextWriter({ withKey }: RecordOutput): WriteRow {
  return ({ rows, length, outcome }, to) => {
    if (outcome?.ok === true) to.latin1(withKey ? `${computeKey(outcome.url)}\t${outcome.url}` : outcome.url)
    to.newline()
    return Math.min(rows.next, length)
  }
}

/** Each row as an object with the names of the columns; a blank row stays blank. */
function createJsonWriter({ names, ...rest }: TableShape, output: RecordOutput): WriteRow {
  const shape: TableShape = { ...rest, names: makeUnique(names) }
  return ({ rows, length, outcome }, to) => {
    if (rows.start !== rows.end) to.utf8(formatJsonRow(shape, rows.readCells(), outcome, output))
    to.newline()
    return Math.min(rows.next, length)
  }
}

function formatJsonRow(
  { names, column }: TableShape,
  cells: readonly string[],
  outcome: LineOutcome | null,
  output: RecordOutput,
): string {
  const members = cells.map((cell, index) => {
    const name = names[index] ?? `column${index + 1}`
    const isReplaced = index === column && output.into === null && outcome?.ok === true
    const value = isReplaced ? outcome.url : Buffer.from(cell, 'latin1').toString()
    return { name, text: `${JSON.stringify(name)}:${JSON.stringify(value)}` }
  })
  if (outcome === null) return `{${members.map(({ text }) => text).join(',')}}`
  return formatJsonRecord(members, outcome, outcome.input, output)
}
