import { learnRules as learnPure, type CrawlRecord, type LearnOptions, type LearnResult } from '@canonist/core/learn'
import { FileSpool } from './file-spool.ts'

/**
 * Finds rules that say which URLs of a site are the same page. Like `learnRules` of `@canonist/core/learn`, but pages of sites
 * larger than `maxUrlsPerSite` wait for the count in a temporary file, not in memory.
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
