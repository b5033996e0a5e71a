import type { TypedFlagParameter } from '@stricli/core'
import { FORMATS, type Format } from '../../io/line-formats.ts'
import { RunError } from '../run-error.ts'
import { createSwitch } from './common.ts'
import { serverUrl, text } from './values.ts'

/** The flags of commands that read and write lists and tables. */
export interface TableFlags {
  readonly format: Format | undefined
  readonly inputFormat: Format | undefined
  readonly column: string | undefined
  readonly into: string | undefined
  readonly delimiter: string | undefined
  readonly noHeader: boolean
  readonly base: string | undefined
  readonly defaultScheme: 'https' | 'http' | undefined
}

type Flags<T> = { readonly [Name in keyof T]: TypedFlagParameter<T[Name]> }

export const tableFlags: Flags<Omit<TableFlags, 'format'>> = {
  inputFormat: {
    kind: 'enum',
    values: FORMATS,
    optional: true,
    brief: 'Format of the input (default: text; with --column, as the file is named, else that of the output)',
  },
  column: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'name',
    brief: 'Read the URL from this column: a name, #2 for the second, or a path such as link.href (jsonl)',
  },
  into: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'name',
    brief: 'Write the result to a new column instead of replacing the URL, and errors to the column error',
  },
  delimiter: {
    kind: 'parsed',
    parse: parseDelimiter,
    optional: true,
    placeholder: 'char',
    brief: 'Character between the cells of CSV, or tab (default: as in the first line of the input)',
  },
  noHeader: createSwitch('The first row of the table is data; name the column by its number'),
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
    brief: 'Scheme of URLs that are written without one',
  },
}

function parseDelimiter(input: string): string {
  const delimiter = input === 'tab' || input === '\\t' ? '\t' : input
  if (/^[\t -~]$/.test(delimiter) && !/[\w"]/.test(delimiter)) return delimiter
  throw new Error('it must be one character, such as ; or tab')
}

export interface TableChoice {
  readonly format: Format
  readonly inputFormat: Format
  readonly column: string | undefined
  readonly into: string | undefined
  readonly delimiter: string | undefined
  readonly hasHeader: boolean
  readonly base: string | undefined
}

/**
 * What the flags mean together.
 *
 * @param args the names of the inputs
 * @param fallback the format of the output for plain text, if none is named
 */
export function readTableFlags(flags: TableFlags, args: readonly string[], fallback: Format): TableChoice {
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
  const format = flags.format ?? (fallback === 'text' ? inputFormat : fallback)
  return { format, inputFormat, column, into, delimiter, hasHeader: !noHeader, base }
}

/** What is named; with a column what the files are called, else the format of the output. */
function chooseInputFormat({ inputFormat, format, column }: TableFlags, args: readonly string[]): Format {
  if (inputFormat !== undefined) return inputFormat
  if (column === undefined) return 'text'
  const named = new Set(args.map(readExtension))
  const [only = null] = named.size === 1 ? named : []
  return only ?? format ?? 'text'
}

const EXTENSIONS: Readonly<Record<string, Format>> = { csv: 'csv', tsv: 'tsv', jsonl: 'jsonl', ndjson: 'jsonl' }

function readExtension(name: string): Format | null {
  const extension = /\.(\w+?)(?:\.(?:gz|zst))?$/.exec(name)?.[1] ?? ''
  return EXTENSIONS[extension.toLowerCase()] ?? null
}

function rejectWithoutTable({ column, into }: TableFlags): void {
  if (column !== undefined) {
    throw new RunError('--column needs an input with columns. Add --input-format csv, tsv or jsonl.', 2)
  }
  if (into !== undefined) {
    throw new RunError('--into needs an input with columns. Add --input-format csv, tsv or jsonl, and --column.', 2)
  }
}
