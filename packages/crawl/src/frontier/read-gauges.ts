import { peekClock } from '../hosts/sql/shared-clock.sql.ts'
import type { FrontierContext } from './context.ts'
import { countHosts, findOldestReady, type HostCounts } from './sql/clocks.sql.ts'

/** Figures of the queue for monitoring. Cheap to read, however many URLs there are. */
export interface FrontierGauges {
  /** Hosts with URLs to fetch, each counted once. Beyond 50,000, only the earliest are counted. */
  readonly hosts: HostCounts
  /** How long the most overdue host has been ready for a request; 0 if none is ready. */
  readonly oldestDueAgeMs: number
  /** How old the mark is from which ready hosts are searched; null before the first claim. */
  readonly lowWaterLagMs: number | null
}

export async function readGauges(context: FrontierContext): Promise<FrontierGauges> {
  const { database, settings, lowWater } = context
  const now = await peekClock(database, settings)
  return {
    hosts: await countHosts(database, now),
    oldestDueAgeMs: now - ((await findOldestReady(database, now)) ?? now),
    lowWaterLagMs: lowWater.computeLag(now),
  }
}
