import type { Input } from '../io/input.ts'
import { emptyTally } from '../io/outcome.ts'
import { handOver, type Put } from '../io/hand-over.ts'
import { addInput, NOTHING_SEEN, type OnProgress, type Report } from '../io/input-report.ts'
import type { CrawlRecord } from '@canonist/core/learn'
import type { ColumnUse } from './column-use.ts'
import { detectFormat } from './detect-format.ts'
import type { LogFormat } from './log-format.ts'
import { peekLine } from './peek-line.ts'
import { readLog, type LogTally } from './read-log.ts'

export interface LogOptions {
  /** The format of all logs; without it each is told by its first line. */
  readonly format?: LogFormat | undefined
  /** The host of access logs that do not name it: `https://example.com`. */
  readonly base?: string | undefined
  readonly onProgress?: OnProgress
}

export interface LogColumns extends ColumnUse {
  readonly log: string
}

/** What the logs held, once they are read. */
export interface LogReport extends Report {
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
 * The records of several crawl logs, one after the other, plain or compressed. A line that is none is counted, and the
 * first of them named; a log of a kind that nobody can tell ends the run.
 */
export function readCrawlLogs(inputs: readonly Input[], options: LogOptions = {}): CrawlLogs {
  let report: LogReport = { ...NOTHING_SEEN, passedOver: 0, columns: [] }
  const batches = handOver<readonly CrawlRecord[]>(async (put) => {
    let before = 0
    for (const input of inputs) {
      const { bytes, tally } = await readInput(input, options, progressFrom(options, before, report.lines), put)
      before += bytes
      report = {
        ...addInput(report, input.name, tally),
        passedOver: report.passedOver + tally.passedOver,
        columns: report.columns.concat(tally.columns === null ? [] : [{ log: input.name, ...tally.columns }]),
      }
    }
  })
  return { records: flattened(batches), report: () => report }
}

type Progress = (bytes: number, lines: number) => void

const progressFrom =
  ({ onProgress }: LogOptions, bytesBefore: number, linesBefore: number): Progress =>
  (bytes, lines) =>
    onProgress?.(bytesBefore + bytes, linesBefore + lines)

function readInput(
  { name, read }: Input,
  { format, base }: LogOptions,
  progress: Progress,
  put: Put<readonly CrawlRecord[]>,
): Promise<{ readonly bytes: number; readonly tally: LogTally }> {
  const tally: LogTally = { ...emptyTally(), passedOver: 0, columns: null }
  return read(async (whole) => {
    const { line, source } = await peekLine(whole)
    if (line === null) return { bytes: source.consumed(), tally }
    await readLog(source, { name, format: format ?? detectFormat(line, name), base }, tally, async (records) => {
      progress(source.consumed(), tally.lines)
      await put(records)
    })
    return { bytes: source.consumed(), tally }
  })
}

async function* flattened<T>(batches: AsyncGenerator<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch
}
