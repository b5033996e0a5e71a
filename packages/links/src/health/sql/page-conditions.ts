import type { Dialect } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import { Where } from '@canonist/registry/internal/store/sql-values'
import type { PageFilter } from '../page-filter.ts'

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
export function filterTurnedAway(filter: PageFilter, dialect: Dialect): Where {
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
