import type { Policy, PolicyName, PolicySpec } from '@canonist/core'
import type { OnProgress, OnRejected } from '../io/input-report.ts'
import type { Format, ListFormat, ListInputFormat } from '../io/line-formats.ts'
import type { Sink } from '../io/sink.ts'
import { DIALECTS } from '../io/table-dialect.ts'
import type { RecordColumn } from '../bulk/json-record.ts'
import { listReservedColumns, type RecordOutput } from '../bulk/record-output.ts'
import type { OnTable, TableInput } from '../bulk/table-input.ts'
import type { ArchiveReader } from './record-lines.ts'

export type { OnTable } from '../bulk/table-input.ts'

/** Options of every job over lists. */
export interface ListOptions {
  readonly policy: Policy
  /** Of the output. */
  readonly format: ListFormat
  /** Of the input; without it, `text`, or with a column the format of the output. */
  readonly inputFormat?: ListInputFormat | undefined
  /** The column that holds the URL: a name, `#2` for the second, or for JSON lines and Parquet a path such as `link.href`. */
  readonly column?: string | null | undefined
  /** A new column for the result, beside `error`; without it, the result replaces the column. */
  readonly into?: string | null | undefined
  /** Of csv; without it, that of the first line. */
  readonly delimiter?: string | null | undefined
  /** Whether the first row of a csv or tsv table names the columns, which is the default. */
  readonly hasHeader?: boolean | undefined
  /** Relative URLs are resolved against this one. */
  readonly base?: string | null | undefined
  /** Whether the key is written, too. */
  readonly withKey?: boolean | undefined
  /** Whether cells that a spreadsheet would take for formulas are made harmless. */
  readonly isSafe?: boolean | undefined
  /** Called with what was found in the first table. */
  readonly onTable?: OnTable | undefined
  /** Loads the reader of web archives and their indexes; only needed for those. */
  readonly openArchives?: (() => Promise<ArchiveReader>) | undefined
  readonly onProgress?: OnProgress | undefined
  /** Receives the rejected inputs with their places. */
  readonly onRejected?: OnRejected | undefined
  readonly signal?: AbortSignal | undefined
}

/** The options once all lists, those to be read and the one to be written, are lines. */
export interface LineListOptions extends ListOptions {
  readonly format: Format
  readonly inputFormat: Format
  /** Of JSON lines: the fields of all records, if they are known. */
  readonly names?: readonly string[] | undefined
  /** Of JSON lines: whether a record without a URL is in order. */
  readonly allowsEmpty?: boolean | undefined
  /** Of JSON lines into a table: whether an empty text differs from null; see `RecordOutput`. */
  readonly keepsNull?: boolean | undefined
}

/** The column that is read where none is named. */
const DEFAULT_COLUMN = 'url'

/** How lists are to be read: as lines, as JSON objects, or as rows. */
export type ListInput =
  | { readonly kind: 'text' }
  /** `names` are the fields of all records, if they are known. */
  | ({ readonly kind: 'jsonl'; readonly names?: readonly string[] | undefined } & RecordColumn)
  | { readonly kind: 'table'; readonly table: TableInput }

export function chooseInputFormat({ inputFormat, column, format }: ListOptions): ListInputFormat {
  return inputFormat ?? (column === undefined || column === null ? 'text' : format)
}

export const chooseColumn = ({ column }: ListOptions): string => column ?? DEFAULT_COLUMN

export function chooseListInput(options: LineListOptions): ListInput {
  const { delimiter = null, hasHeader = true } = options
  const [inputFormat, named] = [options.inputFormat, chooseColumn(options)]
  if (inputFormat === 'text') return { kind: 'text' }
  if (inputFormat === 'jsonl') {
    const { allowsEmpty = false, names } = options
    const reserved = listReservedColumns(chooseListOutput(options))
    return { kind: 'jsonl', column: named, allowsEmpty, reserved, names }
  }
  return { kind: 'table', table: { format: inputFormat, column: named, delimiter, hasHeader } }
}

export function chooseListOutput({ format, into = null, withKey = false, ...options }: LineListOptions): RecordOutput {
  const dialect = DIALECTS[format === 'tsv' ? 'tsv' : 'csv']
  const delimiter = format === 'csv' ? (options.delimiter ?? dialect.delimiter) : dialect.delimiter
  const style = { ...dialect, delimiter, isSafe: options.isSafe ?? false }
  return { format, into, withKey, style, keepsNull: options.keepsNull ?? false }
}

/** A name or a spec, of which a worker thread makes the same policy. */
export type PolicySource = PolicyName | PolicySpec

/** Ends a job at its next write when the signal aborts. */
export function makeAbortable(sink: Sink, signal: AbortSignal | undefined): Sink {
  if (signal === undefined) return sink
  return {
    async write(bytes) {
      signal.throwIfAborted()
      await sink.write(bytes)
    },
  }
}
