import type { Policy } from '@canonist/core'
import type { Database } from '../../store/database.ts'
import { isoTime } from '../../registry/page-rows.ts'
import type { DuePage } from '../health.ts'
import type { PageFilter } from '../page-filter.ts'
import { priorityOf, type Priority } from '../priority.ts'
import { wherePages } from './where.ts'

interface DueRow {
  readonly pageId: number
  readonly url: string
  readonly host: string
  readonly priority: Priority | null
  readonly verdict: string | null
  readonly checked_at: number | null
  readonly due_at: number | null
}

/** Pages that are due, those that nobody watches yet among them. */
export async function* duePages(
  database: Database,
  policy: Policy,
  filter: PageFilter,
  now: number,
): AsyncGenerator<DuePage> {
  const where = wherePages(filter, database.dialect)
  if (filter.isAll !== true) where.and(`coalesce(s.due_at, 0) <= ${where.value(now)}`)
  const rows = database.stream<DueRow>(
    `select p.id as "pageId", p.canonical_url as url, h.host, s.priority, s.verdict, s.checked_at, s.due_at
     from pages p join hosts h on h.id = p.host_id left join page_health s on s.page_id = p.id
     where ${where.sql} order by coalesce(s.due_at, 0), p.id`,
    where.values,
  )
  for await (const { checked_at, due_at, priority, ...row } of rows) {
    yield {
      ...row,
      priority: priority ?? priorityOf(policy, row.url),
      checkedAt: checked_at === null ? null : isoTime(checked_at),
      // Nothing that nobody has looked at has a time yet.
      dueAt: due_at === null || due_at === 0 ? null : isoTime(due_at),
    }
  }
}
