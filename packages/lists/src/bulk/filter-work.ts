import { Buffer } from 'node:buffer'
import type { Policy } from '@canonist/core'
import type { BlockWork } from './block-work.ts'
import { computeKey } from './compute-key.ts'
import type { FilterColumn, FilterShape } from './filter-shape.ts'
import type { Judge } from './judge.ts'
import { LineScanner, readEntry, type ScannedEntry } from './kernel/line-scanner.ts'
import { createJobJudge } from './normalize-job.ts'
import { OutputBuffer } from './output-buffer.ts'
import { readHost } from './read-host.ts'
import { findPath, readPath } from '../io/column.ts'
import { parseJsonObject } from '../io/json-object.ts'
import type { Block } from '../io/line-blocks.ts'
import { createTally, rejectLine, type LineOutcome, type RejectedLine } from '../io/line-outcome.ts'
import { decodeLine, readLines, splitIntoPieces, toLatin1 } from '../io/lines.ts'
import { escapeTsv, NULL_CELL, unescapeTsv } from '../io/tsv-escapes.ts'
import { formatJson } from '@canonist/core/internal/text/format-json'

const CARRIAGE_RETURN = 13

/** The URL of a row: text, NULL, or the reason why it cannot be read. */
type Value = string | null | RejectedLine

/**
 * Writes one row for each row that it reads, in the same order. Engines match the two by position, so it must never drop a row,
 * whatever the row contains. NULL gives NULL; an invalid URL gives NULL and the error.
 */
export function createFilterWork(shape: FilterShape, base: string | null, policy: Policy): BlockWork {
  const judge = createJobJudge({ explains: false, base }, policy)
  const isScanned = shape.format === 'tsv' && Number(shape.column) === 0 && base === null
  return isScanned ? createScannedFilter(shape, judge, new LineScanner(policy, true)) : createPlainFilter(shape, judge)
}

/** Reads every row as a string. */
export function createPlainFilter({ format, column, columns, isRaw = false }: FilterShape, judge: Judge): BlockWork {
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

/** The same for rows that are nothing but a URL, nearly all of which the scanner normalizes as bytes. */
function createScannedFilter({ columns, isRaw = false }: FilterShape, judge: Judge, scanner: LineScanner): BlockWork {
  const read = createTsvReader(0, isRaw)
  const write = createTsvWriter(isRaw)
  const isOnlyUrl = columns.length === 1 && columns[0] === 'url'
  let urls: Buffer = Buffer.alloc(0)
  return (block, memory) => {
    const tally = createTally()
    const scanned = scanner.scan(block)
    tally.lines = scanned.records
    tally.fileLines = scanned.records
    /** Of the rows without a URL, in order. */
    const failures: (RejectedLine | null)[] = []
    let results = ''
    for (let index = 0; index < scanned.count; index += 1) {
      const value = read(readLine(block, readEntry(scanned, index)))
      const outcome = typeof value === 'string' ? judge(value) : value
      if (outcome?.ok === false) tally.rejected += 1
      if (outcome?.ok !== true) failures.push(outcome)
      results += isOnlyUrl ? write(columns, outcome) : `${outcome?.ok === true ? outcome.url : ''}\n`
    }
    const normalized = new OutputBuffer(isOnlyUrl ? memory : urls)
    scanner.replace(Buffer.from(results, 'latin1'), normalized)
    if (isOnlyUrl) return { output: normalized.bytes, length: normalized.length, tally }
    urls = normalized.bytes
    const output = new OutputBuffer(memory)
    let failed = 0
    for (const piece of splitIntoPieces({ bytes: urls, length: normalized.length })) {
      let written = ''
      for (const url of listLines(toLatin1(piece))) {
        written += write(columns, url === '' ? (failures[failed++] ?? null) : { ok: true, input: url, url })
      }
      output.utf8(written)
    }
    return { output: output.bytes, length: output.length, tally }
  }
}

/** A row without its line break. */
function readLine({ bytes }: Block, { start, end }: ScannedEntry): string | RejectedLine {
  const hasReturn = end > start && bytes[end - 1] === CARRIAGE_RETURN
  return decodeLine(bytes.subarray(start, hasReturn ? end - 1 : end))
}

function* listLines(text: string): Generator<string> {
  for (let start = 0, stop = 0; start < text.length; start = stop + 1) {
    stop = text.indexOf('\n', start)
    yield text.slice(start, stop)
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
