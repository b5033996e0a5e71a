import type { BlockWork } from './block-work.ts'
import { computeKey } from './compute-key.ts'
import type { Judge } from './judge.ts'
import { OutputBuffer } from './output-buffer.ts'
import { findPath, readPath } from '../io/column.ts'
import { parseJsonObject } from '../io/json-object.ts'
import { createTally, rejectLine, type LineOutcome, type RejectedLine } from '../io/line-outcome.ts'
import { readLines } from '../io/lines.ts'
import { escapeTsv, NULL_CELL, unescapeTsv } from '../io/tsv-escapes.ts'
import { formatJson } from '../text/format-json.ts'

/** What an engine can ask for each URL. */
export const FILTER_COLUMNS = ['url', 'key', 'host', 'error', 'message'] as const

export type FilterColumn = (typeof FILTER_COLUMNS)[number]

export interface FilterShape {
  readonly format: 'tsv' | 'jsonl'
  /** Of tsv from 0; of jsonl a field or a path. */
  readonly column: number | string
  readonly columns: readonly FilterColumn[]
}

/** A row as it was read: a text, NULL, or why it cannot be read. */
type Value = string | null | RejectedLine

/**
 * One row out for each row in, in the same order, for engines that join the two by their place: no row may be dropped, whatever is in
 * it. NULL gives NULL; what is not a URL gives NULL and the error.
 */
export function createFilterWork({ format, column, columns }: FilterShape, judge: Judge): BlockWork {
  const read = format === 'tsv' ? createTsvReader(Number(column)) : createJsonReader(String(column))
  const write = format === 'tsv' ? writeTsv : writeJson
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

function createTsvReader(column: number): (line: string | RejectedLine) => Value {
  return (line) => {
    if (typeof line !== 'string') return line
    const cell = column === 0 && !line.includes('\t') ? line : line.split('\t')[column]
    if (cell === undefined) return rejectLine('line/no-column', line)
    return cell === NULL_CELL ? null : unescapeTsv(cell)
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

const writeTsv: WriteFilterRow = (columns, outcome) => {
  const cells = columns.map((column) => {
    const value = readResult(column, outcome)
    return value === null ? NULL_CELL : escapeTsv(value)
  })
  return `${cells.join('\t')}\n`
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

/** The host of a normalized URL, without its port. */
function readHost(url: string): string {
  const [, host = ''] = /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/.exec(url) ?? []
  return host
}
