import type { BlockWork } from './block-work.ts'
import { computeKey } from './compute-key.ts'
import type { FilterColumn, FilterShape } from './filter-shape.ts'
import type { Judge } from './judge.ts'
import { OutputBuffer } from './output-buffer.ts'
import { readHost } from './read-host.ts'
import { findPath, readPath } from '../io/column.ts'
import { parseJsonObject } from '../io/json-object.ts'
import { createTally, rejectLine, type LineOutcome, type RejectedLine } from '../io/line-outcome.ts'
import { readLines } from '../io/lines.ts'
import { escapeTsv, NULL_CELL, unescapeTsv } from '../io/tsv-escapes.ts'
import { formatJson } from '../text/format-json.ts'

/** The URL of a row: text, NULL, or the reason why it cannot be read. */
type Value = string | null | RejectedLine

/**
 * Writes one row for each row that it reads, in the same order. Engines match the two by position, so it must never drop a row,
 * whatever the row contains. NULL gives NULL; an invalid URL gives NULL and the error.
 */
export function createFilterWork({ format, column, columns, isRaw = false }: FilterShape, judge: Judge): BlockWork {
  const read = format === 'tsv' ? createTsvReader(Number(column), isRaw) : createJsonReader(String(column))
  const write = format === 'tsv' ? createTsvWriter(isRaw) : writeJson
  return (block, memory) => {
    const output = new OutputBuffer(memory)
    const tally = createTally()
    let written = ''
    for (const line of readLines(block)) {
      tally.lines += 1
      const value = read(line)
      const outcome = typeof value === 'string' ? judge(value) : value
      if (outcome?.ok === false) tally.rejected += 1
      written += write(columns, outcome)
    }
    tally.fileLines = tally.lines
    output.utf8(written)
    return { output: output.bytes, length: output.length, tally }
  }
}

function createTsvReader(column: number, isRaw: boolean): (line: string | RejectedLine) => Value {
  return (line) => {
    if (typeof line !== 'string') return line
    const cell = column === 0 && !line.includes('\t') ? line : line.split('\t')[column]
    if (cell === undefined) return rejectLine('line/no-column', line)
    if (cell === NULL_CELL) return null
    return isRaw ? cell : unescapeTsv(cell)
  }
}

function createJsonReader(column: string): (line: string | RejectedLine) => Value {
  return (line) => {
    if (typeof line !== 'string') return line
    const record = parseJsonObject(line)
    if (record === null) return rejectLine('line/invalid-json', line)
    const value = readPath(record, findPath(record, column))
    if (value === null) return null
    return typeof value === 'string' ? value : rejectLine('line/no-column', line)
  }
}

type WriteFilterRow = (columns: readonly FilterColumn[], outcome: LineOutcome | null) => string

function createTsvWriter(isRaw: boolean): WriteFilterRow {
  // Without escapes, tabs and line breaks would end the cell. Only messages can contain them; they become spaces.
  const format = isRaw ? (value: string): string => value.replaceAll(/[\t\r\n]/g, ' ') : escapeTsv
  return (columns, outcome) => {
    const cells = columns.map((column) => {
      const value = readResult(column, outcome)
      return value === null ? NULL_CELL : format(value)
    })
    return `${cells.join('\t')}\n`
  }
}

const writeJson: WriteFilterRow = (columns, outcome) =>
  `${formatJson(Object.fromEntries(columns.map((column) => [column, readResult(column, outcome)])))}\n`

function readResult(column: FilterColumn, outcome: LineOutcome | null): string | null {
  if (outcome === null) return null
  if (!outcome.ok) return column === 'error' ? outcome.code : column === 'message' ? outcome.message : null
  if (column === 'url') return outcome.url
  if (column === 'key') return computeKey(outcome.url)
  return column === 'host' ? readHost(outcome.url) : null
}
