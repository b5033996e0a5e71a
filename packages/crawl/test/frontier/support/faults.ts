import type { Database } from '@canonist/registry/internal/store/database'
import { findFaults as faultsOfRegistry } from '../../../../registry/test/registry/support/state.ts'

const CHECKS: Readonly<Record<string, string>> = {
  'a count that is not true': `select state, reason, sum(urls) as off from (
      select state, reason, urls from frontier_counts
      union all select case when lease_token is not null then 'leased' else state end, coalesce(reason, ''), -1 from frontier_urls
    ) c group by state, reason having sum(urls) <> 0`,
  'a host with another number of leases than it thinks': `select h.host_id, h.inflight from host_clocks h
    left join (select host_id, count(*) as leases from frontier_urls where lease_token is not null group by host_id) u
      on u.host_id = h.host_id
    where h.inflight <> coalesce(u.leases, 0)`,
  'a lease whose host is not held by it': `select u.page_id from frontier_urls u join host_clocks h on h.host_id = u.host_id
    where u.lease_token is not null and (h.held_by is null or h.held_by <> u.lease_token)`,
  'a URL whose host has no clock': `select page_id from frontier_urls u
    where not exists (select 1 from host_clocks h where h.host_id = u.host_id)`,
  'a page that is queued twice': `select page_id from frontier_urls group by page_id having count(*) > 1`,
  'a URL without a page': `select page_id from frontier_urls u
    where not exists (select 1 from pages p where p.id = u.page_id)`,
  'a dead URL that is due, and not to confirm that it is missing': `select page_id from frontier_urls
    where state = 'dead' and due_at is not null and reason not in ('not_found', 'soft_404')`,
  'a waiting URL that never is due': `select page_id from frontier_urls where state in ('pending', 'retry') and due_at is null`,
  'a merged page that is due': `select u.page_id from frontier_urls u join pages p on p.id = u.page_id
    where u.reason in ('merged', 'redirected') and (u.due_at is not null or p.merged_into is null)`,
  'a host that would never be looked at': `select h.host_id from host_clocks h
    join (select host_id, min(due_at) as due_at from frontier_urls where is_suspect = 0 group by host_id) u on u.host_id = h.host_id
    where h.held_by is null and h.is_paused = 0 and h.ready_at > (select coalesce(set_to, 0) from shared_clock)
      and h.ready_at > h.allowed_at and h.ready_at > u.due_at`,
  'a suspect that no worker was lost with': `select page_id from frontier_urls
    where is_suspect = 1 and (claims < 2 or due_at is null)`,
  'an expiry of a URL that has had a result since': `select e.page_id from frontier_expiries e
    where not exists (select 1 from frontier_urls u where u.page_id = e.page_id and u.claims > 0 and u.due_at is not null)`,
  'a held host that is ready before its lease ends': `select host_id from host_clocks
    where held_by is not null and (held_until is null or ready_at <> held_until)`,
}

/** What must hold at every moment, of the registry and of the frontier. */
export async function findFaults(database: Database): Promise<string[]> {
  const faults = await faultsOfRegistry(database)
  for (const [name, sql] of Object.entries(CHECKS)) {
    const rows = await database.all(sql)
    if (rows.length > 0) faults.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return faults
}
