import type { Change } from '@canonist/core'
import { LINE_ERRORS, type LineErrorCode } from './line-errors.ts'

export interface Accepted {
  readonly ok: true
  readonly input: string
  readonly url: string
  readonly changes?: readonly Change[]
}

export interface Rejected {
  readonly ok: false
  readonly input: string
  readonly code: string
  readonly message: string
}

/** What became of one input. */
export type Outcome = Accepted | Rejected

export function rejectLine(code: LineErrorCode, input: string): Rejected {
  const { says, fix } = LINE_ERRORS[code]
  return { ok: false, input, code, message: `${says} ${fix}` }
}

export interface FirstRejected extends Rejected {
  /** Counted from 1. */
  readonly line: number
}

/** What was seen in a stretch of input. */
export interface Tally {
  lines: number
  rejected: number
  first: FirstRejected | null
}

export function emptyTally(): Tally {
  return { lines: 0, rejected: 0, first: null }
}

export function countRejected(tally: Tally, rejected: Rejected, line = tally.lines): void {
  tally.rejected += 1
  tally.first ??= { ...rejected, line }
}

/** Adds the tally of the stretch that follows. */
export function addTally(total: Tally, next: Tally): void {
  if (total.first === null && next.first !== null) {
    total.first = { ...next.first, line: total.lines + next.first.line }
  }
  total.lines += next.lines
  total.rejected += next.rejected
}
