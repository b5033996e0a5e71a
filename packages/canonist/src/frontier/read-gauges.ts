import { peekClock } from '../hosts/sql/read-clock.ts'
import type { FrontierContext } from './context.ts'
import { countHosts, findOldestReady, type HostCounts } from './sql/read-host-clocks.ts'

/** What can be measured of a queue at a moment, for those who watch it; cheap, however many URLs there are. */
export interface FrontierGauges {
  /** Hosts that have something to fetch, each counted once; beyond fifty thousand only the earliest. */
  readonly hosts: HostCounts
  /** How long the host that has waited longest could have been asked already; 0 where none waits. */
  readonly oldestDueAgeMs: number
  /** How far behind the time the place is from which hosts are looked for; null before the first claim. */
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
