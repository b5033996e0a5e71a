import type { Transaction } from '@canonist/registry/internal/store/database'
import type { LeaseRef } from '../claim/claim.ts'
import { formatLeases, IS_LEASED, selectLeases } from './select-leases.ts'

/** Extends the holds of the hosts of these leases. Returns the ids of the URLs whose leases are still active. */
export async function renewLeases(
  transaction: Transaction,
  leases: readonly LeaseRef[],
  until: number,
): Promise<Set<number>> {
  const value = formatLeases(leases)
  const held = `${selectLeases(transaction.dialect)} where ${IS_LEASED}`
  await transaction.run(
    `update host_clocks set held_until = $2, ready_at = $2
     where (host_id, held_by) in (select u.host_id, u.lease_token from ${held})`,
    [value, until],
  )
  const active = await transaction.all<{ readonly id: number }>(`select r.id from ${held}`, [value])
  return new Set(active.map(({ id }) => id))
}
