import { peekClock } from '@canonist/crawl/internal/hosts/sql/shared-clock.sql'
import { isPausedAt } from '@canonist/crawl/internal/hosts/host-row'
import type { HostSettings } from '@canonist/crawl/internal/hosts/settings'
import type { Database } from '@canonist/registry/internal/store/database'
import type { PageFilter } from '../page-filter.ts'
import { WATCHED, filterWanted } from './page-conditions.ts'

export interface DueHost {
  readonly id: number
  readonly host: string
  /** How many of its pages are to be checked. */
  readonly pages: number
  /** How long it still rests, in milliseconds: 0 if it does not, infinite if a person must resume it. */
  readonly pausedMs: number
  readonly pauseReason: PauseReason
}

/** Why a host rests: it asked for a pause, it failed too often in a row, or a person paused it. */
export type PauseReason = 'asked' | 'failing' | 'paused'

interface StoredHost {
  readonly id: number
  readonly host: string
  readonly pages: number
  readonly allowed_at: number | null
  readonly reason: string | null
  readonly failures: number | null
  readonly is_paused: number | null
  readonly paused_until: number | null
}

/** Hosts with pages to check; those that have waited longest come first. */
export async function findDueHosts(
  database: Database,
  filter: PageFilter,
  now: number,
  startedAt: number,
  hosts: HostSettings,
): Promise<DueHost[]> {
  const where = filterWanted(filter, database.dialect, now, startedAt)
  const clocks = ['allowed_at', 'reason', 'failures', 'is_paused', 'paused_until']
  const rows = await database.all<StoredHost>(
    `select h.id, h.host, count(*) as pages, ${clocks.map((column) => `min(c.${column}) as ${column}`).join(', ')}
     from ${WATCHED} left join host_clocks c on c.host_id = h.id
     where ${where.sql} group by h.id, h.host order by min(s.due_at), h.id`,
    where.list,
  )
  // Pauses use the clock of the database, which may differ from that of this process.
  const clock = await peekClock(database, hosts)
  return rows.map((row) => toDueHost(row, clock))
}

function toDueHost(row: StoredHost, now: number): DueHost {
  const { id, host, pages, allowed_at, reason, failures, is_paused, paused_until } = row
  if (isPausedAt({ isPaused: is_paused === 1, pausedUntil: paused_until }, now))
    return { id, host, pages, pausedMs: (paused_until ?? Number.POSITIVE_INFINITY) - now, pauseReason: 'paused' }
  const pausedMs = reason === null ? 0 : Math.max(0, (allowed_at ?? 0) - now)
  return { id, host, pages, pausedMs, pauseReason: (failures ?? 0) > 0 ? 'failing' : 'asked' }
}
