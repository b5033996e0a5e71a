import { NEVER } from '../../hosts/clock.ts'
import { CLOCK } from '../../hosts/sql/read-clock.ts'
import type { DueWork } from '../../hosts/ready-watch.ts'
import type { Session } from '@canonist/registry/internal/store/database'
import { NEXT_SUSPECT_TIME } from './find-suspects.ts'

// Only for PostgreSQL, where workers sleep until they are woken.

const MAX_COUNTED = 1000

interface DueRow {
  readonly now: number
  readonly ready: number
  readonly held: number
  /** When the next host that is up becomes ready, the next suspect, and until when all hosts rest. */
  readonly host_at: number | null
  readonly suspect_at: number | null
  readonly quiet_until: number
}

/** The answers of a claim and of `readOutlook` that a sleeping worker needs, in one statement. */
export async function readDueWork(session: Pick<Session, 'all'>): Promise<DueWork> {
  const [row] = await session.all<DueRow>(
    `select now, pause_since + pause_ms as quiet_until,
       (select count(*) from (select 1 from host_clocks where ready_at <= now limit ${MAX_COUNTED}) due) as ready,
       exists (select 1 from host_clocks where held_by is not null) as held,
       (select min(ready_at) from host_clocks where is_down = 0) as host_at,
       ${NEXT_SUSPECT_TIME} as suspect_at
     from ${CLOCK.postgres}`,
  )
  return row === undefined ? { ready: 0, isHeld: false, nextInMs: null } : toDueWork(row)
}

function toDueWork({ now, ready, held, host_at, suspect_at, quiet_until }: DueRow): DueWork {
  const isHeld = held === 1
  const nextAt = Math.max(Math.min(host_at ?? NEVER, suspect_at ?? NEVER), quiet_until)
  const nextInMs = nextAt >= NEVER ? null : Math.max(0, nextAt - now)
  if (quiet_until > now) return { ready: 0, isHeld, nextInMs }
  return { ready: ready + (suspect_at !== null && suspect_at <= now ? 1 : 0), isHeld, nextInMs }
}
