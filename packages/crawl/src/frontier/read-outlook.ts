import { findNextSuspectTime } from './sql/suspects.sql.ts'
import { NEVER } from '../hosts/clock.ts'
import { peekClock } from '../hosts/sql/shared-clock.sql.ts'
import type { FrontierContext } from './context.ts'
import { hasHeldHost, hasWaitingHost, readNextReady } from './sql/clocks.sql.ts'
import { countByState } from './count-urls.ts'

/** Whether anything is left to do, and when. */
export interface Outlook {
  /** Nothing is due, leased or waiting for a retry, except URLs of hosts that are down or paused. */
  readonly isDrained: boolean
  /** How long until something may be claimed. 0: now. Null: not until something changes. */
  readonly nextInMs: number | null
  /**
   * No URL is leased and no host is held, so nothing can be claimed before `nextInMs` unless a process adds or changes something. Only a
   * host that is down may be tried again earlier.
   */
  readonly isIdle: boolean
}

export interface OutlookOptions {
  /** As for `claim`: a busy worker cannot claim suspects. */
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
  if (nextInMs === 0) return { isDrained: false, nextInMs, isIdle: false }
  const { pending, leased, retry } = await countByState(context)
  if (leased > 0) return { isDrained: false, nextInMs, isIdle: false }
  // URLs wait, but none is due: perhaps all of them belong to hosts that are down.
  const isDrained = pending + retry === 0 || (suspectAt === null && !(await hasWaitingHost(database)))
  return { isDrained, nextInMs, isIdle: !(await hasHeldHost(database)) }
}
