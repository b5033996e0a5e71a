import { readHost } from '@canonist/registry/internal/registry/read-host'
import { readClock } from './sql/shared-clock.sql.ts'
import type { HostsContext } from './context.ts'
import type { HostRow } from './host-row.ts'
import { lockWantedHosts, wakeHosts, writeHosts } from './sql/clocks.sql.ts'
import { findHostId } from '@canonist/registry/internal/registry/sql/hosts.sql'

export interface PauseOptions {
  /** How long, in milliseconds; omit it to pause until the host is resumed. */
  readonly forMs?: number | undefined
}

/** Pauses a host. A running request is not interrupted, and leased URLs stay with their worker. */
export async function pauseHost(context: HostsContext, host: string, { forMs }: PauseOptions = {}): Promise<boolean> {
  if (forMs !== undefined && !(forMs > 0))
    throw new RangeError(`forMs is ${forMs}; pass a number of milliseconds above 0`)
  const computeEnd = (now: number): number | null => (forMs === undefined ? null : now + Math.ceil(forMs))
  return changeHost(context, host, (row, now) => ({ ...row, isPaused: true, pausedUntil: computeEnd(now) }))
}

export async function resumeHost(context: HostsContext, host: string): Promise<boolean> {
  return changeHost(context, host, (row) => ({ ...row, isPaused: false, pausedUntil: null }))
}

const MAX_DELAY_MS = 24 * 60 * 60 * 1000

/** Sets the delay from the next request on; the current wait does not change. Null restores the delay of each process. */
export async function setDelay(context: HostsContext, host: string, ms: number | null): Promise<boolean> {
  if (ms !== null && !(ms >= 0 && ms <= MAX_DELAY_MS))
    throw new RangeError(`the delay is ${ms}; pass a number of milliseconds from 0 to ${MAX_DELAY_MS}, or null`)
  return changeHost(context, host, (row) => ({ ...row, delayMs: ms === null ? null : Math.ceil(ms) }))
}

/** Returns false if the host is unknown. */
async function changeHost(
  { database, settings }: HostsContext,
  host: string,
  change: (row: HostRow, now: number) => HostRow,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    const hostId = await findHostId(transaction, readHost(host))
    if (hostId === null) return false
    await wakeHosts(transaction, [hostId], now)
    const [row] = await lockWantedHosts(transaction, [hostId])
    if (row !== undefined) writeHosts(transaction, [change(row, now)], now)
    return row !== undefined
  })
}
