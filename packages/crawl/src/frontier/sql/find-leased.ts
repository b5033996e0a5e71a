import type { Dialect, Session } from '@canonist/registry/internal/store/database'

export interface LeasedUrlRow {
  readonly page_id: number
  readonly host_id: number
  readonly reason: string | null
}

/** All URLs that workers have right now. */
export function findLeased(session: Session): Promise<LeasedUrlRow[]> {
  return LEASED[session.dialect](session)
}

/** How many of the first due URLs of a host are searched for leased ones. With a larger number PostgreSQL sorts all of them. */
const FIRST_URLS = 3

/**
 * On PostgreSQL a lease must not change an index, so leased URLs are found through their hosts, which store how many they have. They
 * are nearly always the first of their priority; only if some are missing, all due URLs are searched.
 */
const LEASED: Readonly<Record<Dialect, (session: Session) => Promise<LeasedUrlRow[]>>> = {
  sqlite: (session) =>
    session.all<LeasedUrlRow>(
      'select page_id, host_id, reason from frontier_urls indexed by frontier_urls_leased where lease_token is not null',
    ),
  postgres: async (session) => {
    const [row] = await session.all<{ readonly urls: number | null }>(
      'select sum(inflight) as urls from host_clocks where held_by is not null',
    )
    const first = await session.all<LeasedUrlRow>(
      `select u.page_id, u.host_id, u.reason from host_clocks h
       cross join (values (0), (1), (2)) ranks (priority)
       cross join lateral (
         select i.page_id, i.host_id, i.reason, i.lease_token from frontier_urls i
         where i.host_id = h.host_id and i.priority = ranks.priority and i.due_at is not null
         order by i.due_at, i.page_id limit ${FIRST_URLS}
       ) u where h.held_by is not null and h.inflight > 0 and u.lease_token = h.held_by`,
    )
    if (first.length >= (row?.urls ?? 0)) return first
    return session.all<LeasedUrlRow>(
      `select u.page_id, u.host_id, u.reason from host_clocks h
       join frontier_urls u on u.host_id = h.host_id and u.lease_token = h.held_by and u.due_at is not null
       where h.held_by is not null`,
    )
  },
}
