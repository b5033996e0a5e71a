import { NEVER } from '../clock.ts'
import type { HostRow } from '../host-row.ts'
import { lockHosts } from './lock-hosts.ts'
import type { Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import { hasPriority, PRIORITIES } from './queue-priorities.ts'

/** When the first URL of a host is due, by priority; null if there is none. */
export interface StoredDues {
  readonly due_0: number | null
  readonly due_1: number | null
  readonly due_2: number | null
}

/** @param hostId our own SQL: the column of the surrounding query that has the id of the host */
export const selectDues = (hostId: string): string =>
  PRIORITIES.map(
    (priority) => `(select w.due_at from frontier_urls w where w.host_id = ${hostId} and ${hasPriority(priority, 'w')}
     and w.due_at is not null and w.lease_token is null and w.is_suspect = 0 order by w.due_at limit 1) as due_${priority}`,
  ).join(', ')

/** Locks hosts until the transaction ends, and reads when their next URL is due. Suspects do not count: they are claimed separately. */
export async function lockWantedHosts(transaction: Transaction, hostIds: Iterable<number>): Promise<HostRow[]> {
  const ids = [...new Set(hostIds)]
  if (ids.length === 0) return []
  const [hosts, dues] = await Promise.all([
    lockHosts(transaction, ids),
    // A separate statement: one that waited for a lock would not see URLs that were added meanwhile.
    transaction.all<StoredDues & { readonly id: number }>(
      `select r.id, ${selectDues('r.id')} from ${selectJsonIds(transaction.dialect, '$1')} r`,
      [toSqlJson(ids)],
    ),
  ])
  const duesById = new Map(dues.map((due) => [due.id, due]))
  return hosts.map((host) => setDues(host, duesById.get(host.hostId)))
}

export function setDues(host: HostRow, dues: StoredDues | undefined): HostRow {
  const urgentAt = dues?.due_2 ?? NEVER
  return { ...host, wantedAt: Math.min(dues?.due_0 ?? NEVER, dues?.due_1 ?? NEVER, urgentAt), urgentAt }
}
