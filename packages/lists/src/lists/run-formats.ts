import type { FieldKind } from '../bulk/collect-fields.ts'
import type { OnTable } from '../bulk/table-input.ts'
import type { Input } from '../io/input.ts'
import type { KeptFile } from '../io/keep-input.ts'
import type { InputReport } from '../io/input-report.ts'
import { isArchiveFormat, type ArchiveFormat, type Format } from '../io/line-formats.ts'
import type { Sink } from '../io/sink.ts'
import { chooseColumn, chooseInputFormat, type LineListOptions, type ListOptions } from './list-options.ts'

/** A job over lists of lines. */
type LineJob<Options, Report> = (
  inputs: readonly Input[],
  sink: Sink,
  options: Options & LineListOptions,
) => Promise<Report>

/** The jobs that a command consists of. */
export interface ListJobs<Options, Report> {
  /** Lines into lines. */
  readonly lines: LineJob<Options, Report>
  /** Parquet into Parquet. */
  parquet(files: readonly KeptFile[], sink: Sink, options: Options): Promise<Report>
  /** Whether only URLs are written, so that no other column needs to be read. */
  writesUrlsOnly(options: Options): boolean
  /** How much memory the rows of a row group may take until they are written as Parquet, if the command has a limit. */
  readonly limitGroup?: (options: Options) => number
}

/**
 * Runs a job whatever the formats are. Parquet is read as JSON lines and written from the rows of a table, except where it is both: then
 * its columns are copied as they are stored.
 */
export function runFormats<Options extends ListOptions, Report extends InputReport>(
  inputs: readonly Input[],
  sink: Sink,
  options: Options,
  jobs: ListJobs<Options, Report>,
): Promise<Report> {
  const { format } = options
  const inputFormat = chooseInputFormat(options)
  if (isArchiveFormat(inputFormat)) return readArchives(inputs, sink, { ...options, inputFormat }, jobs)
  if (inputFormat === 'parquet') return readFiles(inputs, sink, options, jobs)
  if (format === 'parquet') return writeTable(inputs, sink, { ...options, inputFormat }, jobs)
  return jobs.lines(inputs, sink, { ...options, format, inputFormat })
}

/** The records of web archives and their indexes are JSON lines. Records that cannot be read are counted with those that the job rejects. */
async function readArchives<Options extends ListOptions, Report extends InputReport>(
  inputs: readonly Input[],
  sink: Sink,
  options: Options & { readonly inputFormat: ArchiveFormat },
  jobs: ListJobs<Options, Report>,
): Promise<Report> {
  const { inputFormat: archiveFormat, onRejected, openArchives } = options
  if (openArchives === undefined)
    throw new TypeError('openArchives is missing. To read web archives, pass it with the reader of @canonist/learn.')
  const { openRecordLines } = await import('./record-lines.ts')
  const archive = { format: archiveFormat, onRejected }
  const { lists, names, countRejected } = openRecordLines(inputs, await openArchives(), archive)
  const report = await runFormats(
    lists,
    sink,
    { ...options, inputFormat: 'jsonl', column: 'url' },
    withNames(jobs, names),
  )
  return countRejected(report)
}

function withNames<Options, Report>(
  jobs: ListJobs<Options, Report>,
  names: readonly string[],
): ListJobs<Options, Report> {
  return { ...jobs, lines: (inputs, sink, options) => jobs.lines(inputs, sink, { ...options, names }) }
}

async function readFiles<Options extends ListOptions, Report>(
  inputs: readonly Input[],
  sink: Sink,
  options: Options,
  jobs: ListJobs<Options, Report>,
): Promise<Report> {
  const { withFiles } = await import('../io/keep-input.ts')
  return withFiles(inputs, (files) => runFiles(files, sink, options, jobs))
}

async function runFiles<Options extends ListOptions, Report>(
  files: readonly KeptFile[],
  sink: Sink,
  options: Options,
  jobs: ListJobs<Options, Report>,
): Promise<Report> {
  const { format } = options
  if (format === 'parquet') return jobs.parquet(files, sink, options)
  const { openParquetLines } = await import('./parquet-lines.ts')
  const urlsOnly = jobs.writesUrlsOnly(options)
  const { inputs, column, names } = await openParquetLines(files, chooseColumn(options), urlsOnly)
  return jobs.lines(inputs, sink, { ...options, format, inputFormat: 'jsonl', column, names, allowsEmpty: true })
}

/** Runs the job into rows of CSV, and those into Parquet. */
async function writeTable<Options extends ListOptions, Report>(
  inputs: readonly Input[],
  sink: Sink,
  options: Options & { readonly inputFormat: Format },
  jobs: ListJobs<Options, Report>,
): Promise<Report> {
  const { writeRows } = await import('./write-rows.ts')
  const keepsNull = options.inputFormat === 'jsonl'
  const shape = { hasHeader: options.hasHeader ?? true, keepsNull, maxGroupBytes: jobs.limitGroup?.(options) }
  const run = (
    from: readonly Input[],
    fields: ReadonlyMap<string, FieldKind>,
    names?: readonly string[],
  ): Promise<Report> =>
    writeRows(sink, { ...shape, fields }, (rows, setDelimiter) => {
      // Rows of CSV are written as they were read.
      const onTable: OnTable = (name, found) => {
        if (options.inputFormat === 'csv') setDelimiter(found.delimiter)
        options.onTable?.(name, found)
      }
      return jobs.lines(from, rows, { ...options, format: 'csv', isSafe: false, onTable, names, keepsNull })
    })
  if (options.inputFormat !== 'jsonl') return run(inputs, new Map())
  const { withRepeatable } = await import('../io/keep-input.ts')
  const { collectFields } = await import('../bulk/collect-fields.ts')
  return withRepeatable(inputs, async (repeatable) => {
    const fields = await collectFields(repeatable)
    return run(repeatable, fields, [...fields.keys()])
  })
}
