import { findNextSuspectTime } from './sql/find-suspects.ts'
import { NEVER } from '../hosts/clock.ts'
import { peekClock } from '../hosts/sql/read-clock.ts'
import type { FrontierContext } from './context.ts'
import { hasWaitingHost, readNextReady } from './sql/read-host-clocks.ts'
import { countByState } from './count-urls.ts'

/** What there is to do. */
export interface Outlook {
  /** Nothing is due, leased or waiting for a retry, but for URLs of hosts that are down or paused. */
  readonly isDrained: boolean
  /** How long until something may be claimed; 0: now; null: not as long as nothing happens. */
  readonly nextInMs: number | null
}

export interface OutlookOptions {
  /** As for `claim`: URLs that must be visited alone are then nothing that may be claimed. */
  readonly isBusy?: boolean | undefined
}

export async function readOutlook(context: FrontierContext, { isBusy = false }: OutlookOptions = {}): Promise<Outlook> {
  const { database, settings } = context
  const now = await peekClock(database, settings)
  const next = await readNextReady(database)
  const suspectAt = await findNextSuspectTime(database)
  const firstAt = Math.min(next.readyAt, isBusy ? NEVER : (suspectAt ?? NEVER))
  const readyAt = Math.max(firstAt, next.quietUntil)
  const nextInMs = readyAt >= NEVER ? null : Math.max(0, readyAt - now)
  if (nextInMs === 0) return { isDrained: false, nextInMs }
  const { pending, leased, retry } = await countByState(context)
  if (leased > 0) return { isDrained: false, nextInMs }
  // Where URLs wait and none is due, it may be that all of them are of hosts that are down.
  const isDrained = pending + retry === 0 || (suspectAt === null && !(await hasWaitingHost(database)))
  return { isDrained, nextInMs }
}
