import type { Session } from '@canonist/registry/internal/store/database'
import type { CheckPriority } from '../priority.ts'
import type { Observation } from '../observation.ts'
import type { PageFilter } from '../page-filter.ts'
import { WATCHED, filterWanted } from './page-conditions.ts'
import type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'

/** A page to check, with its last verdict. */
export interface WatchedPage {
  readonly id: number
  readonly url: CanonicalUrl
  readonly fetchUrl: FetchUrl
  readonly host: string
  /** As set by hand. */
  readonly priority: CheckPriority | null
  readonly verdict: string | null
  readonly since: number | null
}

/** The page of a host that has been due longest. */
export async function findNextPage(
  session: Session,
  hostId: number,
  filter: PageFilter,
  now: number,
  startedAt: number,
): Promise<WatchedPage | null> {
  const where = filterWanted(filter, session.dialect, now, startedAt)
  where.and(`p.host_id = ${where.put(hostId)}`)
  const [row] = await session.all<WatchedPage>(
    `select p.id, p.canonical_url as url, p.fetch_url as "fetchUrl", h.host, s.priority, s.verdict, s.since
     from ${WATCHED} where ${where.sql} order by s.due_at, p.id limit 1`,
    where.list,
  )
  return row ?? null
}

/** The observations of a page, oldest first. */
export async function readHistory(session: Session, pageId: number): Promise<Observation[]> {
  const rows = await session.all<{ readonly seen: string }>(
    'select seen from observations where page_id = $1 order by at',
    [pageId],
  )
  return rows.map(({ seen }) => JSON.parse(seen) as Observation)
}

/** The fragments of a page's aliases. */
export async function readFragments(session: Session, pageId: number): Promise<string[]> {
  const rows = await session.all<{ readonly fragment: string }>(
    `select distinct a.fragment from aliases a join pages p on p.id = a.page_id
     where (p.id = $1 or p.merged_into = $1) and a.fragment is not null order by a.fragment`,
    [pageId],
  )
  return rows.map(({ fragment }) => fragment)
}
