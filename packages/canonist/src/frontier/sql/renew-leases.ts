import type { Transaction } from '../../store/database.ts'
import { selectJsonRows, toSqlJson } from '../../store/json-rows.ts'
import type { LeaseRef } from '../claim/claim.ts'

/** Extends the holds of the hosts of these leases. Returns the ids of the URLs whose leases are still active. */
export async function renewLeases(
  transaction: Transaction,
  leases: readonly LeaseRef[],
  until: number,
): Promise<Set<number>> {
  const value = toSqlJson(leases.map(({ id, token }) => ({ id, token })))
  const rows = selectJsonRows(transaction.dialect, '$1', { id: 'integer', token: 'integer' }, 'r')
  const held = `${rows} cross join frontier_urls u where u.page_id = r.id and u.lease_token = r.token`
  await transaction.run(
    `update host_clocks set held_until = $2, ready_at = $2
     where (host_id, held_by) in (select u.host_id, u.lease_token from ${held})`,
    [value, until],
  )
  const active = await transaction.all<{ readonly id: number }>(`select r.id from ${held}`, [value])
  return new Set(active.map(({ id }) => id))
}
