import type { RegistryContext } from '@canonist/registry/internal/registry/context'
import {
  ingest,
  type IngestOptions,
  type IngestReport,
  type Lines,
} from '@canonist/registry/internal/registry/ingest/ingest'
import { PAGES_SEEN } from '@canonist/registry/internal/registry/sql/pages-read.sql'
import type { CheckPriority } from './priority.ts'
import { formatSetPriority, listPriorityValues } from './sql/due-pages.sql.ts'

export interface PriorityIngestOptions extends IngestOptions {
  readonly priority: CheckPriority
}

/**
 * Adds lines to a registry and sets how often their pages are checked. Each batch is written together with its priorities, or not at
 * all.
 */
export async function ingestWithPriority(
  context: RegistryContext,
  lines: Lines,
  { priority, source, ...options }: PriorityIngestOptions,
): Promise<IngestReport> {
  // A run with another priority, or none, must not be resumed: its first lines would keep their old priority.
  const mark = source === undefined ? undefined : `${priority} ${source}`
  return ingest(context, lines, { ...options, source: mark }, async (transaction, id, made) => {
    await transaction.run(formatSetPriority(PAGES_SEEN, ['$2', '$3']), [id, ...listPriorityValues(priority)])
    return made
  })
}
