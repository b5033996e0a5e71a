import type { Transaction } from '../../store/database.ts'
import { linkSeenToOtherPages, linkSeenUrls } from '../sql/aliases-write.sql.ts'
import { getHostIdsInBulk } from '../sql/hosts.sql.ts'
import { addSeenPages, preferCleanUrls, type SeenOptions } from '../sql/pages-write.sql.ts'
import { NOT_FIRST, type PackedUrls } from './packed-urls.ts'
import { stageSeenUrls, type SeenBatch } from './stage-seen-urls.ts'
import { writeUrlsOnSqlite } from './write-urls-on-sqlite.ts'

export interface WriteUrlsOptions extends SeenOptions {
  /** Whether all URLs are staged as `seen_urls` afterwards, for later statements of the transaction. */
  readonly isStaged: boolean
}

/**
 * Links every URL to its page and adds new pages; returns how many are new. `urls` are in the order of the input, and so are the ids of new
 * pages.
 */
export async function writeUrls(
  transaction: Transaction,
  urls: PackedUrls,
  options: WriteUrlsOptions,
): Promise<number> {
  if (urls.counts.length === 0) return 0
  if (transaction.dialect === 'sqlite') {
    const made = await writeUrlsOnSqlite(transaction, urls, options)
    if (options.isStaged) await stageSeenUrls(transaction, await readBatch(transaction, urls))
    return made
  }
  const batch = await readBatch(transaction, urls)
  await stageSeenUrls(transaction, batch)
  const made = await addSeenPages(transaction, options)
  const areNew = made === countPages(urls)
  if (!areNew) await preferCleanUrls(transaction, options.policyId)
  const linked = await linkSeenUrls(transaction, options, areNew)
  if (linked < urls.counts.length) await linkSeenToOtherPages(transaction, options)
  return made
}

async function readBatch(transaction: Transaction, urls: PackedUrls): Promise<SeenBatch> {
  return { urls, hostIds: await getHostIdsInBulk(transaction, urls.hosts) }
}

const countPages = ({ hostNumbers }: PackedUrls): number =>
  hostNumbers.reduce((count, number) => (number === NOT_FIRST ? count : count + 1), 0)
