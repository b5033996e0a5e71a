import { countDifferentBits } from '@canonist/web/internal/extract/simhash'

const MOST_BITS = 3

/** Whether two fetches look like one page; null where the records cannot tell. */
export function hasSameContent(a, b) {
  if (a.contentHash !== undefined && a.contentHash === b.contentHash) return true
  if (a.simhash !== undefined && b.simhash !== undefined) return countDifferentBits(a.simhash, b.simhash) <= MOST_BITS
  if (a.contentHash !== undefined && b.contentHash !== undefined) return false
  return a.size === undefined || b.size === undefined ? null : a.size === b.size
}
