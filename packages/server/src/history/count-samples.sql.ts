import type { Session, Transaction } from '@canonist/registry/internal/store/database'
import { toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { AllCounts } from '../canonist/count-all.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How wide the span of a sample is, and for how long it is kept. Together at most 7,000 rows. */
export const STEPS = {
  minute: { ms: MINUTE, keptMs: 2 * DAY },
  hour: { ms: HOUR, keptMs: 90 * DAY },
  day: { ms: DAY, keptMs: 5 * 365 * DAY },
} as const

export type SampleStep = keyof typeof STEPS

export interface CountSample {
  readonly at: number
  readonly counts: AllCounts
}

const NAMES = Object.keys(STEPS) as SampleStep[]

/** Writes the counts for the minute, hour and day of `now`, and forgets what is too old. Of several processes the last one counts. */
export async function writeCountSample(transaction: Transaction, counts: AllCounts, now: number): Promise<void> {
  for (const step of NAMES) {
    const { ms, keptMs } = STEPS[step]
    await transaction.run(
      `insert into count_samples (step, at, counts) values ($1, $2, $3)
       on conflict (step, at) do update set counts = excluded.counts`,
      [step, now - (now % ms), toSqlJson(counts)],
    )
    await transaction.run('delete from count_samples where step = $1 and at < $2', [step, now - keptMs])
  }
}

/** The samples from a time on, the oldest first. */
export async function readCountSamples(session: Session, step: SampleStep, from: number): Promise<CountSample[]> {
  const rows = await session.all<{ readonly at: number; readonly counts: string }>(
    'select at, counts from count_samples where step = $1 and at >= $2 order by at',
    [step, from],
  )
  return rows.map(({ at, counts }) => ({ at, counts: JSON.parse(counts) as AllCounts }))
}

/** The newest sample that is not younger than a time; null if there is none. */
export async function findSampleAt(session: Session, time: number): Promise<CountSample | null> {
  let found: CountSample | null = null
  for (const step of NAMES) {
    const [row] = await session.all<{ readonly at: number; readonly counts: string }>(
      'select at, counts from count_samples where step = $1 and at <= $2 order by at desc limit 1',
      [step, time],
    )
    if (row !== undefined && row.at > (found?.at ?? -1))
      found = { at: row.at, counts: JSON.parse(row.counts) as AllCounts }
  }
  return found
}
