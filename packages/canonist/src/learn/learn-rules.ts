import { learnRules as learnPure, type CrawlRecord, type LearnOptions, type LearnResult } from '@canonist/core/learn'
import { FileSpool } from './file-spool.ts'

/**
 * Finds the rules by which a site's URLs lead to the same page. As `learnRules` of `@canonist/core/learn`, but pages of sites that are
 * larger than `maxUrlsPerSite` wait in a temporary file for the count, not in memory.
 *
 * @example
 * const { policy } = await learnRules([{ url: 'https://example.com/?sid=1', contentHash: 'a' }])
 * policy.name // 'learned'
 */
export async function learnRules(
  records: Iterable<CrawlRecord> | AsyncIterable<CrawlRecord>,
  options: LearnOptions = {},
): Promise<LearnResult> {
  const spool = new FileSpool()
  try {
    return await learnPure(records, { createSpool: spool.create, ...options })
  } finally {
    spool.close()
  }
}
