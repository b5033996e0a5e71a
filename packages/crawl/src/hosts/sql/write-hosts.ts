import type { Transaction } from '@canonist/registry/internal/store/database'
import { toSqlJson, selectJsonRows, dropNulls } from '@canonist/registry/internal/store/json-rows'
import { NEVER } from '../clock.ts'
import { isPausedAt, computeReadyTime, type HostRow } from '../host-row.ts'

const WRITTEN = {
  host_id: 'integer',
  allowed_at: 'integer',
  ready_at: 'integer',
  urgent: 'integer',
  robots_delay_ms: 'integer',
  delay_ms: 'integer',
  backoff_level: 'integer',
  backoff_until: 'integer',
  quiet_wishes: 'integer',
  failures: 'integer',
  failing_since: 'integer',
  reason: 'text',
  is_down: 'integer',
  is_paused: 'integer',
  paused_until: 'integer',
  spreads: 'text',
  held_by: 'integer',
  held_until: 'integer',
  inflight: 'integer',
  worker: 'text',
  cohort: 'integer',
} as const

/** Columns that are 0 for a healthy host, and are then left out of the JSON. */
const MOSTLY_ZERO = ['urgent', 'backoff_level', 'quiet_wishes', 'failures', 'is_down', 'is_paused', 'inflight']

const ASSIGNMENTS = Object.keys(WRITTEN)
  .filter((column) => column !== 'host_id')
  .map((column) => `${column} = ${MOSTLY_ZERO.includes(column) ? `coalesce(r.${column}, 0)` : `r.${column}`}`)
  .join(', ')

/** Writes locked hosts, including the time from which the queue may claim them. */
export function writeHosts(transaction: Transaction, hosts: readonly HostRow[], now: number): void {
  if (hosts.length === 0) return
  transaction.send(
    `update host_clocks set ${ASSIGNMENTS} from ${selectJsonRows(transaction.dialect, '$1', WRITTEN, 'r')}
     where host_clocks.host_id = r.host_id`,
    [toSqlJson(hosts.map((host) => dropNulls(toStored(host, now))))],
  )
}

function toStored(host: HostRow, now: number): Record<keyof typeof WRITTEN, number | string | null> {
  const readyAt = computeReadyTime(host, now)
  const isPaused = isPausedAt(host, now)
  return {
    host_id: host.hostId,
    allowed_at: host.allowedAt,
    ready_at: readyAt,
    urgent: host.urgentAt <= readyAt && readyAt < NEVER ? 1 : null,
    robots_delay_ms: host.robotsDelayMs,
    delay_ms: host.delayMs,
    backoff_level: host.backoffLevel || null,
    backoff_until: host.backoffUntil,
    quiet_wishes: host.busyResponses || null,
    failures: host.failures || null,
    failing_since: host.failingSince,
    reason: host.reason,
    is_down: host.isDown ? 1 : null,
    is_paused: isPaused ? 1 : null,
    paused_until: isPaused ? host.pausedUntil : null,
    spreads: host.spreads,
    held_by: host.heldBy,
    held_until: host.heldUntil,
    inflight: host.inflight || null,
    worker: host.worker,
    cohort: host.cohort,
  }
}
