import type { FirstRejected, Tally } from './outcome.ts'

/** What a whole run saw. */
export interface Report {
  readonly lines: number
  readonly rejected: number
  readonly first: (FirstRejected & { readonly source: string }) | null
}

export const NOTHING_SEEN: Report = { lines: 0, rejected: 0, first: null }

/** Adds what was seen in the input `source`, which comes after all before it. */
export function addInput(report: Report, source: string, tally: Tally): Report {
  return {
    lines: report.lines + tally.lines,
    rejected: report.rejected + tally.rejected,
    first: report.first ?? (tally.first === null ? null : { ...tally.first, source }),
  }
}

/** Hears how far a run has come: bytes of all inputs, and lines. */
export type OnProgress = (bytes: number, lines: number) => void
