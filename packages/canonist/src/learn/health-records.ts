import type { CrawlRecord } from '@canonist/core/learn'
import type { Health } from '../health/health.ts'

/**
 * What link health has seen that rules can be read from: pages that redirect permanently. Its fingerprints are none of it:
 * they leave out dates and amounts, in which two pages may differ.
 */
export async function* readHealthRecords(health: Pick<Health, 'streamVerdicts'>): AsyncGenerator<CrawlRecord> {
  for await (const { verdict, fetchUrl, leadsTo } of health.streamVerdicts()) {
    if (verdict === 'moved' && leadsTo !== null) yield { url: fetchUrl, redirect: leadsTo }
  }
}
