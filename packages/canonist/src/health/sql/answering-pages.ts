import type { Session } from '../../store/database.ts'
import { WATCHED, wherePages } from './where.ts'
import type { FetchUrl } from '../../text/stages.ts'

export interface AnsweringPage {
  readonly hostId: number
  readonly host: string
  readonly fetchUrl: FetchUrl
}

/** A page each of hosts that answered when they were last looked at, the latest first. */
export function answeringPages(session: Session, most: number): Promise<AnsweringPage[]> {
  const where = wherePages({}, session.dialect).and("s.verdict in ('healthy', 'moved', 'guarded')")
  return session.all<AnsweringPage>(
    `select h.id as "hostId", h.host, min(p.fetch_url) as "fetchUrl" from ${WATCHED}
     where ${where.sql}
     group by h.id, h.host order by max(s.checked_at) desc, h.id limit ${most}`,
    where.list,
  )
}
