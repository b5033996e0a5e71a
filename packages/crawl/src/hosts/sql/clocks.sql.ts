import { selectJsonIds, toSqlJson, selectJsonRows, dropNulls } from '@canonist/registry/internal/store/json-rows'
import type { Transaction, Value } from '@canonist/registry/internal/store/database'
import { NEVER } from '../clock.ts'
import { type HostRow, isPausedAt, computeReadyTime } from '../host-row.ts'
import { hasPriority, PRIORITIES } from './shared-clock.sql.ts'

// Rows of `host_clocks`: what locks, writes, holds and wakes hosts.

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

const LOCKED_COLUMNS = `host_id, allowed_at, urgent, robots_delay_ms, delay_ms, backoff_level, backoff_until, quiet_wishes,
  failures, failing_since, reason, is_down, is_paused, paused_until, spreads, held_by, held_until, inflight, worker, cohort`

/** Locks hosts until the transaction ends. */
function lockHosts(transaction: Transaction, hostIds: Iterable<number>): Promise<HostRow[]> {
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
    `select ${LOCKED_COLUMNS} from host_clocks where host_id in ${ids} order by host_id${lock}`,
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

/** Extends the holds on hosts that still have these tokens; returns the tokens of those that do. */
export async function renewHolds(
  transaction: Transaction,
  held: readonly { readonly host: string; readonly token: number }[],
  until: number,
): Promise<Set<number>> {
  const rows = selectJsonRows(transaction.dialect, '$1', { host: 'text', token: 'integer' }, 'r')
  const renewed = await transaction.all<{ readonly token: number }>(
    `update host_clocks set held_until = $2, ready_at = $2
     where (host_id, held_by) in (select n.id, r.token from ${rows} join hosts n on n.host = r.host)
     returning held_by as token`,
    [toSqlJson(held.map(({ host, token }) => ({ host, token }))), until],
  )
  return new Set(renewed.map(({ token }) => token))
}

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
