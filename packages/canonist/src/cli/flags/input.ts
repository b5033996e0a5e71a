import type { TypedFlagParameter } from '@stricli/core'
import { FORMATS, type Format } from '../../io/line-formats.ts'
import { text } from './values.ts'

export const inputFormatFlag: TypedFlagParameter<Format> = {
  kind: 'enum',
  values: FORMATS,
  default: 'text',
  brief: 'Format of the input',
}

export const inputColumnFlag: TypedFlagParameter<string | undefined> = {
  kind: 'parsed',
  parse: text,
  optional: true,
  placeholder: 'name',
  brief: 'Read the URL from this column (csv, tsv, jsonl)',
}
