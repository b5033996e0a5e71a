import type { Dialect, Transaction, Value } from '../../store/database.ts'
import { NEVER } from '../clock.ts'
import { isOf, PRIORITIES } from '../sql/priorities.ts'
import { jsonOf, jsonRows, withoutNulls } from '../sql/json-rows.ts'
import { sendChanges, type Change } from '../sql/send-changes.ts'
import type { Settings } from '../settings.ts'
import { freeAfterHold, type HostPace } from './pace.ts'

/** A host with its clocks and whoever holds it. */
export interface HostRow extends HostPace {
  readonly hostId: number
  readonly isPaused: boolean
  /** Until when it is paused; null: until a person resumes it. */
  readonly pausedUntil: number | null
  readonly heldBy: number | null
  readonly heldUntil: number | null
  readonly inflight: number
  readonly worker: string | null
  /** Leases of one cohort are lost together when their worker dies. */
  readonly cohort: number | null
  /** When the first of its URLs is due, by priority: low, normal, high; suspects are handed out apart. */
  readonly dues: readonly number[]
}

export interface StoredHost {
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
  readonly paused_until: number | null
  readonly spreads: 'retry' | 'dead' | null
  readonly held_by: number | null
  readonly held_until: number | null
  readonly inflight: number
  readonly worker: string | null
  readonly cohort: number | null
}

/** When the first URL of a host is due, by priority; null where there is none. */
export interface StoredDues {
  readonly due_0: number | null
  readonly due_1: number | null
  readonly due_2: number | null
}

/** @param hostId our own text: whose URLs, as a column of the query around it */
export const selectDues = (hostId: string): string =>
  PRIORITIES.map(
    (priority) => `(select w.due_at from frontier_urls w where w.host_id = ${hostId} and ${isOf(priority, 'w')}
     and w.due_at is not null and w.lease_token is null and w.is_suspect = 0 order by w.due_at limit 1) as due_${priority}`,
  ).join(', ')

const COLUMNS = `host_id, allowed_at, robots_delay_ms, backoff_level, backoff_until, quiet_wishes, failures, failing_since,
  reason, is_down, is_paused, paused_until, spreads, held_by, held_until, inflight, worker, cohort`

/** Theirs until the transaction ends. */
export async function lockHosts(transaction: Transaction, hostIds: Iterable<number>): Promise<HostRow[]> {
  const ids = jsonOf([...new Set(hostIds)].map((id) => ({ id })))
  if (ids === '[]') return []
  const rows = jsonRows(transaction.dialect, '$1', { id: 'integer' }, 'r')
  const [hosts, dues] = await Promise.all([
    lockStoredHosts(transaction, `(select r.id from ${rows})`, [ids]),
    // By a statement of its own: whoever waited for a lock would not see the URLs that came in meanwhile.
    transaction.all<StoredDues & { readonly id: number }>(`select r.id, ${selectDues('r.id')} from ${rows}`, [ids]),
  ])
  const duesById = new Map(dues.map((due) => [due.id, due]))
  return hosts.map((host) => hostOf(host, duesById.get(host.host_id)))
}

/**
 * In an order that is the same for all, so that nobody waits in a circle.
 *
 * @param ids our own text: a select of ids, in brackets
 */
export function lockStoredHosts(
  transaction: Transaction,
  ids: string,
  values: readonly Value[],
): Promise<StoredHost[]> {
  const lock = transaction.dialect === 'postgres' ? ' for update' : ''
  return transaction.all<StoredHost>(
    `select ${COLUMNS} from frontier_hosts where host_id in ${ids} order by host_id${lock}`,
    values,
  )
}

export function hostOf(row: StoredHost, dues?: StoredDues): HostRow {
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
    pausedUntil: row.paused_until,
    spreads: row.spreads,
    heldBy: row.held_by,
    heldUntil: row.held_until,
    inflight: row.inflight,
    worker: row.worker,
    cohort: row.cohort,
    dues: [dues?.due_0, dues?.due_1, dues?.due_2].map((due) => due ?? NEVER),
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
  paused_until: 'integer',
  spreads: 'text',
  held_by: 'integer',
  held_until: 'integer',
  inflight: 'integer',
  worker: 'text',
  cohort: 'integer',
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
  const isPaused = isPausedAt(host, now)
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

/** Whether a person has paused it, and the pause is not over. */
export function isPausedAt({ isPaused, pausedUntil }: Pick<HostRow, 'isPaused' | 'pausedUntil'>, now: number): boolean {
  return isPaused && (pausedUntil === null || pausedUntil > now)
}

/** The same in a query. @param now our own text: a value or column of the query around it */
export const isPausedSql = (now: string): string =>
  `(is_paused = 1 and (paused_until is null or paused_until > ${now}))`

/** Never in the past: whoever looks for hosts from the last one that was taken on must not miss this one. */
function readyTime(host: HostRow, now: number): number {
  if (host.heldUntil !== null) return host.heldUntil
  // Also without anything due: a new URL does not wake a paused host.
  if (isPausedAt(host, now)) return Math.max(host.allowedAt, host.pausedUntil ?? NEVER)
  return Math.max(host.allowedAt, Math.min(...host.dues), now)
}

/** As it is when its hold has expired. */
export function letExpire(host: HostRow, settings: Settings): HostRow {
  const allowedAt = host.heldBy === null ? 0 : freeAfterHold(host, host.heldUntil, settings)
  return { ...letGo(host), allowedAt: Math.max(host.allowedAt, allowedAt) }
}

/** As it is when nobody holds it any more. */
export function letGo(host: HostRow): HostRow {
  return { ...host, heldBy: null, heldUntil: null, inflight: 0, worker: null, cohort: null }
}
