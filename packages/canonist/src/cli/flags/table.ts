import {
  isArchiveFormat,
  LIST_INPUT_FORMATS,
  type ListFormat,
  type ListInputFormat,
} from '@canonist/lists/internal/io/line-formats'
import type { ArchiveReader } from '@canonist/lists/internal/lists/record-lines'
import type { OutputFlag } from '../define-command.ts'
import type { Environment } from '../environment.ts'
import { RunError } from '../run-error.ts'
import { createSwitch } from './common.ts'
import type { FlagDescriptions, FlagsOf } from './flags-of.ts'
import { serverUrl, text } from './values.ts'

/** The flags of commands that read and write lists and tables. */
export const tableFlags = {
  inputFormat: {
    kind: 'enum',
    values: LIST_INPUT_FORMATS,
    optional: true,
    brief:
      'Format of the input (default: recognized by its first bytes, else text; with --column, that of the file extension, else --format)',
  },
  column: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'name',
    brief: 'Read the URL from this column: a name, #2 for the second, or a path such as link.href (jsonl, parquet)',
  },
  into: {
    kind: 'parsed',
    parse: parseName,
    optional: true,
    placeholder: 'name',
    brief: 'Keep the URL and write the result to this new column, and the code of an invalid URL to a column error',
  },
  delimiter: {
    kind: 'parsed',
    parse: parseDelimiter,
    optional: true,
    placeholder: 'char',
    brief: 'Delimiter of CSV: one character, or the word tab (default: detected in the first line)',
  },
  noHeader: createSwitch('The table has no header row; name the column by its number, such as #2'),
  base: {
    kind: 'parsed',
    parse: serverUrl,
    optional: true,
    placeholder: 'url',
    brief: 'Resolve relative URLs against this one',
  },
  defaultScheme: {
    kind: 'enum',
    values: ['https', 'http'],
    optional: true,
    brief: 'Add this scheme to URLs that have none',
  },
} as const satisfies FlagDescriptions

/** These and the format of the output, which each of the commands describes itself. */
export type TableFlags = FlagsOf<typeof tableFlags> & { readonly format: ListFormat | undefined }

function parseName(input: string): string {
  if (input.trim() !== '') return input
  throw new Error('it must be the name of a column')
}

function parseDelimiter(input: string): string {
  const delimiter = input === 'tab' || input === '\\t' ? '\t' : input
  if (/^[\t -~]$/.test(delimiter) && !/[\w"]/.test(delimiter)) return delimiter
  throw new Error('it must be one ASCII character other than a letter, a digit, _ or a quote, such as ; or tab')
}

export interface TableChoice {
  readonly format: ListFormat
  readonly inputFormat: ListInputFormat
  readonly column: string | undefined
  readonly into: string | undefined
  readonly delimiter: string | undefined
  readonly hasHeader: boolean
  readonly base: string | undefined
  readonly openArchives: () => Promise<ArchiveReader>
}

/**
 * What the flags mean together.
 *
 * @param args the names of the inputs
 * @param fallback the format of the output for plain text, if none is named
 */
export function readTableFlags(
  flags: TableFlags & OutputFlag & { readonly key: boolean },
  args: readonly string[],
  fallback: 'text' | 'jsonl',
): TableChoice {
  const { column, into, delimiter, noHeader, base } = flags
  const inputFormat = chooseInputFormat(flags, args)
  const isTable = inputFormat === 'csv' || inputFormat === 'tsv'
  if (inputFormat === 'text') rejectWithoutTable(flags)
  if (delimiter !== undefined && inputFormat !== 'csv' && flags.format !== 'csv') {
    throw new RunError('--delimiter is for CSV. Add --input-format csv.', 2)
  }
  if (noHeader && !isTable) throw new RunError('--no-header is for tables. Add --input-format csv or tsv.', 2)
  if (noHeader && !/^#[1-9]\d*$/.test(column ?? '')) {
    throw new RunError('Without a header, a column is named by its number. Add --column "#1", for example.', 2)
  }
  if (isArchiveFormat(inputFormat) && column !== undefined && column !== 'url') {
    throw new RunError(`--column is for tables. The URL of a record of ${inputFormat} is in url.`, 2)
  }
  const own = isArchiveFormat(inputFormat) ? 'text' : inputFormat
  const format = flags.format ?? (fallback === 'text' ? own : fallback)
  rejectInto(flags, format)
  rejectOtherName(flags, format)
  return { format, inputFormat, column, into, delimiter, hasHeader: !noHeader, base, openArchives }
}

async function openArchives(): Promise<ArchiveReader> {
  const { ARCHIVE_READER } = await import('@canonist/learn/internal/logs/archive-reader')
  return ARCHIVE_READER
}

/** The named format; with a column, the format that the file names show, or else that of the output. */
function chooseInputFormat({ inputFormat, format, column }: TableFlags, args: readonly string[]): ListInputFormat {
  if (inputFormat !== undefined) return inputFormat
  if (column === undefined) return 'text'
  return readSharedExtension(args) ?? format ?? 'text'
}

const EXTENSIONS: Readonly<Record<string, ListFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  parquet: 'parquet',
}

/** The format that the name of a file shows. */
export function readExtension(name: string): ListFormat | null {
  const extension = /\.(\w+?)(?:\.(?:gz|zst))?$/.exec(name)?.[1] ?? ''
  return EXTENSIONS[extension.toLowerCase()] ?? null
}

/** The format that the names of all files show; null if one of them shows none. */
export function readSharedExtension(names: readonly string[]): ListFormat | null {
  const formats = names.map(readExtension)
  const [first = null] = formats
  const other = formats.findIndex((format) => format !== null && first !== null && format !== first)
  if (other !== -1)
    throw new RunError(`${names[other]}: its format differs from that of ${names[0]}. Run them one by one.`, 2)
  return formats.includes(null) ? null : first
}

function rejectWithoutTable({ column, into }: TableFlags): void {
  if (column !== undefined) {
    throw new RunError('--column needs an input with columns. Add --input-format csv, tsv, jsonl or parquet.', 2)
  }
  if (into !== undefined) {
    throw new RunError(
      '--into needs an input with columns. Add --input-format csv, tsv, jsonl or parquet, and --column.',
      2,
    )
  }
}

/** The new column must be one that is written, and not one of those that come with it. */
function rejectInto({ into, key }: TableFlags & { readonly key: boolean }, format: ListFormat): void {
  if (into === undefined) return
  if (format === 'text')
    throw new RunError('--into adds a column, and text has none. Add --format csv, for example.', 2)
  if (into === 'error' || (key && into === 'key'))
    throw new RunError(`--into ${into}: Canonist writes a column of that name itself. Choose another name.`, 2)
}

/** Without this check, the mistake shows only when another program reads the file. */
function rejectOtherName({ output }: OutputFlag, format: ListFormat): void {
  if (output === undefined) return
  const compression = /\.(?:gz|zst)$/i.exec(output)?.[0]
  if (compression !== undefined)
    throw new RunError(`${output}: the output is not compressed. Name the file without ${compression}.`, 2)
  const named = readExtension(output)
  if (named === null || named === format || isPlainTable(named, format)) return
  throw new RunError(`${output}: the output is ${format}. Add --format ${named}, or choose another name.`, 2)
}

/** A list of URLs is also a table with one column, and CSV may be delimited by tabs. */
const isPlainTable = (named: ListFormat, format: ListFormat): boolean =>
  (named === 'csv' || named === 'tsv') && (format === 'csv' || format === 'tsv' || format === 'text')

/** Binary data would garble a terminal. */
export function rejectOnTerminal(format: string, { isReadByPerson }: Pick<Environment, 'isReadByPerson'>): void {
  if (format !== 'parquet' || !isReadByPerson) return
  throw new RunError('Parquet cannot be shown on a terminal. Add --output FILE, or redirect the output with > or |.', 2)
}

/** Rejects --csv-safe for formats that no spreadsheet takes for formulas. */
export function rejectSafeWithoutTable(isSafe: boolean, format: string): void {
  if (!isSafe || format === 'csv' || format === 'tsv') return
  throw new RunError(`--csv-safe is for tables, not for ${format}. Add --format csv.`, 2)
}
