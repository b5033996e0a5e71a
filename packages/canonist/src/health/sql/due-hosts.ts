import type { Session } from '../../store/database.ts'
import type { PageFilter } from '../page-filter.ts'
import { WATCHED, whereWanted } from './where.ts'

export interface DueHost {
  readonly id: number
  readonly host: string
  /** How many of its pages are to be looked at. */
  readonly pages: number
  /** Until when it is left alone, in milliseconds since 1970. */
  readonly pausedUntil: number
  readonly pauseReason: string | null
}

/** Hosts with pages to look at; those that have waited longest come first. */
export async function dueHosts(
  session: Session,
  filter: PageFilter,
  now: number,
  startedAt: number,
): Promise<DueHost[]> {
  const where = whereWanted(filter, session.dialect, now, startedAt)
  return session.all<DueHost>(
    `select h.id, h.host, count(*) as pages, coalesce(min(c.paused_until), 0) as "pausedUntil",
       min(c.pause_reason) as "pauseReason"
     from ${WATCHED} left join host_health c on c.host_id = h.id
     where ${where.sql} group by h.id, h.host order by min(s.due_at), h.id`,
    where.values,
  )
}
