import type { FrontierState } from 'canonist/client'

/** A word to filter by, and how many rows it would show. */
export interface FilterOption {
  readonly value: string
  readonly rows: number
}

interface ReasonTotal {
  readonly state: FrontierState
  readonly reason: string | null
  readonly urls: number
}

const STATES: readonly FrontierState[] = ['pending', 'leased', 'fetched', 'retry', 'dead', 'excluded']

/** Every state, with the number of its URLs, or of those that have the chosen reason as well. */
export const listStateOptions = (totals: readonly ReasonTotal[], reason: string | undefined): FilterOption[] =>
  STATES.map((state) => ({
    value: state,
    rows: sumUrls(totals.filter((one) => one.state === state && (reason === undefined || one.reason === reason))),
  }))

/** The reasons that URLs have, or those of the chosen state; the most frequent first. */
export function listReasonOptions(totals: readonly ReasonTotal[], state: string | undefined): FilterOption[] {
  const rows = new Map<string, number>()
  for (const { reason, urls, ...one } of totals)
    if (reason !== null && (state === undefined || one.state === state))
      rows.set(reason, (rows.get(reason) ?? 0) + urls)
  return [...rows]
    .filter(([, urls]) => urls > 0)
    .map(([value, urls]) => ({ value, rows: urls }))
    .toSorted(byRows)
}

const byRows = (a: FilterOption, b: FilterOption): number => b.rows - a.rows

const sumUrls = (totals: readonly ReasonTotal[]): number => totals.reduce((sum, { urls }) => sum + urls, 0)
