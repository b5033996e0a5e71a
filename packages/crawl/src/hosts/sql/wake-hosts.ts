import type { Transaction } from '@canonist/registry/internal/store/database'
import { toSqlJson, selectJsonRows } from '@canonist/registry/internal/store/json-rows'

/** Creates the clocks of new hosts, and makes the queue look at hosts with a URL that is due now, and at hosts that are down. */
export async function wakeHosts(
  transaction: Transaction,
  hostIds: Iterable<number>,
  now: number,
  isUrgent = false,
): Promise<void> {
  const rows = [...new Set(hostIds)].toSorted((a, b) => a - b).map((id) => ({ id }))
  if (rows.length === 0) return
  await transaction.run(
    formatWakeSql(`select r.id as host_id from ${selectJsonRows(transaction.dialect, '$3', { id: 'integer' }, 'r')}`),
    [now, isUrgent ? 1 : 0, toSqlJson(rows)],
  )
}

/** @param hosts our own SQL: a select of distinct `host_id`; `$1` is the time, `$2` is 1 if a URL of high priority is waiting */
export function formatWakeSql(hosts: string): string {
  const soonest = 'case when host_clocks.allowed_at > $1 then host_clocks.allowed_at else $1 end'
  // A host that is held or paused is looked at again when it is released or resumed.
  const isFree = 'host_clocks.held_by is null and host_clocks.is_paused = 0'
  return `insert into host_clocks (host_id, allowed_at, ready_at, urgent)
    select host_id, $1, $1, $2 from (${hosts}) awake where true order by host_id
    on conflict (host_id) do update set
      ready_at = case when ${isFree} and host_clocks.ready_at > ${soonest} then ${soonest} else host_clocks.ready_at end,
      spreads = case when host_clocks.is_down = 1 and host_clocks.spreads is null then 'retry' else host_clocks.spreads end,
      urgent = case when ${isFree} and $2 = 1 then 1 else host_clocks.urgent end`
}
