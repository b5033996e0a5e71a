import { peekInput } from '@canonist/lists/internal/io/check-input'
import type { Input } from '@canonist/lists/internal/io/input'
import { recognizeBinary, rejectOtherFormat } from '@canonist/lists/internal/io/recognize-binary'
import { createTally } from '@canonist/lists/internal/io/line-outcome'
import { toGenerator, type Put } from '@canonist/lists/internal/io/to-generator'
import {
  addToReport,
  EMPTY_REPORT,
  type InputReport,
  type OnProgress,
  type OnRejected,
} from '@canonist/lists/internal/io/input-report'
import type { CrawlRecord } from '../log/types.ts'
import type { ColumnUse } from './column-use.ts'
import { detectFormat, showsFormat } from './detect-format.ts'
import type { LogFormat } from './log-format.ts'
import { readLog, type JudgeUrl, type LogTally } from './read-log.ts'
import { Buffer } from 'node:buffer'
import { createPrefixedSource, type ByteSource } from '@canonist/lists/internal/io/byte-source'

/** Of a longer first line only the beginning is used. */
const HEAD_BYTES = 65_536

interface Peeked {
  /** The first line that can show the format, or null. */
  readonly line: string | null
  /** The whole source, including the bytes that were read ahead. */
  readonly source: ByteSource
}

/** Looks at the beginning of a log; waits for no more of a pipe than it needs. */
async function peekLine(source: ByteSource): Promise<Peeked> {
  const head = Buffer.alloc(HEAD_BYTES)
  for (let length = 0; ;) {
    const count = await source.fill(head, length)
    length += count
    const isAll = count === 0 || length === HEAD_BYTES
    const line = findFormatLine(head.toString('utf8', 0, length), isAll)
    if (line === null && !isAll) continue
    return { line, source: createPrefixedSource(head.subarray(0, length), source) }
  }
}

function findFormatLine(text: string, isAll: boolean): string | null {
  const lines = text.split(/\r?\n/)
  const whole = isAll ? lines : lines.slice(0, -1)
  return whole.find(showsFormat) ?? null
}

export interface LogOptions {
  /** The format of all logs (default: detected from the beginning of each). */
  readonly format?: LogFormat | undefined
  /** The host of access logs that do not name it: `https://example.com`. */
  readonly base?: string | undefined
  readonly onProgress?: OnProgress
  /** Receives the rejected lines with their places, those with a URL that `judgeUrl` rejects included. */
  readonly onRejected?: OnRejected | undefined
  /** Only with `onRejected`: says why a URL cannot be used; null if it can. Its record is passed on and counted by the caller. */
  readonly judgeUrl?: JudgeUrl | undefined
}

export interface LogColumns extends ColumnUse {
  readonly log: string
}

/** What the logs held, once they are read. */
export interface LogReport extends InputReport {
  readonly passedOver: number
  /** Logs whose columns or members have names, and which of them were read. */
  readonly columns: readonly LogColumns[]
}

export interface CrawlLogs {
  /** To be read once. */
  readonly records: AsyncGenerator<CrawlRecord>
  readonly report: () => LogReport
}

/**
 * Reads the records of several crawl logs, one after another, plain or compressed. Invalid lines are counted, and the
 * first of them is reported; a log of unknown format ends the run.
 */
export function readCrawlLogs(inputs: readonly Input[], options: LogOptions = {}): CrawlLogs {
  let report: LogReport = { ...EMPTY_REPORT, passedOver: 0, columns: [] }
  const batches = toGenerator<readonly CrawlRecord[]>(async (put) => {
    let before = 0
    for (const input of inputs) {
      const { bytes, tally } = await readInput(input, options, createProgress(options, before, report.lines), put)
      before += bytes
      report = {
        ...addToReport(report, input.name, tally),
        passedOver: report.passedOver + tally.passedOver,
        columns: report.columns.concat(tally.columns === null ? [] : [{ log: input.name, ...tally.columns }]),
      }
    }
  })
  return { records: flatten(batches), report: () => report }
}

type Progress = (bytes: number, lines: number) => void

const createProgress =
  ({ onProgress }: LogOptions, bytesBefore: number, linesBefore: number): Progress =>
  (bytes, lines) =>
    onProgress?.(bytesBefore + bytes, linesBefore + lines)

async function readInput(
  input: Input,
  { format, base, onRejected, judgeUrl }: LogOptions,
  progress: Progress,
  put: Put<readonly CrawlRecord[]>,
): Promise<{ readonly bytes: number; readonly tally: LogTally }> {
  const tally: LogTally = { ...createTally(onRejected !== undefined), passedOver: 0, columns: null }
  const { name } = input
  const pass = async (records: readonly CrawlRecord[], consumed: number): Promise<void> => {
    progress(consumed, tally.lines)
    await onRejected?.((tally.kept?.splice(0) ?? []).map((rejected) => Object.assign(rejected, { source: name })))
    await put(records)
  }
  const peeked = await peekInput(input)
  if (format !== undefined) rejectOtherFormat(peeked.head, name, format)
  const binary = format ?? recognizeBinary(peeked.head)?.format
  if (binary === 'parquet' || binary === 'warc' || binary === 'wacz') {
    const { readBinaryLog } = await import('./read-binary-log.ts')
    const bytes = await readBinaryLog(peeked, { format: binary, judgeUrl }, tally, pass)
    return { bytes, tally }
  }
  return peeked.read(async (whole) => {
    const { line, source } = await peekLine(whole)
    if (line === null) return { bytes: source.consumed(), tally }
    const settings = { name, format: binary ?? detectFormat(line, name), base, judgeUrl }
    await readLog(source, settings, tally, (records) => pass(records, source.consumed()))
    return { bytes: source.consumed(), tally }
  })
}

async function* flatten<T>(batches: AsyncGenerator<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch
}
