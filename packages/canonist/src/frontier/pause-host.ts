import { plainHost } from '../registry/find.ts'
import { readClock } from '../hosts/clock.ts'
import type { FrontierContext } from './context.ts'
import type { HostRow } from '../hosts/host-row.ts'
import { writeHosts } from '../hosts/sql/write-hosts.ts'
import { lockWantedHosts } from './sql/lock-wanted-hosts.ts'

export interface PauseOptions {
  /** How long, in milliseconds; left out: until the host is resumed. */
  readonly forMs?: number | undefined
}

/** A URL that a worker has at this moment is not taken away from it. */
export async function pauseHost(
  context: FrontierContext,
  host: string,
  { forMs }: PauseOptions = {},
): Promise<boolean> {
  if (forMs !== undefined && !(forMs > 0))
    throw new RangeError(`forMs is ${forMs}; pass a number of milliseconds above 0`)
  const untilOf = (now: number): number | null => (forMs === undefined ? null : now + Math.ceil(forMs))
  return changeHost(context, host, (row, now) => ({ ...row, isPaused: true, pausedUntil: untilOf(now) }))
}

export async function resumeHost(context: FrontierContext, host: string): Promise<boolean> {
  return changeHost(context, host, (row) => ({ ...row, isPaused: false, pausedUntil: null }))
}

async function changeHost(
  { database, settings }: FrontierContext,
  host: string,
  change: (row: HostRow, now: number) => HostRow,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    const [found] = await transaction.all<{ readonly id: number }>('select id from hosts where host = $1', [
      plainHost(host),
    ])
    const [row] = await lockWantedHosts(transaction, found === undefined ? [] : [found.id])
    if (row !== undefined) writeHosts(transaction, [change(row, now)], now)
    return row !== undefined
  })
}
