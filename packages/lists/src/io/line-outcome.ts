import type { Change } from '@canonist/core'
import { LINE_ERRORS, type LineErrorCode } from './line-errors.ts'

export interface AcceptedLine {
  readonly ok: true
  readonly input: string
  readonly url: string
  readonly changes?: readonly Change[]
}

export interface RejectedLine {
  readonly ok: false
  readonly input: string
  readonly code: string
  readonly message: string
}

/** The result for one line: accepted with its URL, or rejected with a code. */
export type LineOutcome = AcceptedLine | RejectedLine

export function rejectLine(code: LineErrorCode, input: string): RejectedLine {
  const { says, fix } = LINE_ERRORS[code]
  return { ok: false, input, code, message: `${says} ${fix}` }
}

export interface FirstRejected extends RejectedLine {
  /** Counted from 1. */
  readonly line: number
}

/** Counts for a part of the input. */
export interface Tally {
  /** Lines, or rows of a table. */
  lines: number
  /** Lines of the file: a row of a table may take several. */
  fileLines: number
  rejected: number
  /** Those that lack a scheme. */
  schemeless: number
  first: FirstRejected | null
  /** All of them, where they are wanted; null otherwise, since a list may be nothing but rejected lines. */
  kept: FirstRejected[] | null
}

export function createTally(keepsRejected = false): Tally {
  return { lines: 0, fileLines: 0, rejected: 0, schemeless: 0, first: null, kept: keepsRejected ? [] : null }
}

export function countRejected(tally: Tally, rejected: RejectedLine, line = tally.lines): void {
  tally.rejected += 1
  if (rejected.code === 'url/no-scheme') tally.schemeless += 1
  tally.first ??= { ...rejected, line }
  tally.kept?.push({ ...rejected, line })
}

/** Adds the tally of the next part. */
export function addTally(total: Tally, next: Tally): void {
  if (total.first === null && next.first !== null) {
    total.first = { ...next.first, line: total.fileLines + next.first.line }
  }
  total.lines += next.lines
  total.fileLines += next.fileLines
  total.rejected += next.rejected
  total.schemeless += next.schemeless
}
