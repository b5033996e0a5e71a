import type { DoneExitCode } from '../context.ts'
import type { FlagDescriptions, FlagsOf } from './flags-of.ts'
import { numberOrAll, text } from './values.ts'

/** The flags of every command that can reject some of its inputs and go on with the others. */
export const rejectionFlags = {
  rejects: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'file',
    brief: 'Write rejected inputs to this file, as JSONL: {"input","file","line","code","message"}',
  },
  /** How many rejected inputs still count as success; `all` is Infinity. */
  maxInvalid: {
    kind: 'parsed',
    parse: numberOrAll,
    default: '0',
    placeholder: 'n|all',
    brief: 'Exit with 0 if at most this many inputs are rejected',
  },
} as const satisfies FlagDescriptions

export type RejectionFlags = FlagsOf<typeof rejectionFlags>

export function chooseExitCode(rejected: number, { maxInvalid }: Pick<RejectionFlags, 'maxInvalid'>): DoneExitCode {
  return rejected > maxInvalid ? 1 : 0
}
