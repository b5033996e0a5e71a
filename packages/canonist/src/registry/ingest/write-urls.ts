import type { Transaction, Value } from '../../store/database.ts'
import { linkSeenToOtherPages, linkSeenUrls } from '../sql/write-aliases.ts'
import { getHostIdsInBulk } from '../sql/write-host-names.ts'
import { addSeenPages, preferCleanUrls, type SeenOptions } from '../sql/write-pages.ts'
import { NOT_FIRST, type PackedUrls } from './packed-urls.ts'
import { unpackUrls } from './unpack-urls.ts'

/**
 * Links every URL to its page and adds new pages; returns how many are new. `urls` are in the order of the input, and so are the ids of new
 * pages.
 */
export async function writeUrls(transaction: Transaction, urls: PackedUrls, options: SeenOptions): Promise<number> {
  if (urls.counts.length === 0) return 0
  const hostIds = await getHostIdsInBulk(transaction, urls.hosts)
  await transaction.stage('seen_urls', SEEN_COLUMNS, listSeenRows(urls, hostIds))
  const made = await addSeenPages(transaction, options)
  const areNew = made === countPages(urls)
  if (!areNew) await preferCleanUrls(transaction, options.policyId)
  const linked = await linkSeenUrls(transaction, options, areNew)
  if (linked < urls.counts.length) await linkSeenToOtherPages(transaction, options)
  return made
}

const countPages = ({ hostNumbers }: PackedUrls): number =>
  hostNumbers.reduce((count, number) => (number === NOT_FIRST ? count : count + 1), 0)

const SEEN_COLUMNS = `position integer, key bytes, raw_hash bytes, raw_url text, fragment text, count integer,
  canonical_url text, fetch_url text, host_id integer, link_type text, is_clean integer`

/** A null URL equals the column before it; only the first URL with a key has a host. */
function* listSeenRows(urls: PackedUrls, hostIds: readonly number[]): Generator<readonly Value[]> {
  let position = 0
  for (const { key, rawHash, rawUrl, fragment, count, page } of unpackUrls(urls)) {
    position += 1
    const seen = [position, key, rawHash, rawUrl, fragment, count]
    if (page === null) yield [...seen, null, null, null, null, null]
    else {
      const { canonicalUrl, fetchUrl, linkType, isClean } = page
      yield [...seen, canonicalUrl, fetchUrl, hostIds[page.hostNumber] ?? null, linkType, isClean ? 1 : 0]
    }
  }
}
