import type { TypedFlagParameter } from '@stricli/core'
import type { DoneExitCode } from '../context.ts'
import { numberOrAll, text } from './values.ts'

/** The flags of every command that can reject some of its inputs and go on with the others. */
export interface RejectionFlags {
  readonly rejects: string | undefined
  /** How many rejected inputs still count as success; `all` is Infinity. */
  readonly maxInvalid: number
}

type Flags<T> = { readonly [Name in keyof T]: TypedFlagParameter<T[Name]> }

export const rejectionFlags: Flags<RejectionFlags> = {
  rejects: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'file',
    brief: 'Write rejected inputs to this file, as JSONL: {"input","file","line","code","message"}',
  },
  maxInvalid: {
    kind: 'parsed',
    parse: numberOrAll,
    default: '0',
    placeholder: 'n|all',
    brief: 'Exit with 0 if at most this many inputs are rejected',
  },
}

export function chooseExitCode(rejected: number, { maxInvalid }: Pick<RejectionFlags, 'maxInvalid'>): DoneExitCode {
  return rejected > maxInvalid ? 1 : 0
}
