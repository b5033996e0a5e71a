import { nextSuspectAt } from './claim/find-suspect.ts'
import { NEVER, peekClock } from '../hosts/clock.ts'
import type { FrontierContext } from './context.ts'
import { stats } from './stats.ts'

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

export async function outlook(context: FrontierContext, { isBusy = false }: OutlookOptions = {}): Promise<Outlook> {
  const { database, settings } = context
  const now = await peekClock(database, settings)
  const [next] = await database.all<{ readonly ready_at: number | null; readonly quiet_until: number }>(
    `select min(ready_at) as ready_at, (select pause_since + pause_ms from shared_clock) as quiet_until
     from host_clocks where is_down = 0`,
  )
  const suspectAt = await nextSuspectAt(database)
  const firstAt = Math.min(next?.ready_at ?? NEVER, isBusy ? NEVER : (suspectAt ?? NEVER))
  const readyAt = Math.max(firstAt, next?.quiet_until ?? 0)
  const nextInMs = readyAt >= NEVER ? null : Math.max(0, readyAt - now)
  if (nextInMs === 0) return { isDrained: false, nextInMs }
  const { pending, leased, retry } = await stats(context)
  if (leased > 0) return { isDrained: false, nextInMs }
  const isDrained = pending + retry === 0 || (suspectAt === null && !(await isAnyoneWaiting(context)))
  return { isDrained, nextInMs }
}

/** Asked only where URLs wait and none is due: it may be that all of them are of hosts that are down. */
async function isAnyoneWaiting({ database }: FrontierContext): Promise<boolean> {
  const rows = await database.all(
    `select 1 from host_clocks h where h.is_down = 0 and h.is_paused = 0 and h.ready_at < ${NEVER}
       and exists (select 1 from frontier_urls u where u.host_id = h.host_id and u.due_at is not null
         and u.state in ('pending', 'retry'))
     limit 1`,
  )
  return rows.length > 0
}
