import { nextToken, readClock, readClockAndPause } from '../hosts/clock.ts'
import { verdictOf } from './complete/judge.ts'
import { HostNews } from './complete/settle-hosts.ts'
import type { FrontierContext } from './context.ts'
import { delayOf, freeAfterHold, type HostSignal } from '../hosts/pace.ts'
import { actionOf, type Reason } from './reasons.ts'
import { amongOthers, quietUntil } from '../hosts/shared-pause.ts'
import { jsonOf, jsonRows } from '../store/json-rows.ts'
import { findHostIds } from '../hosts/sql/find-host-ids.ts'
import { wakeHosts } from '../hosts/sql/wake-hosts.ts'
import { isPausedAt } from '../hosts/host-row.ts'
import { writeHosts } from '../hosts/sql/write-hosts.ts'
import { lockWantedHosts } from './sql/lock-wanted-hosts.ts'

/** A host that was free and is held now, or when it may be free. */
export type Reservation =
  | { readonly ok: true; readonly host: string; readonly token: number; readonly delayMs: number }
  | {
      readonly ok: false
      readonly host: string
      readonly inMs: number
      /** No request may be sent for now: the host is failing, wants quiet, or is paused. False while it is merely in use. */
      readonly isResting: boolean
    }

export interface ReservedHost {
  readonly host: string
  readonly token: number
}

/** How a request to a reserved host went. */
export interface HostVisit extends ReservedHost {
  /** Left out where it was not asked after all. */
  readonly sinceRequestMs?: number | undefined
  /** Why it gave nothing; left out where it answered, or was not requested. `cancelled` where the worker ended the request itself. */
  readonly reason?: Reason | undefined
  readonly retryAfterMs?: number | null | undefined
}

export async function reserve({ database, settings: own }: FrontierContext, host: string): Promise<Reservation> {
  return database.transaction(async (transaction): Promise<Reservation> => {
    const { now, ...pause } = await readClockAndPause(transaction, own)
    const settings = amongOthers(own, pause, now)
    const hostId = (await findHostIds(transaction, [host])).get(host) ?? 0
    await wakeHosts(transaction, [hostId], now)
    const [row] = await lockWantedHosts(transaction, [hostId])
    if (row === undefined) return { ok: false, host, inMs: settings.hostDelayMs, isResting: false }
    const heldUntil = row.heldUntil === null ? 0 : Math.max(row.heldUntil, freeAfterHold(row, row.heldUntil, settings))
    const freeAt = Math.max(row.allowedAt, heldUntil, quietUntil(own, pause, now))
    const isPaused = isPausedAt(row, now)
    if (freeAt > now || isPaused) {
      // As it was: to have been asked for changes nothing.
      writeHosts(transaction, [row], now)
      return {
        ok: false,
        host,
        inMs: Math.max(freeAt - now, isPaused ? (row.pausedUntil ?? now + settings.leaseMs) - now : 0),
        isResting: isPaused || (row.reason !== null && row.allowedAt > now),
      }
    }
    // Whoever had it was not heard of again; their URLs are taken back by who claims next.
    if (row.inflight > 0) return { ok: false, host, inMs: settings.hostDelayMs, isResting: false }
    const token = await nextToken(transaction)
    writeHosts(
      transaction,
      [{ ...row, heldBy: token, heldUntil: now + settings.leaseMs, worker: null, cohort: null }],
      now,
    )
    return { ok: true, host, token, delayMs: delayOf(row, settings) }
  })
}

/** Holds reserved hosts for another lease; tells of each whether it is still theirs. */
export async function keepReserved(
  { database, settings }: FrontierContext,
  reserved: readonly ReservedHost[],
): Promise<boolean[]> {
  if (reserved.length === 0) return []
  const value = jsonOf(reserved.map(({ host, token }) => ({ host, token })))
  const held = await database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    const rows = jsonRows(transaction.dialect, '$1', { host: 'text', token: 'integer' }, 'r')
    return transaction.all<{ readonly token: number }>(
      `update frontier_hosts set held_until = $2, ready_at = $2
       where (host_id, held_by) in (select n.id, r.token from ${rows} join hosts n on n.host = r.host)
       returning held_by as token`,
      [value, now + settings.leaseMs],
    )
  })
  const tokens = new Set(held.map(({ token }) => token))
  return reserved.map(({ token }) => tokens.has(token))
}

export async function leave({ database, settings }: FrontierContext, visits: readonly HostVisit[]): Promise<void> {
  if (visits.length === 0) return
  await database.transaction(async (transaction) => {
    const { now, ...pause } = await readClockAndPause(transaction, settings)
    const hostIds = await findHostIds(
      transaction,
      visits.map(({ host }) => host),
    )
    const news = new HostNews()
    for (const visit of visits) {
      const hostId = hostIds.get(visit.host) ?? 0
      news.hear(hostId, signalOf(visit))
      news.end(hostId, visit.token)
    }
    await news.write(transaction, amongOthers(settings, pause, now), now)
  })
}

function signalOf({ sinceRequestMs, reason, retryAfterMs = null }: HostVisit): HostSignal {
  const sinceMs = sinceRequestMs ?? null
  const verdict = verdictOf(reason === undefined ? 'fetched' : actionOf(reason), sinceMs !== null)
  return { sinceMs, verdict, reason: reason ?? null, retryAfterMs }
}
