import type { Transaction, Value } from '../../store/database.ts'
import type { PackedUrls } from './packed-urls.ts'
import { unpackUrls } from './unpack-urls.ts'

/** The URLs of a batch, and the ids of `hosts`. */
export interface SeenBatch {
  readonly urls: PackedUrls
  readonly hostIds: readonly number[]
}

const SEEN_COLUMNS = `position integer, key bytes, raw_hash bytes, raw_url text, fragment text, count integer,
  canonical_url text, fetch_url text, host_id integer, link_type text, is_clean integer`

/**
 * Stages URLs of a batch as `seen_urls`.
 *
 * @param isWanted by index; default: all
 */
export async function stageSeenUrls(
  transaction: Transaction,
  batch: SeenBatch,
  isWanted?: (at: number) => boolean,
): Promise<void> {
  await transaction.stage('seen_urls', SEEN_COLUMNS, listSeenRows(batch, isWanted))
}

/** A null URL equals the column before it; only the first URL with a key has a host. */
function* listSeenRows({ urls, hostIds }: SeenBatch, isWanted?: (at: number) => boolean): Generator<readonly Value[]> {
  let position = 0
  for (const { key, rawHash, rawUrl, fragment, count, page } of unpackUrls(urls, isWanted)) {
    position += 1
    const seen = [position, key, rawHash, rawUrl, fragment, count]
    if (page === null) yield [...seen, null, null, null, null, null]
    else {
      const { canonicalUrl, fetchUrl, linkType, isClean } = page
      yield [...seen, canonicalUrl, fetchUrl, hostIds[page.hostNumber] ?? null, linkType, isClean ? 1 : 0]
    }
  }
}
