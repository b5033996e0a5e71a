import type { Session } from '../../store/database.ts'
import { WATCHED } from './where.ts'

export interface AnsweringPage {
  readonly hostId: number
  readonly host: string
  readonly fetchUrl: string
}

/** A page each of hosts that answered when they were last looked at, the latest first. */
export function answeringPages(session: Session, most: number): Promise<AnsweringPage[]> {
  return session.all<AnsweringPage>(
    `select h.id as "hostId", h.host, min(p.fetch_url) as "fetchUrl" from ${WATCHED}
     where p.merged_into is null and s.verdict in ('healthy', 'moved', 'guarded')
     group by h.id, h.host order by max(s.checked_at) desc, h.id limit ${most}`,
    [],
  )
}
