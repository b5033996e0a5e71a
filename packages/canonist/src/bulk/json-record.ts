import { formatJson } from '../text/format-json.ts'
import type { Judge } from './judge.ts'
import { parseJsonObject } from '../io/json-object.ts'
import { splitMembers, type RawMember } from '../io/json-members.ts'
import { toJsonFields } from './line-format.ts'
import { rejectLine, type LineOutcome, type RejectedLine } from '../io/line-outcome.ts'

/** A record with the outcome for the URL in its column. */
export interface JudgedRecord {
  readonly outcome: LineOutcome
  /** The record's line of output. */
  write(): string
}

/** Reads a line of JSON lines and judges the text in `column`. */
export function judgeRecord(line: string | RejectedLine, column: string, judge: Judge): JudgedRecord {
  if (typeof line !== 'string') return { outcome: line, write: () => writeRecord([], line, line.input) }
  const record = parseJsonObject(line)
  if (record === null) {
    const outcome = rejectLine('line/invalid-json', line)
    return { outcome, write: () => writeRecord([], outcome, line) }
  }
  const value = Object.hasOwn(record, column) ? record[column] : null
  const outcome = typeof value === 'string' ? judge(value) : rejectLine('line/no-column', line)
  return { outcome, write: () => writeRecord(splitMembers(line), outcome, value ?? null) }
}

/** Keeps the record's own members, except those that the result replaces. */
function writeRecord(members: readonly RawMember[], outcome: LineOutcome, input: unknown): string {
  const added = { input, ...toJsonFields(outcome) }
  const kept = members.filter(({ name }) => !Object.hasOwn(added, name)).map(({ text }) => text)
  return `{${[...kept, formatJson(added).slice(1, -1)].join(',')}}`
}
