import { Buffer } from 'node:buffer'
import type { ByteSource } from '@canonist/lists/internal/io/byte-source'
import { readRows } from '@canonist/lists/internal/io/csv-rows'
import { BLOCK_BYTES, LineBlocks } from '@canonist/lists/internal/io/line-blocks'
import { DIALECTS } from '@canonist/lists/internal/io/table-dialect'
import { decodeLine, readLines } from '@canonist/lists/internal/io/lines'
import { countRejected, type RejectedLine, type Tally } from '@canonist/lists/internal/io/line-outcome'
import type { Put } from '@canonist/lists/internal/io/to-generator'
import { createAccessReader } from './access-line.ts'
import { createCdxReader, readCdxjLine } from './cdx-line.ts'
import type { CrawlRecord } from '../log/types.ts'
import { readHeritrixLine } from './heritrix-line.ts'
import { computeColumnUse, type ColumnUse } from './column-use.ts'
import { createJsonReader } from './json-line.ts'
import type { LineReader, LineReading } from './line-reader.ts'
import type { LineLogFormat } from './log-format.ts'
import { readPlainLine } from './plain-line.ts'
import { isRejected } from './record-fields.ts'
import { readCells, requireUrl, type Columns } from './table-columns.ts'
import { createWaybackReader } from './wayback-line.ts'

export interface LogTally extends Tally {
  /** Lines without a page: comments, DNS queries, submitted forms, responses without a body. */
  passedOver: number
  /** The use of named columns or members; null for logs without names. */
  columns: ColumnUse | null
}

export interface LogSettings {
  readonly name: string
  readonly format: LineLogFormat
  /** The host of an access log that does not name it: `https://example.com`. */
  readonly base: string | undefined
  readonly judgeUrl: JudgeUrl | undefined
}

/** Says why a URL cannot be used; null if it can. */
export type JudgeUrl = (url: string) => Omit<RejectedLine, 'ok' | 'input'> | null

/** Reads one log to its end, batch by batch. */
export function readLog(
  source: ByteSource,
  settings: LogSettings,
  tally: LogTally,
  put: Put<readonly CrawlRecord[]>,
): Promise<void> {
  const { format } = settings
  if (format === 'csv' || format === 'tsv') return readTableLog(source, { ...settings, format }, tally, put)
  const readLine = createLineReader(format, settings, tally)
  return readLineLog(source, readLine, createTaker(tally, settings.judgeUrl), put)
}

function createLineReader(
  format: Exclude<LineLogFormat, 'csv' | 'tsv'>,
  { name, base }: LogSettings,
  tally: LogTally,
): LineReader {
  const recordNames = (names: readonly string[]): void => void (tally.columns = computeColumnUse(names))
  if (format === 'jsonl') return createJsonReader(recordNames)
  if (format === 'wayback') return createWaybackReader(recordNames)
  if (format === 'access') return createAccessReader(name, base)
  return format === 'cdx' ? createCdxReader() : LINE_READERS[format]
}

const LINE_READERS = {
  cdxj: readCdxjLine,
  heritrix: readHeritrixLine,
  text: readPlainLine,
} as const satisfies Partial<Record<LineLogFormat, LineReader>>

async function readLineLog(
  source: ByteSource,
  readLine: LineReader,
  take: Take,
  put: Put<readonly CrawlRecord[]>,
): Promise<void> {
  const blocks = new LineBlocks(source, () => Buffer.allocUnsafe(BLOCK_BYTES))
  for (let block = await blocks.next(); block !== null; block = await blocks.next()) {
    const records: CrawlRecord[] = []
    for (const line of readLines(block)) {
      const reading = typeof line === 'string' ? readText(line, readLine) : line
      for (const each of isList(reading) ? reading : [reading]) take(each, records)
    }
    await put(records)
  }
}

const isList = (reading: LineReading | readonly LineReading[]): reading is readonly LineReading[] =>
  Array.isArray(reading)

const readText = (line: string, readLine: LineReader): ReturnType<LineReader> =>
  line.trim() === '' || line.startsWith('#') ? null : readLine(line)

/** Counts a line and keeps its record; `line` is left out where every line is one record. */
export type Take = (reading: LineReading, records: CrawlRecord[], line?: number) => void

export function createTaker(tally: LogTally, judgeUrl: JudgeUrl | undefined): Take {
  return (reading, records, line = tally.lines + 1) => {
    tally.lines += 1
    if (reading === null) tally.passedOver += 1
    else if (isRejected(reading)) countRejected(tally, reading, line)
    else {
      const unusable = tally.kept === null ? undefined : judgeUrl?.(reading.url)
      if (unusable) tally.kept?.push({ ok: false, input: reading.url, ...unusable, line })
      records.push(reading)
    }
  }
}

async function readTableLog(
  source: ByteSource,
  { name, format, judgeUrl }: LogSettings & { readonly format: 'csv' | 'tsv' },
  tally: LogTally,
  put: Put<readonly CrawlRecord[]>,
): Promise<void> {
  const take = createTaker(tally, judgeUrl)
  let columns: Columns | null = null
  let records: CrawlRecord[] = []
  const row = (cells: readonly string[], line: number): void => {
    const texts = cells.map(decodeCell)
    const refused = texts.find((text) => typeof text !== 'string')
    if (columns === null) {
      const titles = texts.map((text) => (isText(text) ? text.trim() : ''))
      columns = requireUrl(titles, name)
      tally.columns = computeColumnUse(titles)
    } else take(isBlank(cells) ? null : (refused ?? readCells(texts.filter(isText), columns)), records, line)
  }
  const flush = async (): Promise<void> => {
    const read = records
    records = []
    await put(read)
  }
  const bad = (rejected: RejectedLine, line: number): void => take(rejected, records, line)
  await readRows(source, { name, dialect: DIALECTS[format], hasHeader: true }, { row, bad, flush })
}

/** Cells are bytes as latin1 characters, see csv-rows.ts. */
const decodeCell = (cell: string): string | RejectedLine => decodeLine(Buffer.from(cell, 'latin1'))

const isText = (text: string | RejectedLine): text is string => typeof text === 'string'

const isBlank = (cells: readonly string[]): boolean => cells.length === 1 && cells[0] === ''
