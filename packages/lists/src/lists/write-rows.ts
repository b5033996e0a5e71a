import { Buffer } from 'node:buffer'
import type { FieldKind } from '../bulk/collect-fields.ts'
import { createStreamSource } from '../io/byte-source.ts'
import { readRows } from '../io/csv-rows.ts'
import { IoError } from '../io/errors.ts'
import type { RejectedLine } from '../io/line-outcome.ts'
import type { Sink } from '../io/sink.ts'
import { CSV } from '../io/table-dialect.ts'
import { makeUnique } from '../io/unique-names.ts'
import { toGenerator } from '../io/to-generator.ts'
import { RowWriter, type TextType } from '../parquet/write-rows.ts'

/** The type of a column whose values are all of one kind. */
const TYPES: Readonly<Record<NonNullable<FieldKind>, TextType>> = {
  text: 'text',
  truth: 'truth',
  integer: 'integer',
  long: 'integer',
  number: 'number',
  structure: 'json',
  mixed: 'text',
}

interface RowsTable {
  /** What the columns hold, where it is known; any other is text. */
  readonly fields: ReadonlyMap<string, FieldKind>
  readonly hasHeader: boolean
  /** Whether the job tells an empty text from null; see `RecordOutput`. */
  readonly keepsNull: boolean
  /** How much memory a row group may take; see `RowWriter`. */
  readonly maxGroupBytes: number | undefined
}

/** A job that writes rows of CSV. Before the first of them it says which delimiter they have, if not a comma. */
type RowsJob<Report> = (rows: Sink, setDelimiter: (delimiter: string) => void) => Promise<Report>

/** Writes the rows that `run` writes as Parquet. */
export async function writeRows<Report>(
  sink: Sink,
  { fields, hasHeader, keepsNull, maxGroupBytes }: RowsTable,
  run: RowsJob<Report>,
): Promise<Report> {
  let report: { readonly value: Report } | null = null
  let { delimiter } = CSV
  const readCell = keepsNull ? readSpelledCell : readPlainCell
  const rows = toGenerator<Uint8Array>(async (put) => {
    report = { value: await run({ write: put }, (own) => void (delimiter = own)) }
  })
  const first = await rows.next()
  let writer: RowWriter | null = null
  let width = 0
  const start = (names: readonly string[]): RowWriter => {
    width = names.length
    return new RowWriter(
      makeUnique(names).map((name) => ({ name, type: TYPES[fields.get(name) ?? 'text'] })),
      sink,
      maxGroupBytes,
    )
  }
  const row = (latin1: readonly string[], line: number): void => {
    const cells = latin1.map((cell) => Buffer.from(cell, 'latin1').toString())
    if (writer === null) {
      writer = start(hasHeader ? cells : cells.map((_, index) => `column${index + 1}`))
      if (hasHeader) return
    }
    if (cells.length > width) throw createWidthError(line, cells.length, width)
    writer.add(cells.map(readCell))
  }
  const whole = createStreamSource(resume(first, rows))
  // The job has left out the bad rows of its own input, and a row of CSV may be longer than the line it comes from, because quotes are doubled.
  const table = { name: 'the table', dialect: { ...CSV, delimiter }, hasHeader, maxRowBytes: Infinity }
  const bad = ({ message }: RejectedLine, line: number): never => {
    throw new Error(`line ${line} of the table: ${message}`)
  }
  await readRows(whole, table, { row, bad, flush: async () => writer?.flush() })
  await (writer ?? start([])).finish()
  return (report as { readonly value: Report } | null)?.value ?? fail()
}

const readPlainCell = (cell: string): string | null => (cell === '' ? null : cell)

const readSpelledCell = (cell: string): string | null =>
  cell.startsWith('"') ? (JSON.parse(cell) as string) : readPlainCell(cell)

async function* resume<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done === true) return
  yield first.value
  yield* rest
}

function createWidthError(line: number, cells: number, width: number): IoError {
  return new IoError('io/bad-row', {
    thing: 'cannot write Parquet',
    says: `The row in line ${line} has ${cells} cells, but the table has ${width} columns.`,
    fix: 'Correct it, and run again.',
  })
}

function fail(): never {
  throw new Error('the rows ended before the job')
}
