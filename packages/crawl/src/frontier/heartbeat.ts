import { readClock } from '../hosts/sql/read-clock.ts'
import { createLeaseLost } from './sql/hold-leases.ts'
import type { FrontierContext } from './context.ts'
import type { HeartbeatResult } from './complete/completion.ts'
import type { LeaseRef } from './claim/claim.ts'
import { renewLeases } from './sql/renew-leases.ts'

/** Renews leases. A lease lasts as long as its host is held, so this extends the holds of the hosts. */
export async function heartbeat(
  { database, settings }: FrontierContext,
  leases: readonly LeaseRef[],
): Promise<HeartbeatResult[]> {
  if (leases.length === 0) return []
  const active = await database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    return renewLeases(transaction, leases, now + settings.leaseMs)
  })
  return leases.map(({ id }) => (active.has(id) ? { ok: true, id } : createLeaseLost(id)))
}
