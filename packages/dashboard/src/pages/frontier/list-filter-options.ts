import type { FrontierState } from '@canonist/client'
import type { QueueFilter } from './queue-filter.ts'

/** A word to filter by, and how many rows it would show. */
export interface FilterOption {
  readonly value: string
  readonly rows: number
}

interface ReasonTotal {
  readonly state: FrontierState
  readonly reason: string | null
  readonly reasonClass: string | null
  readonly urls: number
}

const STATES: readonly FrontierState[] = ['pending', 'leased', 'fetched', 'retry', 'dead', 'excluded']

/** Every state, with the number of its URLs, or of those that match the other filters as well. */
export function listStateOptions(totals: readonly ReasonTotal[], { reason, reasonClass }: QueueFilter): FilterOption[] {
  const matching = totals.filter((one) => isAmong(one.reason, reason) && isAmong(one.reasonClass, reasonClass))
  return STATES.map((state) => ({ value: state, rows: sumUrls(matching.filter((one) => one.state === state)) }))
}

/** The reasons that URLs have, or those of the chosen state and classes; the most frequent first. */
export const listReasonOptions = (
  totals: readonly ReasonTotal[],
  { state, reasonClass }: QueueFilter,
): FilterOption[] => countWords(totals, { state }, (one) => (isAmong(one.reasonClass, reasonClass) ? one.reason : null))

/** The classes of the reasons that URLs have, or those of the chosen state; the most frequent first. */
export const listClassOptions = (totals: readonly ReasonTotal[], { state, reason }: QueueFilter): FilterOption[] =>
  countWords(totals, { state }, (one) => (isAmong(one.reason, reason) ? one.reasonClass : null))

function countWords(
  totals: readonly ReasonTotal[],
  { state }: QueueFilter,
  readWord: (total: ReasonTotal) => string | null,
): FilterOption[] {
  const rows = new Map<string, number>()
  for (const total of totals) {
    const word = state === undefined || total.state === state ? readWord(total) : null
    if (word !== null) rows.set(word, (rows.get(word) ?? 0) + total.urls)
  }
  return [...rows]
    .filter(([, urls]) => urls > 0)
    .map(([value, urls]) => ({ value, rows: urls }))
    .toSorted(byRows)
}

/** Whether the word is one of those that a filter has, separated by commas. */
const isAmong = (word: string | null, wanted: string | undefined): boolean =>
  wanted === undefined || (word !== null && wanted.split(',').includes(word))

const byRows = (a: FilterOption, b: FilterOption): number => b.rows - a.rows

const sumUrls = (totals: readonly ReasonTotal[]): number => totals.reduce((sum, { urls }) => sum + urls, 0)
