import type { Dialect, Session } from '@canonist/registry/internal/store/database'
import { selectJsonIds, selectJsonRows, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { LeaseRef } from '../claim/claim.ts'

/** Our own SQL: the leases of `formatLeases` as `r`, and URLs as `u`; for use with `IS_LEASED`. */
export const selectLeases = (dialect: Dialect): string =>
  `${selectJsonRows(dialect, '$1', { id: 'integer', token: 'integer', host_id: 'integer' }, 'r')} cross join frontier_urls u`

/** Compares the host as well, which tells PostgreSQL the only partition to look in. A leased URL keeps its host until the lease ends. */
export const IS_LEASED = 'u.page_id = r.id and u.host_id = r.host_id and u.lease_token = r.token'

/** Formats the value of `$1`. Leases that are not queued are left out: they are lost. */
export async function formatLeases(session: Session, leases: readonly LeaseRef[]): Promise<string> {
  const unknown = leases.flatMap(({ id, hostId }) => (hostId === undefined ? [id] : []))
  const hosts = unknown.length === 0 ? new Map<number, number>() : await findHosts(session, unknown)
  return toSqlJson(
    leases.flatMap(({ id, token, hostId = hosts.get(id) }) =>
      hostId === undefined ? [] : [{ id, token, host_id: hostId }],
    ),
  )
}

async function findHosts(session: Session, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await session.all<{ readonly page_id: number; readonly host_id: number }>(
    `select page_id, host_id from frontier_urls where page_id in ${selectJsonIds(session.dialect, '$1')}`,
    [toSqlJson(ids)],
  )
  return new Map(rows.map(({ page_id, host_id }) => [page_id, host_id]))
}
