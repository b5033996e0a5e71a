import { readClock } from '../hosts/sql/read-clock.ts'
import { createLeaseLost } from './sql/hold-leases.ts'
import type { FrontierContext } from './context.ts'
import type { HeartbeatResult } from './complete/completion.ts'
import type { LeaseRef } from './claim/claim.ts'
import { toSqlJson, selectJsonRows } from '../store/json-rows.ts'

/** Renews leases. A lease lasts as long as its host is held, so this extends the holds of the hosts. */
export async function heartbeat(
  { database, settings }: FrontierContext,
  leases: readonly LeaseRef[],
): Promise<HeartbeatResult[]> {
  if (leases.length === 0) return []
  const value = toSqlJson(leases.map(({ id, token }) => ({ id, token })))
  const alive = await database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    const rows = selectJsonRows(transaction.dialect, '$1', { id: 'integer', token: 'integer' }, 'r')
    const held = `${rows} cross join frontier_urls u where u.page_id = r.id and u.lease_token = r.token`
    await transaction.run(
      `update host_clocks set held_until = $2, ready_at = $2
       where (host_id, held_by) in (select u.host_id, u.lease_token from ${held})`,
      [value, now + settings.leaseMs],
    )
    return transaction.all<{ readonly id: number }>(`select r.id from ${held}`, [value])
  })
  const ids = new Set(alive.map(({ id }) => id))
  return leases.map(({ id }) => (ids.has(id) ? { ok: true, id } : createLeaseLost(id)))
}
