import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { Transaction, Value } from '@canonist/registry/internal/store/database'
import { NEVER } from '../clock.ts'
import type { HostRow } from '../host-row.ts'

interface StoredHost {
  readonly host_id: number
  readonly allowed_at: number
  readonly urgent: number
  readonly robots_delay_ms: number | null
  readonly delay_ms: number | null
  readonly backoff_level: number
  readonly backoff_until: number | null
  readonly quiet_wishes: number
  readonly failures: number
  readonly failing_since: number | null
  readonly reason: string | null
  readonly is_down: number
  readonly is_paused: number
  readonly paused_until: number | null
  readonly spreads: 'retry' | 'dead' | null
  readonly held_by: number | null
  readonly held_until: number | null
  readonly inflight: number
  readonly worker: string | null
  readonly cohort: number | null
}

const COLUMNS = `host_id, allowed_at, urgent, robots_delay_ms, delay_ms, backoff_level, backoff_until, quiet_wishes,
  failures, failing_since, reason, is_down, is_paused, paused_until, spreads, held_by, held_until, inflight, worker, cohort`

/** Locks hosts until the transaction ends. */
export function lockHosts(transaction: Transaction, hostIds: Iterable<number>): Promise<HostRow[]> {
  const ids = [...new Set(hostIds)]
  return ids.length === 0
    ? Promise.resolve([])
    : lockSelectedHosts(transaction, selectJsonIds(transaction.dialect, '$1'), [toSqlJson(ids)])
}

/**
 * Locks hosts until the transaction ends, always in the order of their ids, so that two transactions never deadlock.
 *
 * @param ids our own SQL: a select of ids, in parentheses
 */
export async function lockSelectedHosts(
  transaction: Transaction,
  ids: string,
  values: readonly Value[],
): Promise<HostRow[]> {
  const lock = transaction.dialect === 'postgres' ? ' for update' : ''
  const rows = await transaction.all<StoredHost>(
    `select ${COLUMNS} from host_clocks where host_id in ${ids} order by host_id${lock}`,
    values,
  )
  return rows.map(toHostRow)
}

function toHostRow(row: StoredHost): HostRow {
  return {
    hostId: row.host_id,
    allowedAt: row.allowed_at,
    robotsDelayMs: row.robots_delay_ms,
    delayMs: row.delay_ms,
    backoffLevel: row.backoff_level,
    backoffUntil: row.backoff_until,
    busyResponses: row.quiet_wishes,
    failures: row.failures,
    failingSince: row.failing_since,
    reason: row.reason,
    isDown: row.is_down === 1,
    isPaused: row.is_paused === 1,
    pausedUntil: row.paused_until,
    spreads: row.spreads,
    heldBy: row.held_by,
    heldUntil: row.held_until,
    inflight: row.inflight,
    worker: row.worker,
    cohort: row.cohort,
    wantedAt: 0,
    urgentAt: row.urgent === 1 ? 0 : NEVER,
  }
}
