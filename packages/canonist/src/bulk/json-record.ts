import type { Judge } from './judge.ts'
import { findPath, readPath } from '../io/column.ts'
import { parseJsonObject } from '../io/json-object.ts'
import { replaceMember, splitMembers, type RawMember } from '../io/json-members.ts'
import { rejectLine, type LineOutcome, type RejectedLine } from '../io/line-outcome.ts'

/** A record with the outcome for the URL in its column. */
export interface JudgedRecord {
  readonly outcome: LineOutcome
  /** What stands in the column: null if nothing does. */
  readonly input: unknown
  /** The record itself; null if the line is none. */
  readonly record: Readonly<Record<string, unknown>> | null
  /** The fields as they are spelled, the URL in its column being replaced by the result where `replaces` says so. */
  listMembers(replaces: boolean): readonly RawMember[]
}

/** Reads a line of JSON lines and judges the text in `column`. */
export function judgeRecord(line: string | RejectedLine, column: string, judge: Judge): JudgedRecord {
  if (typeof line !== 'string') return createNoRecord(line, line.input)
  const record = parseJsonObject(line)
  if (record === null) return createNoRecord(rejectLine('line/invalid-json', line), line)
  const path = findPath(record, column)
  const input = readPath(record, path) ?? null
  const outcome = typeof input === 'string' ? judge(input) : rejectLine('line/no-column', line)
  return {
    outcome,
    input,
    record,
    listMembers: (replaces) => {
      const members = splitMembers(line)
      return replaces && outcome.ok ? replaceMember(members, path, JSON.stringify(outcome.url)) : members
    },
  }
}

function createNoRecord(outcome: RejectedLine, input: string): JudgedRecord {
  return { outcome, input, record: null, listMembers: () => [] }
}
