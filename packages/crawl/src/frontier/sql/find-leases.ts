import type { Dialect, Session } from '@canonist/registry/internal/store/database'

export interface LeaseRow {
  readonly host: string
  readonly worker: string | null
  readonly inflight: number
  readonly held_until: number
}

const COLUMNS = 'n.host, h.worker, h.inflight, h.held_until'

/** Hosts that workers have reserved for URLs of the queue, from an index. There are no more of them than requests at a time. */
const HELD: Readonly<Record<Dialect, string>> = {
  sqlite: `select ${COLUMNS} from (
      select distinct host_id from frontier_urls indexed by frontier_urls_leased where lease_token is not null
    ) found join host_clocks h on h.host_id = found.host_id join hosts n on n.id = h.host_id where h.held_by is not null`,
  postgres: `select ${COLUMNS} from host_clocks h join hosts n on n.id = h.host_id
    where h.held_by is not null and h.inflight > 0`,
}

/** The leases that end first. */
export function findLeases(session: Session, limit: number): Promise<LeaseRow[]> {
  return session.all<LeaseRow>(`${HELD[session.dialect]} order by h.held_until, n.host limit $1`, [limit])
}
