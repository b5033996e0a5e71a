import type { TypedFlagParameter } from '@stricli/core'
import { FORMATS, type Format } from '@canonist/lists/internal/io/line-formats'
import { text } from './values.ts'

export const inputFormatFlag: TypedFlagParameter<Format | undefined> = {
  kind: 'enum',
  values: FORMATS,
  optional: true,
  brief: 'Format of the input (default: text; with --column, that of the file extension)',
}

export const inputColumnFlag: TypedFlagParameter<string | undefined> = {
  kind: 'parsed',
  parse: text,
  optional: true,
  placeholder: 'name',
  brief: 'Read the URL from this column: a name (csv, tsv, jsonl), or #2 for the second (csv, tsv)',
}
