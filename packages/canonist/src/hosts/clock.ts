import type { Dialect, Session, Transaction } from '../store/database.ts'
import type { HostSettings } from './settings.ts'
import { DELAY_COLUMNS, type SharedDelay } from './shared-delay.ts'

/** Later than any time that is ever waited for; the last one that a Date can hold. */
export const NEVER = 8_640_000_000_000_000

// Not now(): that is when the transaction began, and it may have waited for others since.
const SERVER_NOW = 'coalesce(set_to, floor(extract(epoch from clock_timestamp()) * 1000)::bigint) as now'
export const SERVER_TIME = `select ${SERVER_NOW} from shared_clock`
const SERVER_TOKEN = "nextval(pg_get_serial_sequence('lease_tokens', 'id'))"
/** For who needs both in a statement of theirs. */
export const SERVER_TIME_AND_TOKEN = `select ${SERVER_NOW}, ${SERVER_TOKEN} as token, ${DELAY_COLUMNS} from shared_clock`

/** Processes read the time one after the other and write it in another order: so much is no setting back. */
const SLACK_MS = 10_000
const OWN_TIME = `case when latest - $1 > ${SLACK_MS} then $1 + ahead else $1 end`
const SYSTEM_NOW = `max(latest, coalesce(set_to, ${OWN_TIME}))`
/** How far the system's clock was behind when it was last read, by whoever read it: nothing where it is right again. */
const AHEAD = `case when set_to is null then ${SYSTEM_NOW} - $1 else ahead end`

/**
 * The one clock: that of the server, or for SQLite, whose processes share a machine, the system's, which is kept from going
 * back: what was promised for a time must not wait for that time twice. Where the system's is set back, ours goes on from
 * where it was; otherwise all would stand still until the same time comes again. Who is not behind goes by the system's
 * alone: what one process is behind must never be added to the right time of another.
 */
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

/** The time as the only row of a table `clock`; `$1` is the time of the system on SQLite, PostgreSQL takes no value. */
export const CLOCK: Readonly<Record<Dialect, string>> = {
  sqlite: `(select ${SYSTEM_NOW} as now, ${DELAY_COLUMNS} from shared_clock) clock`,
  postgres: `(select ${SERVER_NOW}, ${DELAY_COLUMNS} from shared_clock) clock`,
}

/** The values of a statement with `CLOCK` in it. */
export function listClockValues({ dialect }: Session, { now }: HostSettings): readonly number[] {
  return dialect === 'sqlite' ? [Math.floor(now())] : []
}

/** The same for who only reads. */
export async function peekClock(session: Session, { now }: HostSettings): Promise<number> {
  if (session.dialect === 'postgres') return (await readFirst(session, SERVER_TIME)).now
  return (await readFirst(session, `select ${SYSTEM_NOW} as now from shared_clock`, now())).now
}

/** A clock of a queue that is ahead of the system's: a process whose clock was wrong has used the file. */
export interface ClockDrift {
  /** How far it is ahead, in milliseconds. */
  readonly aheadMs: number
  /** The time of the queue, and that of the system; milliseconds since 1970. */
  readonly queueTime: number
  readonly systemTime: number
}

/** Null where the clock is right. PostgreSQL has a clock of its own, which is always right. */
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

/** Never the same twice, and always larger than before: who comes with an older one is too late. */
export async function takeToken(transaction: Transaction): Promise<number> {
  const [row] = await transaction.all<{ readonly id: number }>(NEXT_TOKEN[transaction.dialect])
  return row?.id ?? 0
}
