import type { Dialect, Transaction, Value } from '../../store/database.ts'
import { NEVER } from '../clock.ts'
import { jsonIds, jsonOf, jsonRows, withoutNulls } from '../sql/json-rows.ts'
import { sendChanges, type Change } from '../sql/send-changes.ts'
import type { HostPace } from './pace.ts'

/** A host with its clocks and whoever holds it. */
export interface HostRow extends HostPace {
  readonly hostId: number
  readonly isPaused: boolean
  readonly heldBy: number | null
  readonly heldUntil: number | null
  readonly inflight: number
  readonly worker: string | null
  /** When the first of its URLs is due, by priority: low, normal, high. */
  readonly dues: readonly number[]
}

interface StoredHost {
  readonly host_id: number
  readonly allowed_at: number
  readonly robots_delay_ms: number | null
  readonly backoff_level: number
  readonly backoff_until: number | null
  readonly quiet_wishes: number
  readonly failures: number
  readonly failing_since: number | null
  readonly reason: string | null
  readonly is_down: number
  readonly is_paused: number
  readonly spreads: 'retry' | 'dead' | null
  readonly held_by: number | null
  readonly held_until: number | null
  readonly inflight: number
  readonly worker: string | null
  readonly due_0: number | null
  readonly due_1: number | null
  readonly due_2: number | null
}

export const PRIORITIES = [0, 1, 2] as const

const firstDue = (priority: number): string =>
  `(select u.due_at from frontier_urls u where u.host_id = h.host_id and u.priority = ${priority}
     and u.due_at is not null and u.lease_token is null order by u.due_at limit 1) as due_${priority}`

const COLUMNS = `h.host_id, h.allowed_at, h.robots_delay_ms, h.backoff_level, h.backoff_until, h.quiet_wishes, h.failures, h.failing_since,
  h.reason, h.is_down, h.is_paused, h.spreads, h.held_by, h.held_until, h.inflight, h.worker,
  ${PRIORITIES.map(firstDue).join(', ')}`

/** Theirs until the transaction ends, in an order that is the same for all, so that nobody waits in a circle. */
export async function lockHosts(transaction: Transaction, hostIds: Iterable<number>): Promise<HostRow[]> {
  const ids = jsonOf([...new Set(hostIds)])
  return ids === '[]' ? [] : lockHostsAmong(transaction, jsonIds(transaction.dialect, '$1'), [ids])
}

/** @param ids our own text: a select of ids, in brackets */
export async function lockHostsAmong(
  transaction: Transaction,
  ids: string,
  values: readonly Value[],
): Promise<HostRow[]> {
  // By a statement of its own: whoever waited for a lock would not see the URLs that came in meanwhile.
  if (transaction.dialect === 'postgres')
    transaction.send(`select host_id from frontier_hosts where host_id in ${ids} order by host_id for update`, values)
  const rows = await transaction.all<StoredHost>(
    `select ${COLUMNS} from frontier_hosts h where h.host_id in ${ids} order by h.host_id`,
    values,
  )
  return rows.map(hostOf)
}

function hostOf(row: StoredHost): HostRow {
  return {
    hostId: row.host_id,
    allowedAt: row.allowed_at,
    robotsDelayMs: row.robots_delay_ms,
    backoffLevel: row.backoff_level,
    backoffUntil: row.backoff_until,
    quietWishes: row.quiet_wishes,
    failures: row.failures,
    failingSince: row.failing_since,
    reason: row.reason,
    isDown: row.is_down === 1,
    isPaused: row.is_paused === 1,
    spreads: row.spreads,
    heldBy: row.held_by,
    heldUntil: row.held_until,
    inflight: row.inflight,
    worker: row.worker,
    dues: [row.due_0, row.due_1, row.due_2].map((due) => due ?? NEVER),
  }
}

const WRITTEN = {
  host_id: 'integer',
  allowed_at: 'integer',
  ready_at: 'integer',
  urgent: 'integer',
  robots_delay_ms: 'integer',
  backoff_level: 'integer',
  backoff_until: 'integer',
  quiet_wishes: 'integer',
  failures: 'integer',
  failing_since: 'integer',
  reason: 'text',
  is_down: 'integer',
  is_paused: 'integer',
  spreads: 'text',
  held_by: 'integer',
  held_until: 'integer',
  inflight: 'integer',
  worker: 'text',
} as const

/** 0 of a host that is well, and then left out. */
const MOSTLY_ZERO = ['urgent', 'backoff_level', 'quiet_wishes', 'failures', 'is_down', 'is_paused', 'inflight']

const ASSIGNMENTS = Object.keys(WRITTEN)
  .filter((column) => column !== 'host_id')
  .map((column) => `${column} = ${MOSTLY_ZERO.includes(column) ? `coalesce(r.${column}, 0)` : `r.${column}`}`)
  .join(', ')

/** Writes hosts back; when they are ready follows from the rest. */
export function writeHosts(transaction: Transaction, hosts: readonly HostRow[], now: number): void {
  sendChanges(transaction, hostChanges(transaction.dialect, hosts, now))
}

function hostChanges(dialect: Dialect, hosts: readonly HostRow[], now: number): Change[] {
  if (hosts.length === 0) return []
  const sql = `update frontier_hosts set ${ASSIGNMENTS} from ${jsonRows(dialect, '$1', WRITTEN, 'r')}
     where frontier_hosts.host_id = r.host_id`
  return [[sql, [jsonOf(hosts.map((host) => withoutNulls(storedOf(host, now))))]]]
}

function storedOf(host: HostRow, now: number): Record<keyof typeof WRITTEN, number | string | null> {
  const readyAt = readyTime(host, now)
  return {
    host_id: host.hostId,
    allowed_at: host.allowedAt,
    ready_at: readyAt,
    urgent: (host.dues[2] ?? NEVER) <= readyAt && readyAt < NEVER ? 1 : null,
    robots_delay_ms: host.robotsDelayMs,
    backoff_level: host.backoffLevel || null,
    backoff_until: host.backoffUntil,
    quiet_wishes: host.quietWishes || null,
    failures: host.failures || null,
    failing_since: host.failingSince,
    reason: host.reason,
    is_down: host.isDown ? 1 : null,
    is_paused: host.isPaused ? 1 : null,
    spreads: host.spreads,
    held_by: host.heldBy,
    held_until: host.heldUntil,
    inflight: host.inflight || null,
    worker: host.worker,
  }
}

/** Never in the past: whoever looks for hosts from the last one that was taken on must not miss this one. */
function readyTime(host: HostRow, now: number): number {
  if (host.heldUntil !== null) return host.heldUntil
  if (host.isPaused) return NEVER
  return Math.max(host.allowedAt, Math.min(...host.dues), now)
}

/** As it is when nobody holds it any more. */
export function letGo(host: HostRow): HostRow {
  return { ...host, heldBy: null, heldUntil: null, inflight: 0, worker: null }
}
