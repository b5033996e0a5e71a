import type { Session } from '@canonist/registry/internal/store/database'
import { WATCHED, filterPages } from './page-conditions.ts'
import type { FetchUrl } from '@canonist/core/internal/text/stages'

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
