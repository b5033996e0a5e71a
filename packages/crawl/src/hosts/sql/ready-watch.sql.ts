import type { Session } from '@canonist/registry/internal/store/database'

// The other side is the function wake_idle_workers of the PostgreSQL schema, which explains the two locks.

export const READY_CHANNEL = 'canonist_ready'

const WRITERS = 20_260_004
const SLEEPERS = 20_260_005
/** Permit 1 is this lock, permit 2 the next number, and so on. */
const FIRST_PERMIT = 20_260_006
const THIS_TABLE = `('host_clocks'::regclass::oid::bigint % 2147483647)::int`

type Runner = Pick<Session, 'all'>

/** Identifies one listening connection among those of all registries in the same database, which use the same channel. */
export interface ListenerId {
  /** The first word of every notification about this schema. */
  readonly table: string
  /** The process of the server. */
  readonly backend: string
}

export async function readListenerId(session: Runner): Promise<ListenerId> {
  const [row] = await session.all<ListenerId>(
    `select 'host_clocks'::regclass::oid::text as "table", pg_backend_pid()::text as backend`,
  )
  return row ?? { table: '', backend: '' }
}

/** A notification is a line of words: the table, what happened, and details. */
export type ReadyNotice =
  /** `TABLE`: the trigger says that a host has become ready. */
  | { readonly kind: 'ready' }
  /** `TABLE wake WORKERS SENDER`: a worker has found enough work for so many. */
  | { readonly kind: 'wake'; readonly workers: number }
  /** `TABLE looked SENDER`: a worker has looked at the queue because it had slept for long. */
  | { readonly kind: 'looked' }
  /** `TABLE proof`: a worker tests whether notifications arrive. */
  | { readonly kind: 'proof' }

/** Null for notifications of other registries, of this listener itself, and of later versions. */
export function parseReadyNotice(payload: string, { table, backend }: ListenerId): ReadyNotice | null {
  const [about, kind = 'ready', ...rest] = payload.split(' ')
  if (about !== table || rest.at(-1) === backend) return null
  if (kind === 'wake') return { kind, workers: Math.max(1, Number(rest[0])) }
  return kind === 'ready' || kind === 'looked' || kind === 'proof' ? { kind } : null
}

/** Tests whether notifications arrive. Send it through the pool, as the processes that add URLs do. */
export async function sendProof(session: Runner, { table }: ListenerId): Promise<void> {
  await notify(session, [table, 'proof'])
}

/** Wakes sleeping workers, of which at most `workers` look at the queue at the same time. */
export async function sendWake(session: Runner, { table, backend }: ListenerId, workers: number): Promise<void> {
  await notify(session, [table, 'wake', String(workers), backend])
}

export async function sendLooked(session: Runner, { table, backend }: ListenerId): Promise<void> {
  await notify(session, [table, 'looked', backend])
}

async function notify(session: Runner, words: readonly string[]): Promise<void> {
  await session.all(`select pg_notify('${READY_CHANNEL}', $1)`, [words.join(' ')])
}

/** From now on, every host that becomes ready sends a notification. False if a transaction is open that may not have sent one. */
export async function lockSleepers(session: Runner): Promise<boolean> {
  if (!(await callLock(session, 'pg_try_advisory_lock', WRITERS))) return false
  const isLocked = await callLock(session, 'pg_try_advisory_lock_shared', SLEEPERS)
  await callLock(session, 'pg_advisory_unlock', WRITERS)
  return isLocked
}

export async function unlockSleepers(session: Runner): Promise<void> {
  await callLock(session, 'pg_advisory_unlock_shared', SLEEPERS)
}

/** Takes the first free one of `permits` permits, until it is returned or the connection ends. Null if other sessions have all of them. */
export async function takeFreePermit(session: Runner, permits: number): Promise<number | null> {
  // Without an order or a join, the lock is tried for one number after the other, and for none after the first success.
  const [row] = await session.all<{ readonly permit: number }>(
    `select permit from generate_series(1, $1::int) permit
     where pg_try_advisory_lock(${FIRST_PERMIT} + permit - 1, ${THIS_TABLE}) limit 1`,
    [permits],
  )
  return row?.permit ?? null
}

export async function returnTakenPermit(session: Runner, permit: number): Promise<void> {
  await callLock(session, 'pg_advisory_unlock', FIRST_PERMIT + permit - 1)
}

type LockFunction =
  | 'pg_try_advisory_lock'
  | 'pg_try_advisory_lock_shared'
  | 'pg_advisory_unlock'
  | 'pg_advisory_unlock_shared'

async function callLock(session: Runner, name: LockFunction, lock: number): Promise<boolean> {
  const [row] = await session.all<{ readonly done: number }>(`select ${name}(${lock}, ${THIS_TABLE}) as done`)
  return row?.done === 1
}
