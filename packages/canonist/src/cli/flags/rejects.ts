import type { TypedFlagParameter } from '@stricli/core'
import { text } from './values.ts'

export const rejectsFlag: TypedFlagParameter<string | undefined> = {
  kind: 'parsed',
  parse: text,
  optional: true,
  placeholder: 'file',
  brief: 'Write rejected inputs to this file, as JSONL: {"input","file","line","code","message"}',
}
