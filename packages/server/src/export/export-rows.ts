import type { Sink } from '@canonist/lists/internal/io/sink'
import type { Registry } from '@canonist/registry/internal/registry/registry'
import type { Canonist } from '../canonist/open-canonist.ts'
import { createStep, type RunOptions } from '../canonist/run-options.ts'
import { EXPORT_COLUMNS, type Exported, type ExportRow } from './export-columns.ts'
import { createCsvWriter, writeJsonl, type WriteExport } from './write-export.ts'

export type { Exported } from './export-columns.ts'

export type ExportFormat = 'jsonl' | 'csv' | 'parquet'

/** Progress is the number of rows. */
export interface ExportOptions extends RunOptions {
  readonly format: ExportFormat
  /** Of CSV: whether cells are kept from being read as formulas. */
  readonly csvSafe?: boolean | undefined
}

/** Writes everything of one kind that the registry has, and returns the number of rows. */
export async function exportRows(
  canonist: Canonist,
  what: Exported,
  sink: Sink,
  options: ExportOptions,
): Promise<number> {
  const write = await loadWriter(options)
  const rows = readRows(await canonist.registry(), what)
  return write(countRows(rows, createStep(options)), EXPORT_COLUMNS[what], sink)
}

async function* countRows(rows: AsyncIterable<ExportRow>, step: (count: number) => void): AsyncGenerator<ExportRow> {
  let count = 0
  for await (const row of rows) {
    step((count += 1))
    yield row
  }
}

async function loadWriter({ format, csvSafe = false }: ExportOptions): Promise<WriteExport> {
  if (format === 'parquet') return (await import('./write-parquet.ts')).writeParquet
  return format === 'csv' ? createCsvWriter(csvSafe) : writeJsonl
}

async function* readRows(registry: Registry, what: Exported): AsyncGenerator<ExportRow> {
  const rows = {
    pages: () => registry.exportPages(),
    aliases: () => registry.exportAliases(),
    rejected: () => registry.exportRejected(),
    reviews: () => registry.exportReviews(),
    admissions: () => registry.exportAdmissions(),
    facts: () => registry.exportFacts(),
  }[what]()
  for await (const row of rows) yield { ...row }
}
