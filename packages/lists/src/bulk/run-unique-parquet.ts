import { Buffer } from 'node:buffer'
import { tmpdir } from 'node:os'
import type { KeptFile } from '../io/keep-input.ts'
import { addToReport, EMPTY_REPORT, type InputReport, type OnProgress, type OnRejected } from '../io/input-report.ts'
import { createTally } from '../io/line-outcome.ts'
import type { Sink } from '../io/sink.ts'
import { findUrlColumn } from '../parquet/find-leaf.ts'
import { withParquet } from '../parquet/open-input.ts'
import { openChunk } from '../parquet/open-parquet.ts'
import { OutputBuffer } from './output-buffer.ts'
import { readUrlPages, type JudgedPage } from './parquet-urls.ts'
import { RowSet } from './row-set.ts'
import type { DedupeReport } from './run-dedupe.ts'
import { countEntry, countRows, runParquet, type ParquetRun } from './run-parquet.ts'
import { Candidates } from './spill/candidates.ts'
import { LimitedRun } from './spill/limited-run.ts'
import type { MemoryLimit } from './spill/memory-limit.ts'
import { UniqueRecords, type SavedUnique } from './spill/unique-records.ts'

export interface UniqueParquetRun extends ParquetRun {
  /** Random bytes for the key of the hash table, new in every run. */
  readonly salt: string
  readonly memory: MemoryLimit
}

/**
 * Keeps the first row of every URL. A first pass reads the URLs and marks the rows to keep, with one bit per row; a second pass rewrites
 * the files.
 */
export async function runUniqueParquet(
  files: readonly KeptFile[],
  run: UniqueParquetRun,
  sink: Sink,
  onProgress: OnProgress,
  onRejected?: OnRejected,
): Promise<DedupeReport> {
  const { rows, report } = await findFirstRows(files, run, onRejected)
  await runParquet(files, { ...run, temp: run.memory.temp ?? tmpdir() }, sink, onProgress, undefined, rows)
  return report
}

interface FirstRows {
  readonly rows: RowSet
  readonly report: DedupeReport
}

/** Its table of URLs is garbage when it returns, before the second pass needs memory. */
function findFirstRows(
  files: readonly KeptFile[],
  run: UniqueParquetRun,
  onRejected: OnRejected | undefined,
): Promise<FirstRows> {
  const limited = new LimitedRun<SavedUnique>(run.memory, null, run.salt)
  const unique = new UniqueRecords(limited.salt, run.memory.bytes, (from) => new Candidates(limited.openFolder(), from))
  limited.watch([], unique)
  return limited.run(() => markFirstRows(files, run, unique, onRejected))
}

async function markFirstRows(
  files: readonly KeptFile[],
  run: ParquetRun,
  unique: UniqueRecords,
  onRejected: OnRejected | undefined,
): Promise<FirstRows> {
  const rows = new RowSet(await countAllRows(files, run.column))
  let [report, row]: [InputReport, number] = [EMPTY_REPORT, 0]
  const memory = new OutputBuffer(Buffer.allocUnsafeSlow(ROW_BYTES))
  for (const file of files) {
    const tally = createTally(onRejected !== undefined)
    await withParquet(file, async (parquet) => {
      const column = findUrlColumn(parquet, run.column)
      for (const group of parquet.metadata.row_groups.keys()) {
        for await (const page of readUrlPages(openChunk(parquet, group, column.leaf), run.judge, column.jsonPath)) {
          for (const entry of page.entries) countEntry(tally, entry?.outcome ?? null)
          addRows(rows, unique.takeCandidates(listNew(page, { first: row, unique, memory })))
          row += page.entries.length
        }
        await onRejected?.(
          tally.kept?.splice(0).map((rejected) => Object.assign(rejected, { source: file.name })) ?? [],
        )
      }
    })
    report = addToReport(report, file.name, tally)
  }
  const count = await unique.finish(createRowSink(rows))
  return { rows, report: { ...report, accepted: unique.accepted, unique: count } }
}

async function countAllRows(files: readonly KeptFile[], column: string): Promise<number> {
  let count = 0
  for (const file of files) {
    await withParquet(file, (parquet) => {
      const { leaf } = findUrlColumn(parquet, column)
      for (const group of parquet.metadata.row_groups.keys()) count += countRows({ parquet, group, leaf })
      return Promise.resolve()
    })
  }
  return count
}

/** Numbers of rows, as records of the same length. */
interface RowRecords {
  readonly output: Buffer
  readonly length: number
}

const ROW_BYTES = 8

interface NewRows {
  /** The number of the first row. */
  readonly first: number
  readonly unique: UniqueRecords
  /** For the result. */
  readonly memory: OutputBuffer
}

/** The rows of a part of a page whose URL was not seen before, or may be new. */
function listNew({ entries }: JudgedPage, { first, unique, memory }: NewRows): RowRecords {
  memory.reserve(entries.length * ROW_BYTES)
  const { bytes: output } = memory
  let length = 0
  for (const [at, entry] of entries.entries()) {
    const outcome = entry?.outcome ?? null
    if (outcome?.ok !== true || !unique.isNew(outcome.url)) continue
    length = output.writeDoubleLE(first + at, length)
    unique.endRecord(length)
  }
  return { output, length }
}

function addRows(rows: RowSet, { output, length }: RowRecords): void {
  for (let at = 0; at < length; at += ROW_BYTES) rows.add(output.readDoubleLE(at))
}

/** Takes records in pieces of any length. */
function createRowSink(rows: RowSet): Sink {
  let rest = Buffer.alloc(0)
  return {
    write(bytes) {
      const output = Buffer.concat([rest, bytes])
      const length = output.length - (output.length % ROW_BYTES)
      addRows(rows, { output, length })
      rest = output.subarray(length)
      return Promise.resolve()
    },
  }
}
