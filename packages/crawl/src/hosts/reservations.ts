import type { Transaction } from '@canonist/registry/internal/store/database'
import { takeToken, readClock, readClockAndDelay, announceDelay } from './sql/shared-clock.sql.ts'
import type { HostsContext } from './context.ts'
import { isPausedAt, type HostRow } from './host-row.ts'
import { HostUpdates } from './host-updates.ts'
import { computeDelay, computeFreeTime, type HostRest, type HostSignal } from './pace.ts'
import type { HostSettings } from './settings.ts'
import { isUnannounced, computeQuietEnd, applySharedDelay } from './shared-delay.ts'
import { getHostIds } from '@canonist/registry/internal/registry/sql/hosts.sql'
import { lockWantedHosts, renewHolds, wakeHosts, writeHosts } from './sql/clocks.sql.ts'

/** A host that was free and is now held, or when it may be free. */
export type Reservation =
  | { readonly ok: true; readonly host: string; readonly token: number; readonly delayMs: number }
  | {
      readonly ok: false
      readonly host: string
      readonly inMs: number
      /** The host is failing, asked for a pause, or is paused by a person. False if it is only in use. */
      readonly isResting: boolean
      /** Another process holds it, and may release it long before `inMs`. */
      readonly isHeld: boolean
      /** The queue has a due URL of the host, so a worker may be waiting for it. */
      readonly isWanted: boolean
      /** Why it is resting; null if it is not, or if a person has paused it. */
      readonly reason: string | null
    }

export interface ReservedHost {
  readonly host: string
  readonly token: number
}

/** How a request to a reserved host went. */
export interface HostReport extends ReservedHost {
  readonly signal: HostSignal
}

/** Used to report on a host for which the caller holds no reservation. */
export const NO_TOKEN = 0

/** Reserves a host for one request, if it is free now. */
export async function reserveHost(context: HostsContext, host: string): Promise<Reservation> {
  const { database, settings: own } = context
  let unannouncedAt: number | null = null
  const reservation = await database.transaction(async (transaction): Promise<Reservation> => {
    const { now, ...shared } = await readClockAndDelay(transaction, own)
    unannouncedAt = isUnannounced(own, shared, now) ? now : null
    const settings = applySharedDelay(own, shared, now)
    const row = await lockHost(transaction, host, now)
    if (row === undefined) return createRefusal(host, settings.hostDelayMs)
    const freeAt = Math.max(row.allowedAt, computeHolderEnd(row, settings), computeQuietEnd(own, shared, now))
    const isPaused = isPausedAt(row, now)
    if (freeAt > now || isPaused) {
      const pausedMs = isPaused ? (row.pausedUntil ?? now + settings.leaseMs) - now : 0
      return {
        ...createRefusal(host, Math.max(freeAt - now, pausedMs)),
        isResting: isPaused || (row.reason !== null && row.allowedAt > now),
        isHeld: row.heldBy !== null,
        isWanted: row.wantedAt <= freeAt,
        reason: isPaused ? null : row.reason,
      }
    }
    // The holder's lease has expired; the next claim releases its URLs first.
    if (row.inflight > 0) return createRefusal(host, settings.hostDelayMs)
    const token = await takeToken(transaction)
    const held = { heldBy: token, heldUntil: now + settings.leaseMs, worker: null, cohort: null }
    writeHosts(transaction, [{ ...row, ...held }], now)
    return { ok: true, host, token, delayMs: computeDelay(row, settings) }
  })
  // After this transaction and in its own: no process may wait for the shared clock while it holds a host.
  if (unannouncedAt !== null) await announceDelay(database, own, unannouncedAt)
  return reservation
}

/** Locks the clock of a host, and creates it if there is none. */
async function lockHost(transaction: Transaction, host: string, now: number): Promise<HostRow | undefined> {
  const hostIds = [...(await getHostIds(transaction, [host])).values()]
  const [row] = await lockWantedHosts(transaction, hostIds)
  if (row !== undefined) return row
  await wakeHosts(transaction, hostIds, now)
  return (await lockWantedHosts(transaction, hostIds))[0]
}

const createRefusal = (host: string, inMs: number) =>
  ({ ok: false, host, inMs, isResting: false, isHeld: false, isWanted: false, reason: null }) as const

function computeHolderEnd(row: HostRow, settings: HostSettings): number {
  return row.heldUntil === null ? 0 : Math.max(row.heldUntil, computeFreeTime(row, row.heldUntil, settings))
}

/** Extends reservations by another lease; returns for each whether it is still held. */
export async function renewReservations(
  { database, settings }: HostsContext,
  reserved: readonly ReservedHost[],
): Promise<boolean[]> {
  if (reserved.length === 0) return []
  const tokens = await database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    return renewHolds(transaction, reserved, now + settings.leaseMs)
  })
  return reserved.map(({ token }) => tokens.has(token))
}

/** Releases reserved hosts, and moves their clocks by the results of the requests. */
export async function releaseHosts(
  { database, settings }: HostsContext,
  reports: readonly HostReport[],
): Promise<void> {
  if (reports.length === 0) return
  await database.transaction(async (transaction) => {
    const { now, ...shared } = await readClockAndDelay(transaction, settings)
    const hostIds = await getHostIds(
      transaction,
      reports.map(({ host }) => host),
    )
    const updates = new HostUpdates()
    for (const { host, token, signal } of reports) {
      updates.addSignal(hostIds.get(host) ?? 0, signal)
      updates.endLease(hostIds.get(host) ?? 0, token)
    }
    await updates.write(transaction, applySharedDelay(settings, shared, now), now)
  })
}

/** Keeps all processes from requesting a host for some time. */
export async function restHost({ database, settings }: HostsContext, host: string, rest: HostRest): Promise<void> {
  await database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    const row = await lockHost(transaction, host, now)
    const updates = new HostUpdates(row === undefined ? [] : [row])
    if (row !== undefined) updates.rest(row.hostId, rest)
    await updates.write(transaction, settings, now)
  })
}
