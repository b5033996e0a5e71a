import { peekClock } from '../hosts/sql/shared-clock.sql.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { FrontierContext } from './context.ts'
import { findLeases } from './sql/leases.sql.ts'

/** What a worker holds of one host. */
export interface HostLease {
  readonly host: string
  readonly worker: string | null
  /** How many URLs it has. */
  readonly urls: number
  /** When the lease ends unless the worker renews it. ISO 8601. */
  readonly endsAt: string
  /** The worker has not renewed it in time: it is gone, or it hangs. The next claim frees the URLs. */
  readonly isStuck: boolean
}

/** The leases that end first, so stuck ones come before all others. */
export async function listLeases({ database, settings }: FrontierContext, limit: number): Promise<HostLease[]> {
  const now = await peekClock(database, settings)
  const rows = await findLeases(database, limit)
  return rows.map(({ host, worker, inflight, held_until }) => ({
    host,
    // A worker without a name is stored with an empty one.
    worker: worker === '' ? null : worker,
    urls: inflight,
    endsAt: isoTime(held_until),
    isStuck: held_until <= now,
  }))
}
