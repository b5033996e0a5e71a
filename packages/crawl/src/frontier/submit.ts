import { ingest, type IngestReport, type Lines } from '@canonist/registry/internal/registry/ingest/ingest'
import { readClock, type PriorityNumber } from '../hosts/sql/shared-clock.sql.ts'
import type { FrontierContext } from './context.ts'
import type { QueuePriority, SubmitOptions } from './frontier.ts'
import { CountChanges } from './sql/counts.sql.ts'
import { countAliasHits, queueSeenPages } from './sql/new-urls.sql.ts'

export const PRIORITY_NUMBERS: Readonly<Record<QueuePriority, PriorityNumber>> = { low: 0, normal: 1, high: 2 }

/** Adds lines to the registry and queues their pages. Each batch is written with its pages, aliases and queue entries, or not at all. */
export async function submit(
  { registry, settings, slot }: FrontierContext,
  lines: Lines,
  { priority = 'normal', depth = 0, source, onAliasHits, ...options }: SubmitOptions,
): Promise<IngestReport> {
  const mark = source === undefined ? undefined : `frontier ${source}`
  let hits = 0
  const report = await ingest(registry, lines, { ...options, source: mark }, async (transaction, policyId) => {
    const now = await readClock(transaction, settings)
    const queued = await queueSeenPages(transaction, { policyId, now, depth, priority: PRIORITY_NUMBERS[priority] })
    const counts = new CountChanges()
    for (const { host_id, urls } of queued) counts.put({ host_id, state: 'pending', reason: null }, urls)
    counts.write(transaction, slot)
    if (onAliasHits !== undefined) hits += await countAliasHits(transaction, policyId)
    return queued.reduce((sum, { urls }) => sum + urls, 0)
  })
  onAliasHits?.(hits)
  return report
}
