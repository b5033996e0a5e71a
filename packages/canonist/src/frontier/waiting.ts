import { NEVER, peekClock } from '../hosts/clock.ts'
import type { FrontierContext } from './context.ts'
import { isPausedSql } from '../hosts/host-row.ts'
import { statsByReason, type ReasonCount } from './stats.ts'

/** What a drained queue still holds: URLs whose hosts are down, want to be left alone, or are paused. */
export interface Waiting {
  readonly urls: number
  /** Of those that are pending or waiting for a retry: how many there are, and why. */
  readonly reasons: readonly ReasonCount[]
  /** Hosts with something to fetch that nobody waits for. */
  readonly downHosts: number
  readonly pausedHosts: number
  /** When the first of those that are down is tried again, in milliseconds since 1970; null where none is. */
  readonly nextAt: number | null
}

/** Also the condition of an index: hosts that are in trouble are few. */
export const ASIDE = '(is_down = 1 or is_paused = 1)'

interface AsideRow {
  readonly down: number | null
  readonly paused: number | null
  readonly next_at: number | null
}

export async function waiting(context: FrontierContext): Promise<Waiting> {
  const now = await peekClock(context.database, context.settings)
  const isPaused = isPausedSql('$1')
  const [hosts] = await context.database.all<AsideRow>(
    `select sum(case when not ${isPaused} and ready_at < ${NEVER} then 1 else 0 end) as down,
       sum(case when ${isPaused} then 1 else 0 end) as paused,
       min(case when not ${isPaused} and ready_at < ${NEVER} then ready_at end) as next_at
     from host_clocks where ${ASIDE}`,
    [now],
  )
  const counts = await statsByReason(context)
  const reasons = counts.filter(({ state }) => state === 'pending' || state === 'retry')
  return {
    urls: reasons.reduce((sum, { urls }) => sum + urls, 0),
    reasons,
    downHosts: hosts?.down ?? 0,
    pausedHosts: hosts?.paused ?? 0,
    nextAt: hosts?.next_at ?? null,
  }
}
