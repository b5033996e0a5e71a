import type { Dialect, Session } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import { Where } from '@canonist/registry/internal/store/sql-values'
import type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'
import type { PageFilter } from '../page-filter.ts'
import type { CheckPriority } from '../priority.ts'

// Watched pages: conditions that select them, and what is read of `page_health` by these.

/** 1 for a page `p` whose active admissions are all rejections. A scalar, so that no planner joins all aliases for one page. */
export const IS_TURNED_AWAY = `coalesce((
  select min(case when d.decision = 'reject' then 1 else 0 end)
  from aliases a join admissions d on d.original_hash = a.raw_hash and d.in_force = 1
  where a.page_id in (select p.id union all select m.id from pages m where m.merged_into = p.id)), 0)`

/** Pages `p` on hosts `h` that are not merged, not rejected, and match the filter, due or not. */
export function filterPages(filter: PageFilter, dialect: Dialect): Where {
  return filterByPage(filter, dialect).and(`${IS_TURNED_AWAY} = 0`)
}

/** Pages whose admissions are all rejections: they stay in the registry, but get no requests. */
function filterTurnedAway(filter: PageFilter, dialect: Dialect): Where {
  return filterByPage(filter, dialect).and(`${IS_TURNED_AWAY} = 1`)
}

function filterByPage({ host, pageIds }: PageFilter, dialect: Dialect): Where {
  const where = new Where().and('p.merged_into is null')
  if (host !== undefined) where.and(`h.host = ${where.put(host)}`)
  if (pageIds !== undefined) where.and(`p.id in ${selectJsonIds(dialect, where.put(toSqlJson(pageIds)))}`)
  return where
}

/** Pages to check in a pass that began at `startedAt`: none twice, whichever process checked it. */
export function filterWanted(filter: PageFilter, dialect: Dialect, now: number, startedAt: number): Where {
  const where = filterPages(filter, dialect)
  where.and(`(s.checked_at is null or s.checked_at < ${where.put(startedAt)})`)
  if (filter.isAll !== true) where.and(`s.due_at <= ${where.put(now)}`)
  return where
}

export const WATCHED = 'page_health s join pages p on p.id = s.page_id join hosts h on h.id = p.host_id'

/** Starts to watch every page of the registry that is not watched yet. New pages are due at once. */
export async function enrolPages(session: Session): Promise<number> {
  return session.run(
    `insert into page_health (page_id, due_at)
     select p.id, 0 from pages p where p.merged_into is null
       and not exists (select 1 from page_health s where s.page_id = p.id)
     on conflict (page_id) do nothing`,
  )
}

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

export interface RespondingPage {
  readonly hostId: number
  readonly host: string
  readonly fetchUrl: FetchUrl
}

/** One page for each host that responded at its last check, most recent first. */
export function findRespondingPages(session: Session, most: number): Promise<RespondingPage[]> {
  const where = filterPages({}, session.dialect).and("s.verdict in ('healthy', 'moved', 'guarded')")
  return session.all<RespondingPage>(
    `select h.id as "hostId", h.host, min(p.fetch_url) as "fetchUrl" from ${WATCHED}
     where ${where.sql}
     group by h.id, h.host order by max(s.checked_at) desc, h.id limit ${most}`,
    where.list,
  )
}

/** Pages that are not checked because their newest admission is a rejection. */
export interface TurnedAway {
  readonly pages: number
  /** One of them; null if there is none. */
  readonly example: string | null
}

export async function countTurnedAway(session: Session, filter: PageFilter): Promise<TurnedAway> {
  const where = filterTurnedAway(filter, session.dialect)
  const [found] = await session.all<TurnedAway>(
    `select count(*) as pages, min(p.canonical_url) as example from pages p join hosts h on h.id = p.host_id where ${where.sql}`,
    where.list,
  )
  return found ?? { pages: 0, example: null }
}
