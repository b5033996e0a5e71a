import { KEEP_LOG_MS } from '@canonist/crawl/internal/frontier/frontier-settings'
import { KEPT_OBSERVATIONS } from '@canonist/links/internal/health/kept-observations'
import { MAX_EARLIER_RECORDS } from '@canonist/registry/internal/registry/admissions/store-record'
import { KEEP_REJECTED_MS } from '@canonist/registry/internal/registry/ingest/write-invalid-lines'
import { STEPS } from './count-samples.sql.ts'
import type { Canonist } from '../canonist/open-canonist.ts'
import { KEPT_EVENTS } from '../events/events.sql.ts'
import { RUN_KEPT_MS } from '../runs/runs.sql.ts'
import { UPLOAD_KEPT_MS } from '../runs/uploads.sql.ts'

/** For how long one kind of data is kept. */
export interface RetainedData {
  readonly data: RetainedKind
  /** In milliseconds; null without a limit in time. */
  readonly keptMs: number | null
  /** How many are kept, the newest ones; null without such a limit. */
  readonly keptRows: number | null
  /** The option of `openCanonist` that sets it; null if it is fixed. */
  readonly option: string | null
}

export const RETAINED_KINDS = [
  'pages',
  'frontier_log',
  'rejected',
  'admissions',
  'observations',
  'runs',
  'uploads',
  'events',
  'counts_by_minute',
  'counts_by_hour',
  'counts_by_day',
] as const
export type RetainedKind = (typeof RETAINED_KINDS)[number]

/** The limits that this process applies, those of its options included. */
export function readRetention({ kept }: Canonist): RetainedData[] {
  const { keepLogMs = KEEP_LOG_MS, keepRejectedMs = KEEP_REJECTED_MS, keepAdmissions = MAX_EARLIER_RECORDS } = kept
  return [
    { data: 'pages', keptMs: null, keptRows: null, option: null },
    { data: 'frontier_log', keptMs: keepLogMs, keptRows: null, option: 'keepLogMs' },
    { data: 'rejected', keptMs: keepRejectedMs, keptRows: null, option: 'keepRejectedMs' },
    { data: 'admissions', keptMs: null, keptRows: keepAdmissions, option: 'keepAdmissions' },
    { data: 'observations', keptMs: null, keptRows: KEPT_OBSERVATIONS, option: null },
    { data: 'runs', keptMs: RUN_KEPT_MS, keptRows: null, option: null },
    { data: 'uploads', keptMs: UPLOAD_KEPT_MS, keptRows: null, option: null },
    { data: 'events', keptMs: null, keptRows: KEPT_EVENTS, option: null },
    { data: 'counts_by_minute', keptMs: STEPS.minute.keptMs, keptRows: null, option: null },
    { data: 'counts_by_hour', keptMs: STEPS.hour.keptMs, keptRows: null, option: null },
    { data: 'counts_by_day', keptMs: STEPS.day.keptMs, keptRows: null, option: null },
  ]
}
