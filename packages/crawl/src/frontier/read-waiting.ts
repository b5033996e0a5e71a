import { peekClock } from '../hosts/sql/shared-clock.sql.ts'
import type { FrontierContext } from './context.ts'
import { countUnavailableHosts, type UnavailableHosts } from './sql/clocks.sql.ts'
import { countByReason, type ReasonCount } from './count-urls.ts'

/** What a drained queue still holds: URLs whose hosts are down, rate-limiting or paused. */
export interface WaitingUrls extends UnavailableHosts {
  readonly urls: number
  /** The number of URLs that are pending or waiting for a retry, by reason. */
  readonly reasons: readonly ReasonCount[]
}

export async function readWaiting(context: FrontierContext): Promise<WaitingUrls> {
  const now = await peekClock(context.database, context.settings)
  const aside = await countUnavailableHosts(context.database, now)
  const counts = await countByReason(context)
  const reasons = counts.filter(({ state }) => state === 'pending' || state === 'retry')
  return {
    urls: reasons.reduce((sum, { urls }) => sum + urls, 0),
    reasons,
    ...aside,
  }
}
