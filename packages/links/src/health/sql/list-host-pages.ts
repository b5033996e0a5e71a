import type { Session } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'

interface HostPage {
  readonly host_id: number
  readonly id: number
}

/** The hosts of pages, in the order of hosts and pages. */
export function listHostPages(session: Session, pageIds: readonly number[]): Promise<HostPage[]> {
  return session.all<HostPage>(
    `select host_id, id from pages where id in ${selectJsonIds(session.dialect, '$1')} order by host_id, id`,
    [toSqlJson(pageIds)],
  )
}
