import type { Judge } from './judge.ts'
import { findPath, lacksField, readPath } from '../io/column.ts'
import { isTooDeep } from '../io/json-depth.ts'
import { parseJsonObject } from '../io/json-object.ts'
import { replaceMember, splitMembers, type RawMember } from '../io/json-members.ts'
import { rejectLine, type LineOutcome, type RejectedLine } from '../io/line-outcome.ts'
import { NOT_UTF8_MARK } from '../io/not-utf8-mark.ts'

/** A record with the outcome for the URL in its column. */
export interface JudgedRecord {
  /** Null if the column has no value, where that is allowed. */
  readonly outcome: LineOutcome | null
  /** The value of the column; null if there is none. */
  readonly input: unknown
  /** The record itself; null if the line is not a record. */
  readonly record: Readonly<Record<string, unknown>> | null
  /** The fields as they are spelled; if `replaces` is true, the result replaces the URL in its column. */
  listMembers(replaces: boolean): readonly RawMember[]
}

/** Where the URL of a record is. */
export interface RecordColumn {
  /** A field, or a path such as `link.href`. */
  readonly column: string
  /** Whether a record may lack a URL, as a table may have an empty cell. */
  readonly allowsEmpty: boolean
  /** The fields that the user asked to add. A record that has one of them is rejected, because one of the two values would be lost. */
  readonly reserved: readonly string[]
}

/** Reads a line of JSON lines and judges the text in its column. */
export function judgeRecord(line: string | RejectedLine, column: RecordColumn, judge: Judge): JudgedRecord {
  if (typeof line !== 'string') return createNoRecord(line, line.input)
  if (line.startsWith(NOT_UTF8_MARK)) return judgeText(line.slice(NOT_UTF8_MARK.length), column, rejectBytes)
  return judgeText(line, column, judge)
}

const rejectBytes: Judge = (input) => rejectLine('line/invalid-utf8', input)

function judgeText(line: string, { column, allowsEmpty, reserved }: RecordColumn, judge: Judge): JudgedRecord {
  const record = parseJsonObject(line)
  if (record === null) return createNoRecord(rejectLine('line/invalid-json', line), line)
  if (isTooDeep(line)) return createNoRecord(rejectLine('line/too-deep', line), line)
  const path = findPath(record, column)
  const input = readPath(record, path) ?? null
  const isEmpty = allowsEmpty && (input === '' || (input === null && !lacksField(record, path)))
  const isTaken = reserved.some((name) => Object.hasOwn(record, name))
  const outcome = isTaken ? rejectLine('line/column-taken', line) : isEmpty ? null : judgeInput(input, line, judge)
  return {
    outcome,
    input,
    record,
    listMembers: (replaces) => {
      const members = splitMembers(line)
      return replaces && outcome?.ok === true ? replaceMember(members, path, JSON.stringify(outcome.url)) : members
    },
  }
}

function judgeInput(input: unknown, line: string, judge: Judge): LineOutcome {
  return typeof input === 'string' ? judge(input) : rejectLine('line/no-column', line)
}

function createNoRecord(outcome: RejectedLine, input: string): JudgedRecord {
  return { outcome, input, record: null, listMembers: () => [] }
}
