import type { TypedFlagParameter } from '@stricli/core'
import type { DoneExitCode } from '../context.ts'

/** How many rejected inputs still count as success; `all` is Infinity. */
export const maxInvalidFlag: TypedFlagParameter<number> = {
  kind: 'parsed',
  parse: parseMaxInvalid,
  default: '0',
  placeholder: 'n|all',
  brief: 'Exit with 0 in spite of this many rejected inputs',
}

export function exitCodeFor(rejected: number, maxInvalid: number): DoneExitCode {
  return rejected > maxInvalid ? 1 : 0
}

function parseMaxInvalid(input: string): number {
  if (input === 'all') return Number.POSITIVE_INFINITY
  if (!/^\d+$/.test(input)) throw new Error('it must be a number, or all')
  return Number(input)
}
