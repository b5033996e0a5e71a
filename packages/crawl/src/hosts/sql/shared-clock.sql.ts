import type { Dialect, Session, Transaction, Database } from '@canonist/registry/internal/store/database'
import type { ClockDrift } from '../clock.ts'
import type { HostSettings } from '../settings.ts'
import { type SharedDelay, DELAY_EXPIRES_MS } from '../shared-delay.ts'

// The one row of `shared_clock`, and `lease_tokens`.

/**
 * The one clock of all processes on a database.
 *
 * On PostgreSQL it is the server's. On SQLite, whose processes share a machine, it is the system's, with one guarantee: it never goes back,
 * or a host could get a request too early. If the system's clock is set back, ours continues from where it was, `ahead` of the system;
 * otherwise everything would stop until the same time came again. A process whose system clock is not behind uses it as it is: one
 * process's lag must never be added to another's correct time.
 */

export const DELAY_COLUMNS = 'pause_ms, pause_said_at, pause_since'

// Not now(), which is the start of the transaction: it may have waited for locks since.
const SERVER_NOW = 'coalesce(set_to, floor(extract(epoch from clock_timestamp()) * 1000)::bigint) as now'
export const SERVER_TIME = `select ${SERVER_NOW} from shared_clock`
const SERVER_TOKEN = "nextval(pg_get_serial_sequence('lease_tokens', 'id'))"
/** Time, token and shared delay in one statement, to embed in others. */
export const SERVER_TIME_AND_TOKEN = `select ${SERVER_NOW}, ${SERVER_TOKEN} as token, ${DELAY_COLUMNS} from shared_clock`

/** Processes may write the times they read in another order; a difference up to this is not a clock that was set back. */
const SLACK_MS = 10_000
const OWN_TIME = `case when latest - $1 > ${SLACK_MS} then $1 + ahead else $1 end`
const SYSTEM_NOW = `max(latest, coalesce(set_to, ${OWN_TIME}))`
/** How far the system's clock was behind when a process last read it; 0 once it is right again. */
const AHEAD = `case when set_to is null then ${SYSTEM_NOW} - $1 else ahead end`

/** Reads the clock, and on SQLite moves it forward. */
export async function readClock(transaction: Transaction, settings: HostSettings): Promise<number> {
  return (await readClockAndDelay(transaction, settings)).now
}

export type ClockAndDelay = SharedDelay & { readonly now: number }

export async function readClockAndDelay(transaction: Transaction, { now }: HostSettings): Promise<ClockAndDelay> {
  if (transaction.dialect === 'postgres')
    return readFirst(transaction, `select ${SERVER_NOW}, ${DELAY_COLUMNS} from shared_clock`)
  return readFirst(
    transaction,
    `update shared_clock set latest = ${SYSTEM_NOW}, ahead = ${AHEAD} returning latest as now, ${DELAY_COLUMNS}`,
    now(),
  )
}

/** The clock as a table `clock` of one row, for `from`. On SQLite `$1` is the system's time; PostgreSQL takes no value. */
export const CLOCK: Readonly<Record<Dialect, string>> = {
  sqlite: `(select ${SYSTEM_NOW} as now, ${DELAY_COLUMNS} from shared_clock) clock`,
  postgres: `(select ${SERVER_NOW}, ${DELAY_COLUMNS} from shared_clock) clock`,
}

/** The values of a statement that contains `CLOCK`. */
export function listClockValues({ dialect }: Session, { now }: HostSettings): readonly number[] {
  return dialect === 'sqlite' ? [Math.floor(now())] : []
}

/** Reads the clock without moving it, for callers that do not write. */
export async function peekClock(session: Session, { now }: HostSettings): Promise<number> {
  if (session.dialect === 'postgres') return (await readFirst(session, SERVER_TIME)).now
  return (await readFirst(session, `select ${SYSTEM_NOW} as now from shared_clock`, now())).now
}

/** Null if the clock is right. PostgreSQL uses the clock of the server, which is right by definition. */
export async function readDrift(session: Session, { now }: HostSettings): Promise<ClockDrift | null> {
  if (session.dialect === 'postgres') return null
  const systemTime = Math.floor(now())
  const [row] = await session.all<{ readonly queue_time: number; readonly set_to: number | null }>(
    `select ${SYSTEM_NOW} as queue_time, set_to from shared_clock`,
    [systemTime],
  )
  if (row === undefined || row.set_to !== null) return null
  const aheadMs = row.queue_time - systemTime
  return aheadMs > SLACK_MS ? { aheadMs, queueTime: row.queue_time, systemTime } : null
}

export const NO_CLOCK: ClockAndDelay = { now: 0, pause_ms: 0, pause_said_at: 0, pause_since: 0 }

async function readFirst(session: Session, sql: string, ...values: readonly number[]): Promise<ClockAndDelay> {
  const [row] = await session.all<ClockAndDelay>(sql, values.map(Math.floor))
  return row ?? NO_CLOCK
}

const NEXT_TOKEN = {
  sqlite: 'update lease_tokens set id = id + 1 returning id',
  postgres: `select ${SERVER_TOKEN} as id`,
} as const

/** Takes the next lease token. Tokens only grow, so a holder with an older one has lost its lease. */
export async function takeToken(transaction: Transaction): Promise<number> {
  const [row] = await transaction.all<{ readonly id: number }>(NEXT_TOKEN[transaction.dialect])
  return row?.id ?? 0
}

/**
 * Announces the delay of this process to the others, unless a longer one is active. Runs in its own transaction, so that no process waits
 * for the shared clock while it holds hosts.
 */
export async function announceDelay(database: Database, { hostDelayMs }: HostSettings, now: number): Promise<void> {
  await database.run(
    `update shared_clock set pause_ms = $1, pause_said_at = $2,
       pause_since = case when pause_ms = $1 then pause_since when pause_said_at > $3 then $2 else 0 end
     where pause_ms <= $1 or pause_said_at <= $3`,
    [Math.ceil(hostDelayMs), now, now - DELAY_EXPIRES_MS],
  )
}

/** Low, normal, high. */
export const PRIORITIES = [0, 1, 2] as const

export type PriorityNumber = (typeof PRIORITIES)[number]

const WAS_USED = { 0: 'has_low', 1: null, 2: 'has_high' } as const

/**
 * Formats a condition for the URLs of one priority. Most queues use only one priority, and looking for the other two would be most of the
 * cost of reading a host, so the condition skips priorities that were never used.
 *
 * @param urls our own SQL: the alias of `frontier_urls` in the surrounding query
 */
export function hasPriority(priority: PriorityNumber, urls: string): string {
  const column = WAS_USED[priority]
  const isThis = `${urls}.priority = ${priority}`
  return column === null ? isThis : `(select ${column} from shared_clock) = 1 and ${isThis}`
}

/** Records that a priority is used. Call this before queuing URLs with it. */
export async function notePriorityUse(transaction: Transaction, priority: PriorityNumber): Promise<void> {
  const column = WAS_USED[priority]
  if (column !== null) await transaction.run(`update shared_clock set ${column} = 1 where ${column} = 0`)
}
