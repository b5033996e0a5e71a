import { NEVER, peekClock } from '../hosts/clock.ts'
import type { FrontierContext } from './context.ts'
import { ASIDE } from './waiting.ts'

/** What can be measured of a queue at a moment, for those who watch it; cheap, however many URLs there are. */
export interface FrontierGauges {
  /** Hosts that have something to fetch, each counted once; beyond fifty thousand only the earliest. */
  readonly hosts: HostCounts
  /** How long the host that has waited longest could have been asked already; 0 where none waits. */
  readonly oldestDueAgeMs: number
  /** How far behind the time the place is from which hosts are looked for; null before the first claim. */
  readonly lowWaterLagMs: number | null
}

export interface HostCounts {
  readonly ready: number
  /** Somebody has it, or its next URL is not due yet, or its pause is not over. */
  readonly waiting: number
  /** It failed or asked for quiet, or somebody has paused it. */
  readonly blocked: number
  readonly down: number
}

export async function gauges(context: FrontierContext): Promise<FrontierGauges> {
  const { database, settings, lowWater } = context
  const now = await peekClock(database, settings)
  const first = await database.all<{ readonly ready_at: number }>(
    'select ready_at from host_clocks where ready_at <= $1 order by ready_at limit 1',
    [now],
  )
  return {
    hosts: await countHosts(context, now),
    oldestDueAgeMs: now - (first[0]?.ready_at ?? now),
    lowWaterLagMs: lowWater.lag(now),
  }
}

const MOST_HOSTS = 50_000
const IS_BLOCKED = 'allowed_at > $1 and (failures > 0 or quiet_wishes > 0)'

async function countHosts({ database }: FrontierContext, now: number): Promise<HostCounts> {
  const rows = await database.all<{ readonly kind: keyof HostCounts; readonly hosts: number }>(
    `select kind, count(*) as hosts from (
       select * from (select case when ${IS_BLOCKED} then 'blocked' when ready_at <= $1 then 'ready' else 'waiting' end as kind
         from host_clocks where ready_at < ${NEVER} and is_down = 0 order by ready_at limit ${MOST_HOSTS}) well
       union all
       select * from (select case when is_paused = 1 then 'blocked' else 'down' end as kind
         from host_clocks where ${ASIDE} limit ${MOST_HOSTS}) aside
     ) counted group by kind`,
    [now],
  )
  const counts = { ready: 0, waiting: 0, blocked: 0, down: 0 }
  for (const { kind, hosts } of rows) counts[kind] += hosts
  return counts
}
