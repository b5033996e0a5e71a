import type { FirstRejected, Tally } from './line-outcome.ts'

/** Counts of a whole run. */
export interface InputReport {
  readonly lines: number
  readonly rejected: number
  /** Those that lack a scheme. */
  readonly schemeless: number
  readonly first: (FirstRejected & { readonly source: string }) | null
}

export const EMPTY_REPORT: InputReport = { lines: 0, rejected: 0, schemeless: 0, first: null }

/** Adds the counts of the next input, `source`. */
export function addToReport(report: InputReport, source: string, tally: Tally): InputReport {
  return {
    lines: report.lines + tally.lines,
    rejected: report.rejected + tally.rejected,
    schemeless: report.schemeless + tally.schemeless,
    first: report.first ?? (tally.first === null ? null : { ...tally.first, source }),
  }
}

/** A rejected input with its place. */
export interface RejectedInput extends FirstRejected {
  readonly source: string
}

/** Receives every rejected input, in the order of the input. */
export type OnRejected = (rejected: readonly RejectedInput[]) => Promise<void>

/** Receives the progress of a run: bytes and lines of all inputs. */
export type OnProgress = (bytes: number, lines: number) => void
