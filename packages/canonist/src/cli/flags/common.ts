import type { ArgumentsDescription, FlagDescription, ArgumentDescription } from './flags-of.ts'
import { text, createNumberParser } from './values.ts'

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

export const policyFlag = {
  kind: 'parsed',
  parse: text,
  default: 'dedupe',
  placeholder: 'name|file',
  brief: 'Built-in policy, or a policy file (JSON or YAML)',
} as const satisfies FlagDescription

export const csvSafeFlag = createSwitch("Put ' before cells that a spreadsheet would run as a formula (csv, tsv)")

export const keyFlag = createSwitch(
  'Add the key, the SHA-256 of the normalized URL: before the URL in text, in a column key in tables',
)

export const quietFlag = createSwitch('Do not print a progress bar or a summary on stderr')

export const jsonFlag = createSwitch('Print JSON')

export const dbFlag = {
  kind: 'parsed',
  parse: text,
  optional: true,
  placeholder: 'file|url',
  brief: 'Registry: a SQLite file, or postgres://… (default: $CANONIST_DB, else ./canonist.db)',
} as const satisfies FlagDescription

export const urlsOrFiles = {
  kind: 'array',
  parameter: {
    parse: text,
    placeholder: 'URL|FILE',
    brief: 'URLs, files with one URL per line (also .gz and .zst), or - for stdin, which is the default',
  },
} as const satisfies ArgumentsDescription

export const filesOrUrls = {
  kind: 'array',
  parameter: {
    parse: text,
    placeholder: 'FILE',
    brief:
      'Files with one URL per line, tables or web archives (also .gz and .zst), URLs, or - for stdin, which is the default',
  },
} as const satisfies ArgumentsDescription

export const reviewId = {
  parse: createNumberParser(1, Number.MAX_SAFE_INTEGER),
  placeholder: 'ID',
  brief: 'Number of the review, as in review list',
} as const satisfies ArgumentDescription
