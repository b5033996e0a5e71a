import type { CrawlRecord } from '@canonist/learn/internal/log/types'
import type { Health } from '@canonist/links/internal/health/health'

/**
 * Reads from link health the pages that redirect permanently. Its fingerprints cannot be used: they ignore dates and amounts,
 * in which two pages may differ.
 */
export async function* readHealthRecords(health: Pick<Health, 'streamVerdicts'>): AsyncGenerator<CrawlRecord> {
  for await (const { verdict, fetchUrl, leadsTo } of health.streamVerdicts()) {
    if (verdict === 'moved' && leadsTo !== null) yield { url: fetchUrl, redirect: leadsTo }
  }
}
