import type { Session } from '../../store/database.ts'

// The other side is the function wake_idle_workers of the PostgreSQL schema, which explains the two locks.

export const READY_CHANNEL = 'canonist_ready'

const WRITERS = 20_260_004
const SLEEPERS = 20_260_005
const THIS_TABLE = `('host_clocks'::regclass::oid::bigint % 2147483647)::int`

/** The payload of the notifications about this schema; other registries in the same database use the same channel. */
export async function readReadyPayload(session: Pick<Session, 'all'>): Promise<string> {
  const [row] = await session.all<{ readonly payload: string }>(`select 'host_clocks'::regclass::oid::text as payload`)
  return row?.payload ?? ''
}

/** Sends a notification as if a host had become ready. */
export async function sendReadyNotification(session: Pick<Session, 'all'>, payload: string): Promise<void> {
  await session.all(`select pg_notify('${READY_CHANNEL}', $1)`, [payload])
}

/** From now on, every host that becomes ready sends a notification. False if a transaction is open that may not have sent one. */
export async function lockSleepers(session: Pick<Session, 'all'>): Promise<boolean> {
  if (!(await callLock(session, 'pg_try_advisory_lock', WRITERS))) return false
  const isLocked = await callLock(session, 'pg_try_advisory_lock_shared', SLEEPERS)
  await callLock(session, 'pg_advisory_unlock', WRITERS)
  return isLocked
}

export async function unlockSleepers(session: Pick<Session, 'all'>): Promise<void> {
  await callLock(session, 'pg_advisory_unlock_shared', SLEEPERS)
}

type LockFunction =
  | 'pg_try_advisory_lock'
  | 'pg_try_advisory_lock_shared'
  | 'pg_advisory_unlock'
  | 'pg_advisory_unlock_shared'

async function callLock(session: Pick<Session, 'all'>, name: LockFunction, lock: number): Promise<boolean> {
  const [row] = await session.all<{ readonly done: number }>(`select ${name}(${lock}, ${THIS_TABLE}) as done`)
  return row?.done === 1
}
