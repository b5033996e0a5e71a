import type { Session } from '@canonist/registry/internal/store/database'
import { NEVER } from '../../hosts/clock.ts'
import { formatPausedCondition } from '../../hosts/host-row.ts'
import type { FrontierReason } from '../reasons.ts'
import { CLOCK } from '../../hosts/sql/shared-clock.sql.ts'
import type { DueWork } from '../../hosts/ready-watch.ts'
import { NEXT_SUSPECT_TIME } from './suspects.sql.ts'

// Queries on the clocks of all hosts. Each uses an index.

/** When the most overdue host became ready; null if none is ready. */
export async function findOldestReady(session: Session, now: number): Promise<number | null> {
  const [row] = await session.all<{ readonly ready_at: number }>(
    'select ready_at from host_clocks where ready_at <= $1 order by ready_at limit 1',
    [now],
  )
  return row?.ready_at ?? null
}

/** When the next host that is up becomes ready, and until when all hosts rest because a delay has just been raised. */
export async function readNextReady(
  session: Session,
): Promise<{ readonly readyAt: number; readonly quietUntil: number }> {
  const [row] = await session.all<{ readonly ready_at: number | null; readonly quiet_until: number | null }>(
    `select min(ready_at) as ready_at, (select pause_since + pause_ms from shared_clock) as quiet_until
     from host_clocks where is_down = 0`,
  )
  return { readyAt: row?.ready_at ?? NEVER, quietUntil: row?.quiet_until ?? 0 }
}

/** Whether a host that is up has URLs waiting to be fetched. */
export async function hasWaitingHost(session: Session): Promise<boolean> {
  const rows = await session.all(
    `select 1 from host_clocks h where h.is_down = 0 and h.is_paused = 0 and h.ready_at < ${NEVER}
       and exists (select 1 from frontier_urls u where u.host_id = h.host_id and u.due_at is not null
         and u.state in ('pending', 'retry'))
     limit 1`,
  )
  return rows.length > 0
}

/** Whether a process holds a host: for a claim, or for one request of another command. */
export async function hasHeldHost(session: Session): Promise<boolean> {
  const rows = await session.all('select 1 from host_clocks where held_by is not null limit 1')
  return rows.length > 0
}

export interface HostCounts {
  readonly ready: number
  /** Held by a worker, without a due URL, or within its delay. */
  readonly waiting: number
  /** Failing, rate-limiting, or paused by a person. */
  readonly blocked: number
  readonly down: number
}

/** The condition of a partial index: such hosts are few. */
const IS_UNAVAILABLE = '(is_down = 1 or is_paused = 1)'
const MAX_HOSTS = 50_000
const IS_BLOCKED = 'allowed_at > $1 and (failures > 0 or quiet_wishes > 0)'

/** Hosts with URLs to fetch, each counted once. Beyond 50,000, only the earliest are counted. */
export async function countHosts(session: Session, now: number): Promise<HostCounts> {
  const rows = await session.all<{ readonly kind: keyof HostCounts; readonly hosts: number }>(
    `select kind, count(*) as hosts from (
       select * from (select case when ${IS_BLOCKED} then 'blocked' when ready_at <= $1 then 'ready' else 'waiting' end as kind
         from host_clocks where ready_at < ${NEVER} and is_down = 0 order by ready_at limit ${MAX_HOSTS}) well
       union all
       select * from (select case when is_paused = 1 then 'blocked' else 'down' end as kind
         from host_clocks where ${IS_UNAVAILABLE} limit ${MAX_HOSTS}) aside
     ) counted group by kind`,
    [now],
  )
  const counts = { ready: 0, waiting: 0, blocked: 0, down: 0 }
  for (const { kind, hosts } of rows) counts[kind] += hosts
  return counts
}

export interface QueuedHosts {
  readonly hosts: number
  /** Those of them that are down. */
  readonly downHosts: number
}

/** Hosts with URLs that are to be fetched now or later, but not those that only wait to be fetched again. Of the 50,000 earliest hosts. */
export async function countQueuedHosts(session: Session): Promise<QueuedHosts> {
  const [row] = await session.all<{ readonly hosts: number; readonly down: number | null }>(
    `select count(*) as hosts, sum(is_down) as down from (
       select host_id, is_down from host_clocks where ready_at < ${NEVER} order by ready_at limit ${MAX_HOSTS}) h
     where exists (select 1 from frontier_urls u where u.host_id = h.host_id and u.state in ('pending', 'leased', 'retry'))`,
  )
  return { hosts: row?.hosts ?? 0, downHosts: row?.down ?? 0 }
}

export interface UnavailableHosts {
  /** Hosts with URLs to fetch that a draining worker does not wait for. */
  readonly downHosts: number
  readonly pausedHosts: number
  /** When the first host that is down is tried again, in milliseconds since 1970; null if none is. */
  readonly nextAt: number | null
}

interface AsideRow {
  readonly down: number | null
  readonly paused: number | null
  readonly next_at: number | null
}

export async function countUnavailableHosts(session: Session, now: number): Promise<UnavailableHosts> {
  const isPaused = formatPausedCondition('$1')
  const [row] = await session.all<AsideRow>(
    `select sum(case when not ${isPaused} and ready_at < ${NEVER} then 1 else 0 end) as down,
       sum(case when ${isPaused} then 1 else 0 end) as paused,
       min(case when not ${isPaused} and ready_at < ${NEVER} then ready_at end) as next_at
     from host_clocks where ${IS_UNAVAILABLE}`,
    [now],
  )
  return { downHosts: row?.down ?? 0, pausedHosts: row?.paused ?? 0, nextAt: row?.next_at ?? null }
}

/** The clock of one host, as `explain` shows it. */
export interface HostClock {
  readonly allowed_at: number
  readonly held_until: number | null
  readonly worker: string | null
  readonly failures: number
  readonly failing_since: number | null
  readonly reason: string | null
  readonly is_down: number
  readonly is_paused: number
  readonly paused_until: number | null
  readonly robots_delay_ms: number | null
}

export async function findHostClock(session: Session, host: string): Promise<HostClock | null> {
  const [row] = await session.all<HostClock>(
    `select h.allowed_at, h.held_until, h.worker, h.failures, h.failing_since, h.reason, h.is_down, h.is_paused,
       h.paused_until, h.robots_delay_ms from host_clocks h join hosts n on n.id = h.host_id where n.host = $1`,
    [host],
  )
  return row ?? null
}

/** When a host may get its next request, and whether it is down. */
export interface HostAvailability {
  readonly allowed_at: number
  readonly is_down: number
  readonly reason: FrontierReason | null
}

export async function findHostAvailability(session: Session, host: string): Promise<HostAvailability | null> {
  const [row] = await session.all<HostAvailability>(
    `select h.allowed_at, h.is_down, h.reason from hosts n join host_clocks h on h.host_id = n.id where n.host = $1`,
    [host],
  )
  return row ?? null
}

// The rest is only for PostgreSQL, where workers sleep until they are woken.

const MAX_COUNTED = 1000

interface DueRow {
  readonly now: number
  readonly ready: number
  readonly held: number
  /** When the next host that is up becomes ready, the next suspect, and until when all hosts rest. */
  readonly host_at: number | null
  readonly suspect_at: number | null
  readonly quiet_until: number
}

/** The answers of a claim and of `readOutlook` that a sleeping worker needs, in one statement. */
export async function readDueWork(session: Pick<Session, 'all'>): Promise<DueWork> {
  const [row] = await session.all<DueRow>(
    `select now, pause_since + pause_ms as quiet_until,
       (select count(*) from (select 1 from host_clocks where ready_at <= now limit ${MAX_COUNTED}) due) as ready,
       exists (select 1 from host_clocks where held_by is not null) as held,
       (select min(ready_at) from host_clocks where is_down = 0) as host_at,
       ${NEXT_SUSPECT_TIME} as suspect_at
     from ${CLOCK.postgres}`,
  )
  return row === undefined ? { ready: 0, isHeld: false, nextInMs: null } : toDueWork(row)
}

function toDueWork({ now, ready, held, host_at, suspect_at, quiet_until }: DueRow): DueWork {
  const isHeld = held === 1
  const nextAt = Math.max(Math.min(host_at ?? NEVER, suspect_at ?? NEVER), quiet_until)
  const nextInMs = nextAt >= NEVER ? null : Math.max(0, nextAt - now)
  if (quiet_until > now) return { ready: 0, isHeld, nextInMs }
  return { ready: ready + (suspect_at !== null && suspect_at <= now ? 1 : 0), isHeld, nextInMs }
}
