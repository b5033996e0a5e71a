import type { TypedFlagParameter } from '@stricli/core'

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
