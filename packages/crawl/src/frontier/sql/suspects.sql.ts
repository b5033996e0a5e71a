import type { Session, Transaction } from '@canonist/registry/internal/store/database'
import { CLOCK, type ClockAndDelay, listClockValues } from '../../hosts/sql/shared-clock.sql.ts'
import { formatPausedCondition } from '../../hosts/host-row.ts'
import type { FrontierSettings } from '../frontier-settings.ts'
import { HOST_COLUMNS, HOST_TABLES, type TakenHost } from './claims.sql.ts'

// URLs that are handed out alone, because workers were lost with them: `expiries.sql.ts` has the evidence.

/**
 * Suspects are few, so they are found directly instead of through their hosts. They come first in each join: after the clock, SQLite
 * would read all URLs to build a temporary index. `due_at > 0` lets both databases use the partial index.
 */
const DUE_SUSPECTS = `u.is_suspect = 1 and u.due_at > 0 and u.due_at <= clock.now and u.lease_token is null and h.held_by is null
  and not ${formatPausedCondition('clock.now')} and h.allowed_at <= clock.now`

/** A host with a due suspect, locked until the transaction ends, and the time. */
export type SuspectHost = TakenHost & ClockAndDelay

/** The host of the suspect that has waited longest; null if none is due on a free host. */
export async function takeSuspectHost(
  transaction: Transaction,
  settings: FrontierSettings,
): Promise<SuspectHost | null> {
  const { dialect } = transaction
  const lock = dialect === 'postgres' ? ' for update of h skip locked' : ''
  const [host] = await transaction.all<SuspectHost>(
    `select ${HOST_COLUMNS}, clock.* from frontier_urls u cross join ${HOST_TABLES} cross join ${CLOCK[dialect]}
     where h.host_id = u.host_id and ${DUE_SUSPECTS} order by u.due_at, u.page_id limit 1${lock}`,
    listClockValues(transaction, settings),
  )
  return host ?? null
}

const MAX_COUNTED = 1000

/** How many suspects could be handed out now, counted up to 1,000. */
export async function countDueSuspects(session: Session, settings: FrontierSettings): Promise<number> {
  const [row] = await session.all<{ readonly suspects: number }>(
    `select count(*) as suspects from (select 1 from frontier_urls u cross join host_clocks h
       cross join ${CLOCK[session.dialect]} where h.host_id = u.host_id and ${DUE_SUSPECTS} limit ${MAX_COUNTED}) due`,
    listClockValues(session, settings),
  )
  return row?.suspects ?? 0
}

/** Suspects that are or will be due, of hosts that are up. */
const WAITING_SUSPECTS = `frontier_urls u join host_clocks h on h.host_id = u.host_id
  where u.is_suspect = 1 and u.due_at > 0 and u.lease_token is null and h.is_down = 0 and h.is_paused = 0
  order by u.due_at limit ${MAX_COUNTED}`

/** When the next suspect can be handed out, of hosts that are up; null if there is none. */
export async function findNextSuspectTime(session: Session): Promise<number | null> {
  const rows = await session.all<{ readonly due_at: number; readonly allowed_at: number; readonly held_until: number }>(
    `select u.due_at, h.allowed_at, coalesce(h.held_until, 0) as held_until from ${WAITING_SUSPECTS}`,
  )
  if (rows.length === 0) return null
  return Math.min(...rows.map(({ due_at, allowed_at, held_until }) => Math.max(due_at, allowed_at, held_until)))
}

/** The same as a subselect of PostgreSQL. */
export const NEXT_SUSPECT_TIME = `(select min(at) from
  (select greatest(u.due_at, h.allowed_at, h.held_until) as at from ${WAITING_SUSPECTS}) suspects)`
