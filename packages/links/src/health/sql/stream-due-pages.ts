import type { Policy } from '@canonist/core'
import type { Database } from '@canonist/registry/internal/store/database'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { DuePage } from '../health.ts'
import type { PageFilter } from '../page-filter.ts'
import { getInterval, findPriority, computeShortestInterval, type CheckPriority } from '../priority.ts'
import { filterPages } from './page-conditions.ts'

interface DueRow {
  readonly pageId: number
  readonly url: string
  readonly host: string
  readonly priority: CheckPriority | null
  readonly verdict: string | null
  readonly checked_at: number | null
  readonly due_at: number | null
}

/** Pages that are due, including those that were never checked. */
export async function* streamDuePages(
  database: Database,
  policy: Policy,
  filter: PageFilter,
  now: number,
): AsyncGenerator<DuePage> {
  const where = filterPages(filter, database.dialect)
  if (filter.isAll !== true) {
    const soonest = where.put(now - computeShortestInterval(policy))
    where.and(`(coalesce(s.due_at, 0) <= ${where.put(now)} or (s.priority is null and s.checked_at <= ${soonest}))`)
  }
  const rows = database.stream<DueRow>(
    `select p.id as "pageId", p.canonical_url as url, h.host, s.priority, s.verdict, s.checked_at, s.due_at
     from pages p join hosts h on h.id = p.host_id left join page_health s on s.page_id = p.id
     where ${where.sql} order by coalesce(s.due_at, 0), p.id`,
    where.list,
  )
  for await (const row of rows) {
    const dueAt = computeDue(row, policy)
    if (filter.isAll === true || dueAt <= now) yield toDuePage(row, dueAt, policy)
  }
}

/** If the policy now wants the page earlier, the next pass will move its due time forward. */
function computeDue({ priority, checked_at, due_at, url }: DueRow, policy: Policy): number {
  if (due_at === null || checked_at === null || priority !== null) return due_at ?? 0
  return Math.min(due_at, checked_at + getInterval(findPriority(policy, url)))
}

function toDuePage({ checked_at, due_at: _, priority, ...row }: DueRow, dueAt: number, policy: Policy): DuePage {
  return {
    ...row,
    priority: priority ?? findPriority(policy, row.url),
    checkedAt: checked_at === null ? null : isoTime(checked_at),
    // A page that was never checked has no due time yet.
    dueAt: dueAt === 0 ? null : isoTime(dueAt),
  }
}
