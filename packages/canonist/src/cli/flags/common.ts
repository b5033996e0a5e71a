import type { TypedFlagParameter, TypedPositionalParameter } from '@stricli/core'
import { text } from './values.ts'

type TextFlag = TypedFlagParameter<string>
type OptionalTextFlag = TypedFlagParameter<string | undefined>
type BooleanFlag = TypedFlagParameter<boolean>

export interface SwitchFlag {
  readonly kind: 'boolean'
  readonly default: false
  readonly withNegated: false
  readonly brief: string
}

/** A flag that is off unless it is given, without a negated form. */
export function createSwitch(brief: string): SwitchFlag {
  return { kind: 'boolean', default: false, withNegated: false, brief }
}

export const policyFlag: TextFlag = {
  kind: 'parsed',
  parse: text,
  default: 'dedupe',
  placeholder: 'name|file',
  brief: 'Built-in policy, or a policy file (JSON or YAML)',
}

export const newRegistryPolicyFlag: OptionalTextFlag = {
  kind: 'parsed',
  parse: text,
  optional: true,
  placeholder: 'name|file',
  brief: 'Policy of a new registry; an existing registry keeps its own (default: dedupe)',
}

export const csvSafeFlag: BooleanFlag = createSwitch(
  "Put ' before cells that a spreadsheet would run as a formula (csv, tsv)",
)

export const keyFlag: BooleanFlag = createSwitch(
  'Add the key, the SHA-256 of the normalized URL: before the URL in text, in a column key in tables',
)

export const quietFlag: BooleanFlag = createSwitch('Do not print a progress bar or a summary on stderr')

export const jsonFlag: BooleanFlag = createSwitch('Print JSON')

export const dbFlag: OptionalTextFlag = {
  kind: 'parsed',
  parse: text,
  optional: true,
  placeholder: 'file|url',
  brief: 'Registry: a SQLite file, or postgres://… (default: $CANONIST_DB, else ./canonist.db)',
}

export const urlsOrFiles: { kind: 'array'; parameter: TypedPositionalParameter<string> } = {
  kind: 'array',
  parameter: {
    parse: text,
    placeholder: 'URL|FILE',
    brief: 'URLs, files with one URL per line (also .gz and .zst), or - for stdin, which is the default',
  },
}

export const filesOrUrls: typeof urlsOrFiles = {
  kind: 'array',
  parameter: {
    parse: text,
    placeholder: 'FILE',
    brief:
      'Files with one URL per line, tables or web archives (also .gz and .zst), URLs, or - for stdin, which is the default',
  },
}
