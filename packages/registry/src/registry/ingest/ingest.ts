import type { Policy } from '@canonist/core'
import type { Transaction } from '../../store/database.ts'
import type { RegistryContext } from '../context.ts'
import { raiseReviews } from '../reviews/raise-reviews.ts'
import { cutBatches, type Batch, type BatchLimits } from './cut-batches.ts'
import { addReports, type IngestReport } from './ingest-report.ts'
import type { Lines } from './line.ts'
import { freeUrls } from './packed-urls.ts'
import type { PreparedBatch } from './prepare-batch.ts'
import { BatchPreparer, type Preparer } from './batch-preparer.ts'
import { advanceIngestRun, endIngestRun, openIngestRun, type IngestRun } from '../sql/runs.sql.ts'
import { KEEP_REJECTED_MS, writeInvalidLines } from './write-invalid-lines.ts'
import { writeUrls } from './write-urls.ts'

export type { IngestReport } from './ingest-report.ts'
export type { Line, Lines, InvalidLine } from './line.ts'

export interface IngestOptions {
  /** Identifies the input. Call it again with the same source to resume an interrupted import. */
  readonly source?: string | undefined
  /** Lines per transaction: fewer take less memory and more time. */
  readonly batchLines?: number | undefined
  /** Whether another thread prepares the next batch (default: for large batches on several cores). */
  readonly usesThread?: boolean | undefined
  /** Called with the number of lines that are skipped when an interrupted import is resumed. */
  readonly onResume?: ((lines: number) => void) | undefined
  /** Called with the number of lines of the source that are done. */
  readonly onProgress?: ((lines: number) => void) | undefined
  /** Stops before the next batch is written and throws the reason of the signal; batches written until then stay. */
  readonly signal?: AbortSignal | undefined
  /**
   * Receives the report before the run is removed. If the process is killed before that and runs again, it resumes after the last line and
   * gets the same report. Without this, a caller that never saw the report would count every line again.
   */
  readonly onReport?: ((report: IngestReport) => Promise<void>) | undefined
}

/** With these limits a list of any length takes less than 300 MB: three batches are in memory at a time. */
const BATCH_LINES = 20_000
/** Limits batches of long URLs. */
const BATCH_WEIGHT = 8 * 1024 * 1024

/** Smaller batches change too few pages to be worth more memory. */
const BULK_LINES = 5000

/**
 * Runs in the transaction of a batch, after its URLs are written and while all of them are staged as `seen_urls`; returns how many of them count as
 * new.
 */
export type BatchHook = (transaction: Transaction, policyId: number, made: number) => Promise<number>

export async function ingest(
  context: RegistryContext,
  lines: Lines,
  options: IngestOptions,
  onBatch?: BatchHook,
): Promise<IngestReport> {
  const { database, policies, now } = context
  await policies.read(database)
  const policy = policies.active
  const preparer = new BatchPreparer(policy, options.usesThread)
  let run = await openIngestRun(database, options.source ?? null, now())
  if (run.position > 0) options.onResume?.(run.position)
  try {
    for await (const { batch, prepared } of prepareAhead(
      cutBatches(lines, run.position, resolveLimits(options)),
      preparer,
    )) {
      const isDone = batch.isLast && options.onReport === undefined
      const ready = await prepared()
      options.signal?.throwIfAborted()
      run = await writeBatch({ ...context, policy, onBatch }, { run, end: batch.end, isDone }, ready)
      freeUrls(ready.urls)
      options.onProgress?.(run.position)
    }
    await options.onReport?.(run.report)
    if (options.onReport !== undefined) await endIngestRun(database, run)
    return run.report
  } finally {
    await preparer.close()
  }
}

function resolveLimits({ batchLines = BATCH_LINES }: IngestOptions): BatchLimits {
  return { lines: batchLines, weight: BATCH_WEIGHT }
}

interface PendingBatch {
  readonly batch: Batch
  readonly prepared: () => Promise<PreparedBatch>
}

/** Prepares the next batch while one is written. Batches that were read before a failure are still written. */
async function* prepareAhead(batches: AsyncIterable<Batch>, preparer: Preparer): AsyncGenerator<PendingBatch> {
  let waiting: PendingBatch | null = null
  let failure: { readonly error: unknown } | null = null
  try {
    for await (const batch of batches) {
      const before: PendingBatch | null = waiting
      waiting = { batch, prepared: preparer.begin(batch) }
      if (before !== null) yield before
    }
  } catch (error) {
    failure = { error }
  }
  if (waiting !== null) yield waiting
  if (failure !== null) throw failure.error
}

/** Writes a whole batch and the new position of the run, or nothing. */
async function writeBatch(
  {
    database,
    policies,
    now,
    keepRejectedMs = KEEP_REJECTED_MS,
    policy,
    onBatch,
  }: RegistryContext & { policy: Policy; onBatch: BatchHook | undefined },
  { run, end, isDone }: { readonly run: IngestRun; readonly end: number; readonly isDone: boolean },
  { urls, invalidLines, reviews, seen, rejected }: PreparedBatch,
): Promise<IngestRun> {
  return database.transaction(
    async (transaction) => {
      const time = now()
      const policyId = await policies.lockForWriting(transaction, policy, time)
      const written = await writeUrls(transaction, urls, { policyId, now: time, isStaged: onBatch !== undefined })
      const made =
        onBatch === undefined || urls.counts.length === 0 ? written : await onBatch(transaction, policyId, written)
      await writeInvalidLines(transaction, invalidLines, { now: time, keepMs: keepRejectedMs })
      await raiseReviews(transaction, reviews, time)
      const report = addReports(run.report, { seen, new: made, duplicates: seen - rejected - made, rejected })
      const next = { id: run.id, position: end, report, isDone }
      await advanceIngestRun(transaction, run, next, time)
      return next
    },
    { isBulk: seen >= BULK_LINES },
  )
}
