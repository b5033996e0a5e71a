import type { RegistryContext } from '../context.ts'
import { batchesOf, type Batch, type BatchLimits } from './batches.ts'
import { addReports, type IngestReport } from './ingest-report.ts'
import type { Lines } from './line.ts'
import { mergeLines } from './merge-lines.ts'
import { advanceRun, openRun, type Run } from './run-log.ts'
import { writeRefused } from './write-refused.ts'
import { writeUrls } from './write-urls.ts'

export type { IngestReport } from './ingest-report.ts'
export type { Line, Lines, RefusedLine } from './line.ts'

export interface IngestOptions {
  /** What the lines come from; the same again while unfinished is taken up where it stopped. */
  readonly source?: string | undefined
  /** Lines that are written at once: fewer take less memory and more time. */
  readonly batchLines?: number | undefined
  /** Hears behind which line a run that was broken off is taken up. */
  readonly onResume?: ((lines: number) => void) | undefined
  /** Hears how many lines of the source are done. */
  readonly onProgress?: ((lines: number) => void) | undefined
}

const BATCH_LINES = 100_000
/** URLs may be long; what waits for its turn must not be. */
const BATCH_WEIGHT = 32 * 1024 * 1024

export async function ingest(
  context: RegistryContext,
  lines: Lines,
  { source, batchLines = BATCH_LINES, onResume, onProgress }: IngestOptions,
): Promise<IngestReport> {
  const { database, policies, now } = context
  await policies.read(database)
  let run = await openRun(database, source ?? null, now())
  if (run.position > 0) onResume?.(run.position)
  const limits: BatchLimits = { lines: batchLines, weight: BATCH_WEIGHT }
  for await (const batch of batchesOf(lines, run.position, limits)) {
    run = await writeBatch(context, run, batch)
    onProgress?.(run.position)
  }
  return run.report
}

/** All of a batch and the note that it is done, or nothing. */
async function writeBatch({ database, policies, now }: RegistryContext, run: Run, batch: Batch): Promise<Run> {
  const merged = mergeLines(batch.lines, policies.inForce)
  return database.transaction(async (transaction) => {
    const time = now()
    const policyId = await policies.idForWriting(transaction, time)
    const made = await writeUrls(transaction, merged.urls, { policyId, now: time })
    await writeRefused(transaction, merged.refused, time)
    const { seen, rejected } = merged
    const report = addReports(run.report, { seen, new: made, duplicates: seen - rejected - made, rejected })
    const next = { id: run.id, position: batch.end, report, isDone: batch.isLast }
    await advanceRun(transaction, run, next, time)
    return next
  })
}
