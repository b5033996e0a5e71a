import { Buffer } from 'node:buffer'
import { readHost } from '@canonist/registry/internal/registry/read-host'
import { locatePages } from '@canonist/registry/internal/registry/locate-pages'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { Where } from '@canonist/registry/internal/store/sql-values'
import { NEVER } from '../hosts/clock.ts'
import type { FrontierContext } from './context.ts'
import type { QueuePriority } from './frontier-options.ts'
import type { FrontierState } from './frontier-state.ts'
import { resolveReasons, type ReasonFilter } from './reasons.ts'
import { filterUrls, filterUrlsOf, streamUrlRows, type UrlRow } from './sql/urls.sql.ts'
import { splitIntoChunks } from '@canonist/core/internal/text/chunks'
import type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'

export interface UrlFilter extends ReasonFilter {
  readonly state?: FrontierState | undefined
  readonly host?: string | undefined
  /** URLs in any spelling. Those that are not queued are ignored. */
  readonly urls?: readonly string[] | undefined
  readonly ids?: readonly number[] | undefined
}

/** A URL of the queue. Times are ISO 8601. */
export interface FrontierUrl {
  readonly id: number
  /** The normalized URL, moved after a rename. */
  readonly url: CanonicalUrl
  readonly state: FrontierState
  readonly reason: string | null
  readonly detail: string | null
  readonly host: string
  readonly attempts: number
  readonly httpStatus: number | null
  /** As fetched; null if it never was. */
  readonly finalUrl: string | null
  readonly fetchUrl: FetchUrl
  readonly priority: QueuePriority
  readonly depth: number
  /** The page that it was merged into. */
  readonly mergedInto: number | null
  readonly fetches: number
  readonly changes: number
  readonly contentHash: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly dueAt: string | null
  readonly addedAt: string
  readonly fetchedAt: string | null
  readonly changedAt: string | null
}

const URLS_AT_ONCE = 500

/** Streams URLs in the order in which their pages became known. */
export async function* streamUrls(context: FrontierContext, filter: UrlFilter = {}): AsyncGenerator<FrontierUrl> {
  for await (const where of splitFilter(context, filter)) {
    for await (const row of streamUrlRows(context.database, where)) yield toFrontierUrl(row)
  }
}

/** Conditions on URLs `u`: one if the filter names no URLs, else one for each group of URLs that fits into a statement. */
export async function* splitFilter(context: FrontierContext, filter: UrlFilter): AsyncGenerator<Where> {
  const { urls, ids } = filter
  const host = filter.host === undefined ? undefined : readHost(filter.host)
  const conditions = { state: filter.state, reasons: resolveReasons(filter), host }
  const amongIds = (some: readonly (number | null)[]): Where => {
    const pageIds = [...new Set(some.filter((id) => id !== null))]
    return filterUrlsOf(context.database.dialect, pageIds, conditions)
  }
  if (urls === undefined && ids === undefined) yield filterUrls(conditions)
  for (const some of splitIntoChunks([...new Set(ids)], URLS_AT_ONCE)) yield amongIds(some)
  for (const some of splitIntoChunks(urls ?? [], URLS_AT_ONCE))
    yield amongIds(await locatePages(context.registry, some))
}

const PRIORITY_NAMES = ['low', 'normal', 'high'] as const

export function toFrontierUrl(row: UrlRow): FrontierUrl {
  return {
    id: row.page_id,
    url: row.canonical_url,
    state: row.state,
    reason: row.reason,
    detail: row.detail,
    host: row.host,
    attempts: row.attempts,
    httpStatus: row.http_status,
    finalUrl: row.final_url ?? (row.fetched_at === null ? null : row.fetch_url),
    fetchUrl: row.fetch_url,
    priority: PRIORITY_NAMES[row.priority] ?? 'normal',
    depth: row.depth,
    mergedInto: row.merged_into,
    fetches: row.fetches,
    changes: row.changes,
    contentHash: row.content_hash === null ? null : Buffer.from(row.content_hash).toString('hex'),
    etag: row.etag,
    lastModified: row.last_modified,
    dueAt: formatTime(row.due_at),
    addedAt: isoTime(row.added_at),
    fetchedAt: formatTime(row.fetched_at),
    changedAt: formatTime(row.changed_at),
  }
}

export function formatTime(milliseconds: number | null): string | null {
  return milliseconds === null || milliseconds >= NEVER ? null : isoTime(milliseconds)
}
