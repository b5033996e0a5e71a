import type { FrontierContext } from './context.ts'
import { countByReason } from './count-urls.ts'
import { listUrls } from './list-urls.ts'
import { resolveReasons } from './reasons.ts'
import { isPath, resolveText } from './resolve-text.ts'
import { countHostsUrls } from './sql/counts.sql.ts'
import type { UrlListFilter } from './sql/url-list.sql.ts'

/** The number of URLs that a filter matches. */
export interface MatchingUrls {
  readonly urls: number
  /** False if there are more than were counted. */
  readonly isComplete: boolean
}

/** As many as one part of a list has. */
const URLS_AT_ONCE = 500

/**
 * Counts from stored counters, except for the beginning of a path: those URLs are counted one by one, at most about `most` of them. The
 * counters of hosts have a leased URL under the state that it had before.
 */
export async function countMatching(
  context: FrontierContext,
  filter: UrlListFilter,
  most: number,
): Promise<MatchingUrls> {
  const resolved = resolveText(filter)
  if (resolved === null) return { urls: 0, isComplete: true }
  const { q, host, state } = resolved
  const reasons = resolveReasons(resolved)
  if (q !== undefined && isPath(q)) return countOneByOne(context, resolved, most)
  if (q !== undefined)
    return { urls: await countHostsUrls(context.database, q.toLowerCase(), { state, reasons }), isComplete: true }
  const counted = (await countByReason(context, host)).filter(
    (one) =>
      (state === undefined || one.state === state) && (reasons === undefined || reasons.includes(one.reason ?? '')),
  )
  return { urls: counted.reduce((sum, { urls }) => sum + urls, 0), isComplete: true }
}

async function countOneByOne(context: FrontierContext, filter: UrlListFilter, most: number): Promise<MatchingUrls> {
  let [urls, looked, after]: [number, number, string | null] = [0, 0, null]
  do {
    const part = await listUrls(context, filter, { after, limit: URLS_AT_ONCE })
    urls += part.items.length
    looked += URLS_AT_ONCE
    after = part.next
  } while (after !== null && looked < most)
  return { urls, isComplete: after === null }
}
