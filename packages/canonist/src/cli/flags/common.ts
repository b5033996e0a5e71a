import type { TypedFlagParameter, TypedPositionalParameter } from '@stricli/core'
import { FORMATS, type Format } from '../../io/line-formats.ts'

type TextFlag = TypedFlagParameter<string>
type OptionalTextFlag = TypedFlagParameter<string | undefined>
type BooleanFlag = TypedFlagParameter<boolean>

export function text(input: string): string {
  return input
}

export const policyFlag: TextFlag = {
  kind: 'parsed',
  parse: text,
  default: 'dedupe',
  placeholder: 'NAME|FILE',
  brief: 'A built-in policy, or a policy file (JSON or YAML)',
}

export const columnFlag: OptionalTextFlag = {
  kind: 'parsed',
  parse: text,
  optional: true,
  placeholder: 'NAME',
  brief: 'The column that holds the URL; the input is then of the same format as the output',
}

export const inputFormatFlag: TypedFlagParameter<Format> = {
  kind: 'enum',
  values: FORMATS,
  default: 'text',
  brief: 'Format of the input',
}

export const inputColumnFlag: OptionalTextFlag = {
  kind: 'parsed',
  parse: text,
  optional: true,
  placeholder: 'NAME',
  brief: 'The column that holds the URL (csv, tsv, jsonl)',
}

export const newRegistryPolicyFlag: OptionalTextFlag = {
  kind: 'parsed',
  parse: text,
  optional: true,
  placeholder: 'NAME|FILE',
  brief: 'The policy of a new registry [default = dedupe]; a registry that has one keeps it',
}

export const csvSafeFlag: BooleanFlag = {
  kind: 'boolean',
  default: false,
  withNegated: false,
  brief: "Put ' in front of cells that a spreadsheet would take for a formula (csv, tsv)",
}

export const keyFlag: BooleanFlag = {
  kind: 'boolean',
  default: false,
  withNegated: false,
  brief: 'Add the key: the SHA-256 of the normalized URL',
}

export const quietFlag: BooleanFlag = {
  kind: 'boolean',
  default: false,
  withNegated: false,
  brief: 'No progress bar and no summary on stderr',
}

export const jsonFlag: BooleanFlag = {
  kind: 'boolean',
  default: false,
  withNegated: false,
  brief: 'Print JSON',
}

export const dbFlag: OptionalTextFlag = {
  kind: 'parsed',
  parse: text,
  optional: true,
  placeholder: 'FILE|URL',
  brief: 'The registry: a file, or postgres://… [default = $CANONIST_DB, else ./canonist.db]',
}

export const urlsOrFiles: { kind: 'array'; parameter: TypedPositionalParameter<string> } = {
  kind: 'array',
  parameter: { parse: text, placeholder: 'URL|FILE', brief: 'A URL, a file of URLs (also .gz and .zst), or -' },
}
