import type { GetRetentionOutput } from '@canonist/client'
import { formatCount, formatDuration, plural } from '../../ui/format.ts'

type Retained = GetRetentionOutput['limits'][number]

/** What is kept, and how its limit is counted. */
const WORDS: Readonly<Record<string, readonly [thing: string, more: string]>> = {
  pages: ['Pages, aliases and hosts', ''],
  frontier_log: ['History of URLs in the frontier', ''],
  rejected: ['Rejected input', ' after it was last seen'],
  admissions: ['Earlier admissions of a URL', ''],
  observations: ['Observations of a page', ', and those that its verdict follows from'],
  runs: ['Runs and their logs', ' after they ended'],
  uploads: ['Uploads', ' without use, or until their run is done'],
  events: ['Events for live updates', ''],
  counts_by_minute: ['Counts over time, by the minute', ''],
  counts_by_hour: ['Counts over time, by the hour', ''],
  counts_by_day: ['Counts over time, by the day', ''],
}

/** The name of the data, and its limit with its unit. */
export function describeRetention({ data, keptMs, keptRows }: Retained): {
  readonly thing: string
  readonly kept: string
} {
  const [thing, more] = WORDS[data] ?? [data.replaceAll('_', ' '), '']
  if (keptMs !== null) return { thing, kept: formatPeriod(keptMs) + more }
  return { thing, kept: keptRows === null ? 'for ever' : `the ${formatCount(keptRows)} newest${more}` }
}

const DAY = 86_400_000
const YEAR = 365 * DAY

/** `90 days`, `5 years`: the largest unit in which it is whole. */
function formatPeriod(ms: number): string {
  if (ms >= YEAR && ms % YEAR === 0) return plural(ms / YEAR, 'year')
  return ms >= DAY && ms % DAY === 0 ? plural(ms / DAY, 'day') : formatDuration(ms)
}
