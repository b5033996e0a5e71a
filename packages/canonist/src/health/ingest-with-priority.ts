import { ingest, type IngestOptions, type IngestReport, type Lines } from '../registry/ingest/ingest.ts'
import { PAGES_SEEN } from '../registry/ingest/pages-seen.ts'
import { openPolicies } from '../registry/open-registry.ts'
import type { RegistryOptions } from '../registry/registry.ts'
import { openDatabase } from '../store/open-database.ts'
import type { Priority } from './priority.ts'
import { setPrioritySql, valuesOfPriority } from './sql/set-priority.ts'

export interface PriorityIngestOptions extends IngestOptions, Pick<RegistryOptions, 'policy' | 'now'> {
  readonly priority: Priority
}

/**
 * Takes lines into a registry, which is made where there is none, and sets how often their pages are checked. Each batch is
 * written together with its priorities, or not at all.
 */
export async function ingestWithPriority(
  location: string,
  lines: Lines,
  { priority, policy, now = Date.now, source, ...options }: PriorityIngestOptions,
): Promise<IngestReport> {
  const database = await openDatabase(location)
  try {
    const policies = await openPolicies(database, { policy })
    // A run without a priority, or with another one, must not be resumed: its first lines would keep what they have.
    const mark = source === undefined ? undefined : `${priority} ${source}`
    return await ingest(
      { database, policies, now },
      lines,
      { ...options, source: mark },
      async (transaction, id, made) => {
        await transaction.run(setPrioritySql(PAGES_SEEN, ['$2', '$3']), [id, ...valuesOfPriority(priority)])
        return made
      },
    )
  } finally {
    await database.close()
  }
}
